"""heatmap.svg, .png and .pdf: each measure over two crossed thresholds."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from typing import Any

import numpy as np

from bpsearch.report.drawing import cell_edges, figure, save
from bpsearch.report.style import WIDEST_LABEL
from bpsearch.report.summary import SIGNIFICANT
from bpsearch.sweeps.records import Curve, Sweep
from bpsearch.sweeps.references import BASELINE

PANEL_WIDTH, PANEL_HEIGHT = 4.0, 3.2  # inches


def plot_grids(sweep: Sweep, folder: Path) -> list[Path]:
    """Draw the grid of a sweep: a panel for each measure, one below the other for each grid."""
    measures, grids = sweep.measures, sweep.grids
    size = (PANEL_WIDTH * len(measures), PANEL_HEIGHT * len(grids) + 0.3)
    drawn, panels = figure(size, rows=[1.0] * len(grids), columns=[1.0] * len(measures))
    for row, grid in enumerate(grids):
        for column, measure in enumerate(measures):
            _draw(drawn, panels[row][column], sweep, grid, measure)
    drawn.supxlabel(
        f"ring: chosen. Outlined: better than all blocks, corrected p < {SIGNIFICANT}. Line on the scale: all blocks.",
        fontsize=8, x=0.01, ha="left",
    )  # fmt: skip
    return save(drawn, folder, "heatmap")


def _draw(drawn: Any, panel: Any, sweep: Sweep, grid: Curve, measure: str) -> None:
    first, second = grid.series.axes
    shape = (len(first.values), len(second.values))
    comparisons = grid.comparisons[measure]
    values = np.array([one.value for one in comparisons]).reshape(shape)
    better = np.array([_is_better(one.differences[BASELINE]) for one in comparisons]).reshape(shape)
    x, y = cell_edges(first.values), cell_edges(second.values)
    picture = panel.pcolormesh(x, y, values.T, cmap="cividis", rasterized=True)
    bar = drawn.colorbar(picture, ax=panel, pad=0.02)
    bar.outline.set_visible(False)
    bar.ax.tick_params(labelsize=8)
    bar.ax.axhline(sweep.references.comparisons[measure][0].value, color="white", lw=1.6)
    for one, other in zip(*np.nonzero(better), strict=True):
        _outline(panel, x, y, better, int(one), int(other))
    if grid.chosen is not None:
        place = np.unravel_index(grid.chosen.place, shape)
        at = (first.values[place[0]], second.values[place[1]])
        panel.plot(*at, "o", mfc="none", mec="black", mew=2.6, ms=9, zorder=4)
        panel.plot(*at, "o", mfc="none", mec="white", mew=1.2, ms=9, zorder=4)
    panel.set(xlabel=fill(first.label, WIDEST_LABEL), ylabel=fill(second.label, WIDEST_LABEL))
    panel.set_title(measure, fontsize=9)


def _is_better(difference: Any) -> bool:
    return bool(difference.corrected_p < SIGNIFICANT and difference.difference > 0)


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
