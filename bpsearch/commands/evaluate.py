"""bpsearch evaluate: measure runs against judgments and compare them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import RenderableType

from bpsearch.commands.output import FILE_WIDTH, Format, emit
from bpsearch.console import err, out, progress
from bpsearch.errors import BpsearchError
from bpsearch.evaluation.choices import (
    CONFIDENCE,
    FOLDS,
    REPEATS,
    SEED,
    SIGN_PATTERNS,
    Correction,
    Test,
)

if TYPE_CHECKING:
    from bpsearch.retrieval.runs import Hit


def evaluate(
    qrels: Annotated[
        Path, typer.Argument(exists=True, dir_okay=False, help="Judgments: topic iteration docno level.")
    ],
    runs: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUN…", exists=True, dir_okay=False, help="TREC runs: topic Q0 docno rank score tag."
        ),
    ],
    measure: Annotated[
        list[str] | None,
        typer.Option(help="As ir_measures names it: AP, P(rel=2)@5, …; repeatable. Else P@10 and nDCG@10."),
    ] = None,
    baseline: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="The run to compare the others with.")
    ] = None,
    per_topic: Annotated[bool, typer.Option("--per-topic", help="The values of each topic, too.")] = False,
    select: Annotated[
        bool,
        typer.Option("--select", help="Choose a run by the first measure and cross-validation over topics."),
    ] = False,
    folds: Annotated[int, typer.Option(help="With --select: parts the topics are split into.")] = FOLDS,
    repeats: Annotated[int, typer.Option(help="With --select: how often the topics are split anew.")] = REPEATS,
    test: Annotated[Test, typer.Option(help="The paired test over topics.")] = "randomisation",
    correction: Annotated[
        Correction,
        typer.Option(
            help="How p is corrected for many runs: Holm, Benjamini–Hochberg, or the max statistic for runs "
            "that are much alike, such as those of a sweep.",
        ),
    ] = "holm",
    relevance_level: Annotated[
        int, typer.Option(help="The level from which a document is relevant, for P@10, AP and the like.")
    ] = 1,
    complete: Annotated[
        bool,
        typer.Option(
            "--complete/--common",
            help="Average over all topics of the qrels, 0 where a run has no results (trec_eval -c); or over "
            "the topics that have results in every run.",
        ),
    ] = True,
    confidence: Annotated[float, typer.Option(help="Of the bootstrap intervals.")] = CONFIDENCE,
    resamples: Annotated[
        int, typer.Option(min=1, help="Sign patterns that the randomisation test draws.")
    ] = SIGN_PATTERNS,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same results.")] = SEED,
    form: Annotated[Format, typer.Option("--format", help="For people, or for programs.")] = "table",
    output: Annotated[Path | None, typer.Option(help="Write to this file instead of the terminal.")] = None,
) -> None:
    """Measure runs against relevance judgments, with intervals and paired tests.

    [bold]bpsearch evaluate qrels.txt words11.run bte.run --baseline all.run[/]

    Values are those of trec_eval on the same files. It sorts by score, and
    equal scores by docno descending, whatever the order of lines in the run.
    nDCG takes the relevance level as gain.

    "judged" is the share of the first results that somebody judged. Old
    judgments may not know the documents a new run finds: where the share is
    low, or lower than the baseline's, the value may be too low as well.

    With many runs, the best of them is partly luck. [bold]--select[/] chooses a run on
    some of the topics, measures it on the others, and says how much of the
    best value was luck (optimism).
    """
    from bpsearch.evaluation import show
    from bpsearch.evaluation.measures import DEFAULT_MEASURES, parse_measures
    from bpsearch.evaluation.qrels import read_qrels
    from bpsearch.evaluation.relevance import check_choice, relevance_notes
    from bpsearch.evaluation.selection import check_folds
    from bpsearch.evaluation.significance import check_correction
    from bpsearch.evaluation.summary import How, compare_runs, evaluate_all, select_run

    check_correction(test, correction)
    if select and per_topic:
        raise BpsearchError("--select and --per-topic print different things; use one of them")
    how = How(test, correction, confidence, resamples, seed)
    measures = parse_measures(measure or DEFAULT_MEASURES, relevance_level=relevance_level)
    judgments = read_qrels(qrels)
    if select and complete:
        check_folds(len(judgments), folds)
    candidates = list(dict.fromkeys(map(str, runs)))
    reference = None if baseline is None else str(baseline)
    names = candidates if reference is None else list(dict.fromkeys([reference, *candidates]))
    evaluations = evaluate_all(judgments, _read_runs(names), measures, complete=complete)
    topics = next(iter(evaluations.values())).topics
    for note in relevance_notes(judgments, topics, measures):
        err.print(note, markup=False, soft_wrap=True)
    width = out.width if output is None else FILE_WIDTH
    tables: list[RenderableType] = []
    if select:
        check_choice(judgments, topics, measures[0])
        selection, choices = select_run(
            evaluations, candidates, measures, baseline=reference, how=how, folds=folds, repeats=repeats
        )
        records = show.choice_records(selection, choices, candidates)
        tables.extend(show.choice_tables(selection, choices, candidates, confidence, width))
    else:
        rows = compare_runs(evaluations, measures, baseline=reference, how=how)
        records = show.row_records(rows, evaluations)
        tables.extend(show.row_tables(rows, evaluations, confidence, complete, width))
        if any(row.judged == 0 for row in rows) and not any(row.judged > 0 for row in rows):
            err.print("none of the first results is judged: do the runs name documents as the qrels do?")
    if per_topic:
        records = show.topic_records(evaluations, measures)
        tables.extend(show.topic_tables(evaluations, measures, width))
    emit(records, tables, form=form, output=output)


def _read_runs(paths: Sequence[str]) -> dict[str, dict[str, list[Hit]]]:
    from bpsearch.retrieval.runs import read_run

    with progress() as display:
        task = display.add_task("reading runs", total=len(paths), note="")
        runs = {}
        for path in paths:
            runs[path] = read_run(path)
            display.advance(task)
    return runs
