"""Accuracy as tables for people and as records for programs."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

from rich import box
from rich.console import RenderableType
from rich.table import Table

from bpsearch.labelled.accuracy import Accuracy
from bpsearch.labelled.records import Corpus

HEADS = ("P", "R", "F1", "FPR", "AuC", "text", "median")
_CLEANEVAL_HEADS = ("P", "R", "F")


def described(corpus: Corpus) -> str:
    """What a corpus has, in one line."""
    sites = {page.site for page in corpus.pages}
    words = int(corpus.column("words").sum())
    text = f"{corpus.name}: {len(corpus.pages):,} pages of {len(sites):,} sites, "
    text += f"{len(corpus.column('words')):,} blocks, {words:,} words"
    found = mean(page.found for page in corpus.pages)
    return text if found == 1 else f"{text}; {found:.1%} of a gold text found in blocks (mean over pages)"


def accuracy_tables(corpus: Corpus, rows: Sequence[Accuracy], classes: int) -> list[RenderableType]:
    """Blocks and text in one table, the measure of CleanEval in another: each fits a terminal; in percent."""
    table = plain_table(described(corpus), ("cleaner", *HEADS))
    table.caption = (
        f"In percent. P to AuC: blocks, {classes} classes, weighted by words. text, median: F1 over bags of tokens, "
        "mean and median over pages."
    )
    aligned = plain_table(f"{corpus.name}: the measure of CleanEval", ("cleaner", *_CLEANEVAL_HEADS))
    aligned.caption = "In percent: precision, recall and F over aligned words and segment marks of all pages."
    for row in rows:
        table.add_row(row.cleaner, *map(percent, (*row.blocks, row.mean, row.median)))
        if row.cleaneval:
            found = row.cleaneval
            aligned.add_row(row.cleaner, *map(percent, (found.precision, found.recall, found.f_score)))
    return [table, aligned] if aligned.row_count else [table]


def accuracy_records(corpus: Corpus, rows: Sequence[Accuracy], classes: int) -> list[dict[str, object]]:
    """The same as records, from 0 to 1."""
    records: list[dict[str, object]] = []
    for row in rows:
        record: dict[str, object] = {"corpus": corpus.name, "cleaner": row.cleaner, "classes": classes}
        record |= row.blocks._asdict() | {"text_f1_mean": row.mean, "text_f1_median": row.median}
        if row.cleaneval:
            record |= {
                "cleaneval_precision": row.cleaneval.precision,
                "cleaneval_recall": row.cleaneval.recall,
                "cleaneval_f": row.cleaneval.f_score,
            }
        records.append(record | {"failures": len(row.failures)})
    return records


def plain_table(title: str, heads: Sequence[str]) -> Table:
    """A table with names in its first column and numbers in the others."""
    table = Table(title=title, title_justify="left", caption_justify="left", box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
    table.add_column(heads[0], no_wrap=True)
    for head in heads[1:]:
        table.add_column(head, justify="right", no_wrap=True)
    return table


def percent(value: float) -> str:
    """With one decimal, as the papers have it."""
    return f"{100 * value:.1f}"
