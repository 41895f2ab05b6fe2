"""bpsearch report: plots, report and LaTeX table of a sweep that is done."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bpsearch.console import err


def report(
    folder: Annotated[Path, typer.Argument(metavar="RUNFOLDER", help="The output folder of a sweep.")],
    latex: Annotated[
        bool, typer.Option("--latex", help="Print the table for a paper (booktabs) and do nothing else.")
    ] = False,
) -> None:
    """Make the plots and report.html of a sweep anew from the files in its folder.

    [bold]bpsearch report runs/demo[/]

    [bold]bpsearch report runs/demo --latex > table.tex[/]
    """
    from bpsearch.sweeps import read_sweep

    sweep = read_sweep(folder)
    if latex:
        from bpsearch.report.latex import latex_table

        typer.echo(latex_table(sweep), nl=False)
        return
    from bpsearch.report import write_report

    written = write_report(folder, sweep)
    for path in (*written.plots, written.report):
        err.print(str(path), markup=False, soft_wrap=True)
