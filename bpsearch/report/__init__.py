"""Reports: plots, a page to explore a sweep with, and the table for a paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bpsearch.sweeps.records import Sweep


class Written(NamedTuple):
    """The files of a report."""

    report: Path
    plots: list[Path]


def write_report(folder: str | Path, sweep: Sweep | None = None) -> Written:
    """Draw the plots and write report.html into the folder of a sweep, from its files unless `sweep` is given."""
    from bpsearch.report.heatmap import plot_grids
    from bpsearch.report.html import write_page
    from bpsearch.report.plots import plot_curves
    from bpsearch.sweeps.folder import REPORT
    from bpsearch.sweeps.stored import read_sweep

    target = Path(folder)
    shown = sweep or read_sweep(target)
    plots = plot_curves(shown, target)
    if shown.grids:
        plots += plot_grids(shown, target)
    write_page(shown, target / REPORT)
    return Written(target / REPORT, plots)
