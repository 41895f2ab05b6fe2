"""bpsearch sweep: every threshold over all topics, measured and compared."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from bpsearch.console import err, out, progress
from bpsearch.errors import BpsearchError
from bpsearch.evaluation.choices import FOLDS, REPEATS, SEED, SIGN_PATTERNS, Correction, Test

if TYPE_CHECKING:
    from bpsearch.sweeps import Settings
    from bpsearch.sweeps.series import Axis


def sweep(
    index: Annotated[Path, typer.Argument(help="A block index.")],
    topics: Annotated[
        Path, typer.Argument(exists=True, dir_okay=False, help="Topics: TREC SGML or XML, tab-separated, JSON lines.")
    ],
    qrels: Annotated[
        Path, typer.Argument(exists=True, dir_okay=False, help="Judgments: topic iteration docno level.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to write, such as runs/NAME.")],
    words: Annotated[str | None, typer.Option(help="Minimum words of a block: 1:100, 5:50:5 or 5,10,20.")] = None,
    density: Annotated[str | None, typer.Option(help="Minimum text density of a block: 1:20.")] = None,
    links: Annotated[
        str | None, typer.Option(help="Maximum link density of a block (links slide from above): 0:1:0.05.")
    ] = None,
    where: Annotated[
        list[str] | None, typer.Option(help='Any filter with {t}, such as "boilerplate < {t}"; repeatable.')
    ] = None,
    values: Annotated[
        list[str] | None, typer.Option(help="What {t} takes, once for each --where: 0.1:0.9:0.1.")
    ] = None,
    grid: Annotated[bool, typer.Option("--grid", help="Also cross the two ranges, for heat maps.")] = False,
    against: Annotated[
        str | None, typer.Option(help="Cleaners or filters to compare with, by commas, or none; BTE if not given.")
    ] = None,
    measure: Annotated[
        list[str] | None, typer.Option(help="P@10 and nDCG@10 if not given; thresholds are chosen by the first.")
    ] = None,
    relevance_level: Annotated[int, typer.Option(help="The level from which a document is relevant.")] = 1,
    similarity: Annotated[str, typer.Option(help="bm25, tfidf (Lucene's classic) or qld (Dirichlet).")] = "bm25",
    k1: Annotated[float | None, typer.Option(help="BM25's k1 (0.9).")] = None,
    b: Annotated[float | None, typer.Option(help="BM25's b (0.4).")] = None,
    mu: Annotated[float | None, typer.Option(help="qld's µ (1000).")] = None,
    hits: Annotated[int | None, typer.Option(help="Results for each topic; else what the measures need.")] = None,
    fields: Annotated[str, typer.Option(help="Topic fields, with +: title, description, narrative.")] = "title",
    runs: Annotated[
        Literal["none", "best", "all"], typer.Option(help="Run files: of the filters in the table, or of all.")
    ] = "best",
    select: Annotated[
        bool | None,
        typer.Option(
            "--select/--no-select",
            help="Cross-validate the choice of thresholds over topics; done if not given and there are enough.",
        ),
    ] = None,
    folds: Annotated[int | None, typer.Option(help=f"Parts the topics are split into ({FOLDS}).")] = None,
    repeats: Annotated[int, typer.Option(min=1, help="How often they are split anew.")] = REPEATS,
    test: Annotated[Test, typer.Option(help="The paired test over topics.")] = "randomisation",
    correction: Annotated[Correction, typer.Option(help="How p is corrected for the filters of a series.")] = "max",
    resamples: Annotated[
        int, typer.Option(min=1, help="Sign patterns that the randomisation test draws.")
    ] = SIGN_PATTERNS,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same results.")] = SEED,
    force: Annotated[bool, typer.Option("--force", help="Replace a sweep of other inputs in that folder.")] = False,
) -> None:
    """Rank all topics at every threshold, exactly as if each were an index of its own, and compare.

    [bold]bpsearch sweep indexes/demo qrels/demo.topics.txt qrels/demo.qrels -o runs/demo --against bte,words-links[/]

    Without ranges: minimum words 1 to 100 and minimum density 1 to 20. The
    baseline is the unfiltered index. Tables, runs, plots and report.html go to
    the folder; rankings already there are reused if nothing changed.
    """
    from bpsearch.sweeps import Settings
    from bpsearch.sweeps.series import DENSITY, WORDS

    axes = _axes({"words": words, "density": density, "links": links}, where or [], values or [])
    given = {"k1": k1, "b": b, "mu": mu}
    settings = Settings(
        axes=axes or (WORDS, DENSITY),
        grid=grid,
        against=_against(against),
        measures=tuple(measure or Settings.measures),
        relevance_level=relevance_level,
        similarity=similarity,
        parameters=tuple((name, value) for name, value in given.items() if value is not None),
        hits=hits,
        fields=tuple(field.strip() for field in fields.split("+")),
        runs=runs,
        select=True if select is None and folds is not None else select,
        folds=FOLDS if folds is None else folds,
        repeats=repeats,
        test=test,
        correction=correction,
        resamples=resamples,
        seed=seed,
    )
    sweep_and_show(index, topics, qrels, output, settings, force)


def sweep_and_show(index: Path, topics: Path, qrels: Path, output: Path, settings: Settings, force: bool) -> None:
    """Run a sweep with progress, write plots and report, print the tables and where the files are."""
    from bpsearch.report import write_report
    from bpsearch.report.terminal import terminal_tables
    from bpsearch.sweeps import Progress, run_sweep

    with progress() as display:
        task = display.add_task("reading", total=None, note="")

        def show(state: Progress) -> None:
            display.update(task, description=state.stage, completed=state.done, total=state.total)

        result = run_sweep(index, topics, qrels, output, settings, show, force=force)
        display.update(task, description="drawing", completed=0, total=None)
        written = write_report(output, result)
    for note in result.manifest["notes"]:
        err.print(note, markup=False, soft_wrap=True)
    for table in terminal_tables(result, out.width):
        out.print(table, soft_wrap=isinstance(table, str))
    err.print(f"report: {written.report}", markup=False, soft_wrap=True)
    err.print(f"plots, tables, runs: {output}", markup=False, soft_wrap=True)


def _axes(ranges: dict[str, str | None], where: list[str], values: list[str]) -> tuple[Axis, ...]:
    from bpsearch.sweeps.series import expression_axis, sliding

    if len(where) != len(values):
        raise BpsearchError(
            f"{len(where)} × --where and {len(values)} × --values: each expression needs its values, "
            'as in --where "boilerplate < {t}" --values 0.1:0.9:0.1'
        )
    named = [sliding(column, text) for column, text in ranges.items() if text is not None]
    return (*named, *(expression_axis(text, its) for text, its in zip(where, values, strict=True)))


def _against(text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    return () if text.strip() == "none" else tuple(filter(None, (name.strip() for name in text.split(","))))
