"""What `bpsearch train` reports: Tables 3 and 4 and Figure 1 of seed 003, accuracy as elsewhere, and the time."""

from __future__ import annotations

from rich.table import Table

from bpsearch.labelled.exhibits import Exhibit, Record
from bpsearch.labelled.show import HEADS, accuracy_records, described, percent, plain_table
from bpsearch.labelled.table4 import (
    CUTOFF,
    PUBLISHED,
    PUBLISHED_BALANCE,
    PUBLISHED_MILLISECONDS,
    Balance,
    Decisions,
    mean_balance,
    mean_decisions,
    over_cutoffs,
)
from bpsearch.labelled.training import Examples, Tested

_PAPER = "The lines with a language are those of texrex in the paper, on pages and labels of its own."


def training_exhibits(given: Examples, tested: Tested, way: str) -> list[Exhibit]:
    """All that is known from a test on sites held out; `way` says how they were held out."""
    return [_accuracy(given, tested, way), _table_4(given, tested, way), _table_3(given, tested), _figure_1(tested)]


def _accuracy(given: Examples, tested: Tested, way: str) -> Exhibit:
    content = "headlines and full text" if given.article else "all that is labelled"
    table = plain_table(f"{given.learner.cleaner} on sites it has not learned from ({way})", ("corpus", *HEADS))
    table.caption = (
        f"In percent. Content to learn: {content}. P to AuC: blocks, 2 classes, weighted by words (WSDM 2010, Table 2: "
        "95.3 at best). text, median: F1 over bags of tokens."
    )
    records: list[Record] = []
    for corpus, row in zip(given.corpora, tested.accuracies, strict=True):
        table.add_row(corpus.name, *map(percent, (*row.blocks, row.mean, row.median)))
        records += accuracy_records(corpus, [row], 2)
    return Exhibit("accuracy", records, table)


def _named(given: Examples) -> str:
    return f"{given.learner.cleaner}: {', '.join(corpus.name for corpus in given.corpora)}"


def _table_4(given: Examples, tested: Tested, way: str) -> Exhibit:
    ours = mean_decisions(tested.boilerplate, tested.scores, tested.fold)
    heads = ("", "precision", "recall", "F1", "correct", "baseline", "PRE")
    table = plain_table(f"Schäfer, LREV 2016, Table 4: at a cutoff of {CUTOFF}, means over folds ({way})", heads)
    table.caption = f"Rows count once each; boilerplate is looked for. {_PAPER} Its F1 repeats the recall."
    return Exhibit("table4", _beside(table, {_named(given): ours} | PUBLISHED), table)


def _table_3(given: Examples, tested: Tested) -> Exhibit:
    ours = mean_balance(tested.boilerplate, tested.scores, tested.fold)
    table = plain_table("Table 3: where precision equals recall, means over folds", ("", "cutoff", "F1", "correct"))
    return Exhibit("table3", _beside(table, {_named(given): ours} | PUBLISHED_BALANCE), table)


def _beside(table: Table, rows: dict[str, Balance] | dict[str, Decisions]) -> list[Record]:
    records: list[Record] = []
    for name, values in rows.items():
        table.add_row(name, *(f"{value:.3f}" for value in values))
        record: Record = {"data": name}
        records.append(record | values._asdict())
    return records


def _figure_1(tested: Tested) -> Exhibit:
    return Exhibit("cutoffs", over_cutoffs(tested.boilerplate, tested.scores))


def time_exhibit(given: Examples, scoring: float, segmenting: float) -> Exhibit:
    """Milliseconds per page beside those of the paper."""
    table = plain_table(f"CPU milliseconds per page, {described(given.corpora[0])}", ("", "ours", "paper"))
    table.add_row(f"{given.learner.cleaner}: features and score", f"{scoring:.2f}", f"{PUBLISHED_MILLISECONDS}")
    table.add_row("decoding, segmentation and columns before", f"{segmenting:.2f}", "")
    record: Record = {"cleaner": given.learner.cleaner, "milliseconds": scoring, "segmenting": segmenting}
    return Exhibit("time", [record | {"paper": PUBLISHED_MILLISECONDS}], table)
