"""heatmap.svg, .png and .pdf: each measure over two crossed thresholds."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from typing import Any

import numpy as np

from bpsearch.evaluation.comparison import Comparison
from bpsearch.report.drawing import cell_edges, figure, save, threshold_ticks
from bpsearch.report.style import WIDEST_LABEL
from bpsearch.report.summary import SIGNIFICANT
from bpsearch.sweeps.records import Curve, Sweep
from bpsearch.sweeps.references import BASELINE
from bpsearch.sweeps.series import shown_number

PANEL_WIDTH, PANEL_HEIGHT = 4.0, 3.2  # inches


def plot_grids(sweep: Sweep, folder: Path) -> list[Path]:
    """Draw the grid of a sweep: a panel for each measure, one below the other for each grid."""
    measures, grids = sweep.measures, sweep.grids
    size = (PANEL_WIDTH * len(measures), PANEL_HEIGHT * len(grids) + 0.3)
    drawn, panels = figure(size, rows=[1.0] * len(grids), columns=[1.0] * len(measures))
    for row, grid in enumerate(grids):
        for column, measure in enumerate(measures):
            _draw(drawn, panels[row][column], sweep, grid, measure)
    drawn.supxlabel(_note(sweep), fontsize=8, x=0.01, ha="left")
    return save(drawn, folder, "heatmap")


def _note(sweep: Sweep) -> str:
    signs = [_sign(one) for grid in sweep.grids for some in grid.comparisons.values() for one in some]
    parts = ["Ring: chosen."] if any(grid.chosen for grid in sweep.grids) else []
    marks = [name for sign, name in ((1, "outlined: better"), (-1, "hatched: worse")) if sign in signs]
    if marks:
        parts.append(f"{', '.join(marks)} than all blocks, corrected p < {SIGNIFICANT}.".capitalize())
    return " ".join([*parts, "Line on the scale: all blocks."])


def _draw(drawn: Any, panel: Any, sweep: Sweep, grid: Curve, measure: str) -> None:
    first, second = grid.series.axes
    shape = (len(first.values), len(second.values))
    comparisons = grid.comparisons[measure]
    values = np.array([one.value for one in comparisons]).reshape(shape)
    signs = np.array([_sign(one) for one in comparisons]).reshape(shape)
    x, y = cell_edges(first.values), cell_edges(second.values)
    baseline = sweep.references.comparisons[measure][0].value
    limits = {"vmin": min(values.min(), baseline), "vmax": max(values.max(), baseline)}
    picture = panel.pcolormesh(x, y, values.T, cmap="cividis", rasterized=True, **limits)
    bar = drawn.colorbar(picture, ax=panel, pad=0.02, label=measure)
    bar.outline.set_visible(False)
    bar.ax.tick_params(labelsize=8)
    for colour, width in (("black", 3.2), ("white", 1.4)):  # seen on dark and on bright colours
        bar.ax.axhline(baseline, color=colour, lw=width, clip_on=False)
    is_bright = picture.norm(values) > 0.5
    for colour, cells in (("black", (signs < 0) & is_bright), ("white", (signs < 0) & ~is_bright)):
        _hatch(panel, x, y, cells, colour)
    for one, other in zip(*np.nonzero(signs > 0), strict=True):
        _outline(panel, x, y, signs > 0, int(one), int(other))
    if grid.chosen is not None:
        place = np.unravel_index(grid.chosen.place, shape)
        at = (first.values[place[0]], second.values[place[1]])
        panel.plot(*at, "o", mfc="none", mec="black", mew=2.6, ms=9, zorder=4)
        panel.plot(*at, "o", mfc="none", mec="white", mew=1.2, ms=9, zorder=4)
    panel.set(xlabel=fill(first.label, WIDEST_LABEL), ylabel=fill(second.label, WIDEST_LABEL))
    for axis, values_there in ((panel.xaxis, first.values), (panel.yaxis, second.values)):
        ticks = threshold_ticks(values_there)
        axis.set_ticks(ticks, labels=[shown_number(tick) for tick in ticks])
    panel.set_title(measure, fontsize=9)


def _sign(found: Comparison) -> int:
    """1 or -1 where a filter is significantly better or worse than all blocks, or else 0."""
    difference = found.differences[BASELINE]
    return int(np.sign(difference.difference)) if difference.corrected_p < SIGNIFICANT else 0


def _hatch(panel: Any, x: Any, y: Any, cells: Any, colour: str) -> None:
    from matplotlib.collections import PolyCollection

    found = zip(*np.nonzero(cells), strict=True)
    corners = [[(x[a], y[b]), (x[a + 1], y[b]), (x[a + 1], y[b + 1]), (x[a], y[b + 1])] for a, b in found]
    panel.add_collection(PolyCollection(corners, facecolor="none", edgecolor=colour, lw=0, hatch="////"))


def _outline(panel: Any, x: Any, y: Any, inside: Any, one: int, other: int) -> None:
    """The sides of a cell that has no significant neighbour there."""
    sides = (
        ((one - 1, other), ([x[one]] * 2, y[other : other + 2])),
        ((one + 1, other), ([x[one + 1]] * 2, y[other : other + 2])),
        ((one, other - 1), (x[one : one + 2], [y[other]] * 2)),
        ((one, other + 1), (x[one : one + 2], [y[other + 1]] * 2)),
    )
    for (a, b), line in sides:
        if not (0 <= a < inside.shape[0] and 0 <= b < inside.shape[1] and inside[a, b]):
            for colour, width, above in (("black", 2.4, 2), ("white", 1.0, 3)):  # seen on dark and on bright cells
                panel.plot(*line, color=colour, lw=width, solid_capstyle="projecting", zorder=above)
