"""What a sweep prints: the comparison, and what the chosen thresholds are worth on other topics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from bpsearch.report.summary import SIGNIFICANT, Line, shown, shown_p, signed, summary
from bpsearch.sweeps.records import Sweep
from bpsearch.sweeps.references import BASELINE

LEAST_JUDGED = 0.5


def terminal_tables(sweep: Sweep, width: int) -> Iterator[Table | str]:
    """The comparison table, the held-out values, and what to mind; a table too wide becomes one for each measure."""
    lines = summary(sweep)
    first = sweep.measures[0]
    yield from _fitting(_comparison, lines, sweep.measures, width)
    test, correction = (sweep.manifest["settings"][name] for name in ("test", "correction"))
    corrected = "not corrected" if correction == "none" else f"corrected over the filters of a series ({correction})"
    yield (
        f"{len(sweep.topics)} topic{'s' * (len(sweep.topics) != 1)}. diff: to all blocks. p: {test} test, {corrected}."
    )
    yield f"* chosen: the best by {first}; of equally good filters the one that keeps most text."
    if any(line.held_out for line in lines):
        yield from _fitting(_held_out, lines, sweep.measures, width)
        yield "held out: the threshold is chosen on some topics and measured on the others."
        yield "optimism: how much better the chosen filter looks on the topics that chose it."
    share = lines[0].judged[first]
    if share < LEAST_JUDGED:
        yield f"Mind: only {share:.0%} of the first results are judged; the others count as not relevant."


def _fitting(
    make: Callable[[Sequence[Line], Sequence[str]], Table], lines: Sequence[Line], measures: Sequence[str], width: int
) -> Iterator[Table | str]:
    """A table, or one for each measure where it is too wide, with empty lines around."""
    together = make(lines, measures)
    fits = Console(width=10 * width).measure(together).minimum <= width
    for table in [together] if fits else [make(lines, [measure]) for measure in measures]:
        yield ""
        yield table
    yield ""


def _comparison(lines: Sequence[Line], measures: Sequence[str]) -> Table:
    names = [name for measure in measures for name in (measure, "diff", "p")]
    table = _table("filter", lines, names, ["judged", "text"])
    before = lines[0].kind
    for line in lines:
        if line.kind != before:
            table.add_section()
        before = line.kind
        cells = []
        for measure in measures:
            cells += [shown(line.comparisons[measure].value), *_difference(line, measure)]
        name = ("*" if line.kind == "chosen" else " ") + escape(line.name)
        table.add_row(name, *cells, f"{line.judged[measures[0]]:.0%}", f"{line.text:.0%}")
    return table


def _difference(line: Line, measure: str) -> tuple[str, str]:
    found = line.difference(measure)
    if found is None:
        return "", ""
    style = "bold" if found.corrected_p < SIGNIFICANT else "dim"
    return signed(found.difference), f"[{style}]{shown_p(found.corrected_p).replace('<0', '<')}[/]"  # no wider


def _held_out(lines: Sequence[Line], measures: Sequence[str]) -> Table:
    tried = [line for line in lines if line.held_out]
    names = [name for measure in measures for name in (measure, "diff", "optimism")]
    table = _table("held out", tried, names, ["in folds"])
    for line in tried:
        cells = []
        for measure in measures:
            outcome = line.held_out[measure]
            difference = outcome.comparison.differences[BASELINE].difference
            cells += [shown(outcome.comparison.value), signed(difference), signed(outcome.optimism)]
        table.add_row(f"*{escape(line.name)}", *cells, f"{line.stability:.0%}")
    return table


def _table(first: str, lines: Sequence[Line], per_measure: Sequence[str], last: Sequence[str]) -> Table:
    longest_word = max(len(word) for line in lines for word in line.name.split())
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True, show_edge=False)
    table.padding = (0, 1, 0, 0)
    table.add_column(first, overflow="fold", min_width=max(14, 1 + min(longest_word, 30)))
    for name in (*per_measure, *last):
        table.add_column(name, justify="right", no_wrap=True, min_width=len(name))
    return table
