"""Figures with matplotlib: made without a screen, the same bytes for the same data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bpsearch import __version__
from bpsearch.files import replacing
from bpsearch.sweeps.folder import PLOT_FORMATS

MOST_TICKS = 10
_LOOK: Any = {
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.7,
    "axes.edgecolor": "#444444",
    "axes.labelcolor": "#222222",
    "axes.titlesize": 9,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "xtick.color": "#444444",
    "ytick.color": "#444444",
    "xtick.major.width": 0.7,
    "ytick.major.width": 0.7,
    "hatch.linewidth": 0.6,
    "svg.hashsalt": "bpsearch",
    "pdf.fonttype": 42,
}
_METADATA: dict[str, dict[str, Any]] = {
    "svg": {"Date": None, "Creator": f"bpsearch {__version__}"},
    "png": {"Software": f"bpsearch {__version__}"},
    "pdf": {"CreationDate": None, "Creator": f"bpsearch {__version__}"},
}


def figure(size: tuple[float, float], rows: Sequence[float], columns: Sequence[float]) -> tuple[Any, Any]:
    """A figure (inches) and its panels [row][column], of these relative heights and widths."""
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_LOOK):
        drawn = Figure(figsize=size, layout="constrained")
        FigureCanvasAgg(drawn)
        panels = drawn.subplots(
            len(rows), len(columns), squeeze=False, height_ratios=list(rows), width_ratios=list(columns)
        )
    return drawn, panels


def save(drawn: Any, folder: Path, name: str) -> list[Path]:
    """Write a figure in all formats; each file appears whole."""
    import matplotlib

    written = []
    with matplotlib.rc_context(_LOOK):
        drawn.draw_without_rendering()
        drawn.set_layout_engine("none")  # the layout is found once and holds for all formats
        for ending in PLOT_FORMATS:
            path = folder / f"{name}.{ending}"
            with replacing(path) as unfinished:
                drawn.savefig(unfinished, format=ending, dpi=200, metadata=_METADATA[ending])
            written.append(path)
    return written


def spread(values: Sequence[float], limits: tuple[float, float], gap: float) -> list[float]:
    """Places for labels as near to their values as they can be with a gap between any two."""
    order = sorted(range(len(values)), key=lambda number: values[number])
    places = [values[number] for number in order]
    for _ in range(200):
        moved = False
        for lower in range(len(places) - 1):
            lack = gap - (places[lower + 1] - places[lower])
            if lack > 1e-9:
                places[lower] -= lack / 2
                places[lower + 1] += lack / 2
                moved = True
        if not moved:
            break
    if places:
        shift = max(limits[0] - places[0], 0) - max(places[-1] - limits[1], 0)
        places = [place + shift for place in places]
    found = dict(zip(order, places, strict=True))
    return [found[number] for number in range(len(values))]


def threshold_ticks(values: Sequence[float]) -> list[float]:
    """A tick for each threshold; of many, the first and the round ones, or else every so many."""
    if len(values) <= MOST_TICKS:
        return list(values)
    least = (values[-1] - values[0]) / MOST_TICKS
    power = 10.0 ** math.floor(math.log10(least))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * 0.999)
    parts = [(value, value / step) for value in values if value - values[0] >= step / 2]
    found = [values[0], *(value for value, part in parts if abs(part - round(part)) < 1e-6)]
    return found if 2 * len(found) > MOST_TICKS else list(values[:: math.ceil(len(values) / MOST_TICKS)])


def cell_edges(thresholds: Sequence[float]) -> Any:
    """Where the cells of the thresholds meet."""
    centres = np.asarray(thresholds, float)
    if len(centres) == 1:
        return np.array([centres[0] - 0.5, centres[0] + 0.5])
    middles = (centres[1:] + centres[:-1]) / 2
    return np.concatenate(([2 * centres[0] - middles[0]], middles, [2 * centres[-1] - middles[-1]]))
