"""The results of an evaluation as flat records for programs and as tables for the terminal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath

from ir_measures import Measure
from rich.cells import cell_len
from rich.markup import escape
from rich.text import Text

from bpsearch.evaluation.comparison import Comparison, Difference
from bpsearch.evaluation.coverage import counted, examples
from bpsearch.evaluation.layout import Column, Line, Part, fitted
from bpsearch.evaluation.measures import Evaluation
from bpsearch.evaluation.rounding import shown, shown_p, signed
from bpsearch.evaluation.selection import Selection
from bpsearch.evaluation.summary import Choice, Row

Record = dict[str, object]


def row_records(rows: Sequence[Row], evaluations: Mapping[str, Evaluation]) -> list[Record]:
    """One record for each run and measure."""
    return [
        {
            "run": row.run,
            "measure": row.measure,
            "topics": len(evaluations[row.run].topics),
            "topics_without_results": len(evaluations[row.run].coverage.without_results),
            "topics_without_judgments": len(evaluations[row.run].coverage.without_judgments),
            "judged": None if math.isnan(row.judged) else row.judged,
            "judged_at": row.judged_at,
            **row.comparison.columns(),
        }
        for row in rows
    ]


def topic_records(evaluations: Mapping[str, Evaluation], measures: Sequence[Measure]) -> list[Record]:
    """One record for each run, measure and topic."""
    return [
        {"run": run, "measure": str(measure), "topic": topic, "value": value}
        for run, evaluation in evaluations.items()
        for measure in measures
        for topic, value in zip(evaluation.topics, evaluation.values[str(measure)].tolist(), strict=True)
    ]


def choice_records(
    selection: Selection, choices: Sequence[Choice], candidates: Sequence[str]
) -> list[Record]:
    """One record for each measure: what the choice is worth on topics that had no say."""
    return [
        {
            "chosen": candidates[selection.chosen],
            "stability": selection.stability,
            "by": choices[0].measure,
            "measure": choice.measure,
            "on_all": choice.on_all,
            "optimism": choice.optimism,
            "deviation": choice.deviation,
            **choice.held_out_columns(),
        }
        for choice in choices
    ]


def row_tables(
    rows: Sequence[Row], evaluations: Mapping[str, Evaluation], confidence: float, complete: bool, width: int
) -> Iterator[Part]:
    """A table for each measure, and what is to be known about the topics."""
    compared = any(row.comparison.differences for row in rows)
    short = _short_names(evaluations)
    for measure in dict.fromkeys(row.measure for row in rows):
        of_measure = [row for row in rows if row.measure == measure]
        judged = Column(f"judged@{of_measure[0].judged_at}", 5)
        between = [Column("difference", 8), Column("p", 3), Column("corrected", 7)] if compared else []
        lines = []
        for row in of_measure:
            cells = [*_value_cells(row.comparison), "" if math.isnan(row.judged) else f"{row.judged:.3f}"]
            differences = _difference_cells(row.comparison.differences.get("baseline"))[: len(between)]
            lines.append(Line(short[row.run], [*cells, *differences]))
        columns = [Column("value", 9), Column(f"{confidence:.0%} interval", 2), judged, *between]
        yield from _titled(measure, fitted("run", columns, lines, width))
    yield from _notes(evaluations, complete)


def topic_tables(evaluations: Mapping[str, Evaluation], measures: Sequence[Measure], width: int) -> Iterator[Part]:
    """A table for each measure with a line for each topic and a column for each run; or several, if too wide."""
    topics = next(iter(evaluations.values())).topics
    room = width - max(map(cell_len, ("topic", *topics)))
    together = list(_together(_short_names(evaluations), room))
    for measure in measures:
        for runs in together:
            values = zip(*(evaluations[run].values[str(measure)].tolist() for run in runs), strict=True)
            columns = [Column(name, 1) for name in runs.values()]
            lines = [Line(topic, [f"{value:.4f}" for value in row]) for topic, row in zip(topics, values, strict=True)]
            yield from _titled(str(measure), fitted("topic", columns, lines, width))


def choice_tables(
    selection: Selection, choices: Sequence[Choice], candidates: Sequence[str], confidence: float, width: int
) -> Iterator[Part]:
    """What was chosen how often, and what that is worth."""
    shares = selection.chosen_share.tolist()
    short = _short_names(candidates)
    lines = []
    for position in sorted(range(len(candidates)), key=lambda row: -shares[row]):
        best = position == selection.chosen
        if shares[position] or best:
            lines.append(Line(short[candidates[position]], [f"{shares[position]:.1%}", "yes" if best else ""]))
    columns = [Column("chosen in folds", 2), Column("best on all topics", 1)]
    yield from _titled(f"chosen by {choices[0].measure}", fitted("run", columns, lines, width))
    compared = any(choice.comparison.differences for choice in choices)
    between = [Column("difference", 5), Column("p", 3)] if compared else []
    lines = []
    for choice in choices:
        cells = [*_value_cells(choice.comparison), shown(choice.on_all), signed(choice.optimism)]
        differences = _difference_cells(choice.comparison.differences.get("baseline"))[: len(between)]
        lines.append(Line(choice.measure, [*cells, *differences]))
    columns = [Column("held out", 9), Column(f"{confidence:.0%} interval", 2), Column("best on all", 4)]
    columns += [Column("optimism", 6), *between]
    yield from _titled("on topics that had no say in the choice", fitted("measure", columns, lines, width))


def _titled(title: str, parts: Iterable[Part]) -> Iterator[Part]:
    yield Text(title, style="bold")
    yield from parts
    yield ""


def _together(names: Mapping[str, str], room: int) -> Iterator[dict[str, str]]:
    """Runs, as many as a table has room for, one at least."""
    part: dict[str, str] = {}
    for run, name in names.items():
        if part and sum(1 + max(6, cell_len(each)) for each in (*part.values(), name)) > room:
            yield part
            part = {}
        part[run] = name
    yield part


def _short_names(runs: Iterable[str]) -> dict[str, str]:
    """File names where they tell runs apart, for paths would leave tables no room; else the paths."""
    names = {run: PurePath(run).name for run in runs}
    return names if len(set(names.values())) == len(names) else {run: run for run in names}


def _value_cells(comparison: Comparison) -> tuple[str, str]:
    return shown(comparison.value), f"{shown(comparison.low, 3)}–{shown(comparison.high, 3)}"


def _difference_cells(difference: Difference | None) -> Sequence[str]:
    if difference is None:
        return "baseline", "", ""
    return signed(difference.difference), shown_p(difference.p), shown_p(difference.corrected_p)


def _notes(evaluations: Mapping[str, Evaluation], complete: bool) -> Iterator[str]:
    topics = next(iter(evaluations.values())).topics
    yield f"measured on {_topics(topics)}" + (" of the qrels" if complete else " with results in every run")
    for run, evaluation in evaluations.items():
        common, without_judgments, without_results = evaluation.coverage
        if not common:
            yield escape(f"{run}: no results at all: worth 0 for every topic")
        elif without_results:
            fate = "worth 0" if complete else "left out"
            yield escape(f"{run}: no results for {_topics(without_results, named=True)}: {fate}")
        if without_judgments:
            yield escape(f"{run}: no judgments for {_topics(without_judgments, named=True)}: left out")
    nowhere = set(topics).intersection(*(evaluation.coverage.without_results for evaluation in evaluations.values()))
    if nowhere:
        yield f"no run has results for {_topics(sorted(nowhere))}; --common leaves them out"


def _topics(topics: Sequence[str], named: bool = False) -> str:
    return f"{counted(topics)} ({examples(topics)})" if named else counted(topics)
