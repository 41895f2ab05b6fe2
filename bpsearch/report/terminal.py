"""What a sweep prints: the comparison, and what the chosen thresholds are worth on other topics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bpsearch.evaluation.coverage import counted
from bpsearch.evaluation.layout import Column, Part, fits, fitted, table
from bpsearch.evaluation.layout import Line as Row
from bpsearch.evaluation.rounding import shown, shown_p, signed
from bpsearch.report.summary import SIGNIFICANT, Line, summary
from bpsearch.sweeps.records import Sweep
from bpsearch.sweeps.references import BASELINE

LEAST_JUDGED = 0.5
Make = Callable[[Sequence[Line], Sequence[str]], tuple[list[Column], list[Row]]]


def terminal_tables(sweep: Sweep, width: int) -> Iterator[Part]:
    """The comparison table, the held-out values, and what to mind; a table too wide becomes several."""
    lines = summary(sweep)
    first = sweep.measures[0]
    yield from _fitting("filter", _comparison, lines, sweep.measures, width)
    test, correction = (sweep.manifest["settings"][name] for name in ("test", "correction"))
    corrected = "not corrected" if correction == "none" else f"corrected over the filters of a series ({correction})"
    yield f"{counted(sweep.topics)}. diff: to all blocks. p: {test} test, {corrected}."
    yield f"* chosen: the best by {first}; of equally good filters the one that keeps most text."
    tried = [line for line in lines if line.held_out]
    if tried:
        yield from _fitting("held out", _held_out, tried, sweep.measures, width)
        yield "held out: the threshold is chosen on some topics and measured on the others."
        yield "optimism: how much better the chosen filter looks on the topics that chose it."
    share = lines[0].judged[first]
    if share < LEAST_JUDGED:
        yield f"Mind: only {share:.0%} of the first results are judged; the others count as not relevant."


def _fitting(first: str, make: Make, lines: Sequence[Line], measures: Sequence[str], width: int) -> Iterator[Part]:
    """A table, or one for each measure where it is too wide, with empty lines around."""
    together = fits(table(first, *make(lines, measures)), width)
    for some in [measures] if together else [[measure] for measure in measures]:
        yield ""
        yield from fitted(first, *make(lines, some), width)
    yield ""


def _comparison(lines: Sequence[Line], measures: Sequence[str]) -> tuple[list[Column], list[Row]]:
    columns = [column for name in measures for column in (Column(name, 9), Column("diff", 8), Column("p", 7))]
    rows = []
    for line in lines:
        cells = []
        for measure in measures:
            cells += [shown(line.comparisons[measure].value), *_difference(line, measure)]
        judged = f"{line.judged[measures[0]]:.0%}" if line.documents else ""
        rows.append(Row(_marked(line), [*cells, judged, f"{line.text:.0%}"], line.kind))
    return [*columns, Column("judged", 6), Column("text", 5)], rows


def _difference(line: Line, measure: str) -> tuple[str, str]:
    found = line.difference(measure)
    if found is None:
        return "", ""
    style = "bold" if found.corrected_p < SIGNIFICANT else "dim"
    return signed(found.difference), f"[{style}]{shown_p(found.corrected_p).replace('<0', '<')}[/]"  # no wider


def _held_out(lines: Sequence[Line], measures: Sequence[str]) -> tuple[list[Column], list[Row]]:
    columns = [column for name in measures for column in (Column(name, 9), Column("diff", 8), Column("optimism", 7))]
    rows = []
    for line in lines:
        cells = []
        for measure in measures:
            outcome = line.held_out[measure]
            difference = outcome.comparison.differences[BASELINE].difference
            cells += [shown(outcome.comparison.value), signed(difference), signed(outcome.optimism)]
        rows.append(Row(_marked(line), [*cells, f"{line.stability:.0%}"]))
    return [*columns, Column("in folds", 6)], rows


def _marked(line: Line) -> str:
    return ("*" if line.kind == "chosen" else " ") + line.name
