"""bpsearch info: what is in an index, and how it was made."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bpsearch.console import out

if TYPE_CHECKING:
    from bpsearch.index.table import StoredColumn
    from bpsearch.retrieval.search import Index

BAR = " ▁▂▃▄▅▆▇█"
WORD_BOUNDS = (0, 1, 2, 3, 4, 5, 6, 8, 11, 16, 23, 32, 45, 64, 91, 128, 1 << 31)
DENSITY_BOUNDS = (*range(21), 1 << 31)


def info(
    index: Annotated[Path, typer.Argument(help="A block index.")],
    where: Annotated[str | None, typer.Option(help="Also count what this filter leaves.")] = None,
) -> None:
    """Show what an index holds, how it was made, and how words and density are distributed.

    [bold]bpsearch info indexes/demo --where "words >= 11"[/]
    """
    import bpsearch
    from bpsearch.retrieval.filters import parse_filter

    with bpsearch.open(index) as opened:
        parse_filter(where, opened.block_table).check(opened.block_table)
        _show(opened, where)


def _show(index: Index, where: str | None) -> None:
    from rich.markup import escape
    from rich.table import Column, Table

    manifest = index.manifest
    options, source, counts = manifest.options, manifest.source, manifest.counts
    facts = {
        "documents": f"{counts['documents']:,}",
        "blocks": f"{counts['blocks']:,} ({counts['blocks'] / max(counts['documents'], 1):.1f} a document)",
        "tokens": f"{counts['tokens']:,} analysed",
        "skipped": ", ".join(f"{count:,} {reason}" for reason, count in manifest.skipped.items()) or "nothing",
        "source": f"{source.path} ({source.format}, {source.files:,} files, {source.bytes:,} bytes)",
        "options": f"rule {options.rule}, language {options.language}, analyzer {options.analyzer}, "
        + ("texts stored" if options.store else "texts not stored"),
        "made": f"{manifest.created} in {sum(manifest.timings.values()):.1f} s, "
        + ", ".join(f"{name} {version}" for name, version in manifest.versions.items()),
        "bytes": ", ".join(f"{name} {size:,}" for name, size in _sizes(index.folder).items()),
    }
    if manifest.notes:
        facts["notes"] = "\n".join(manifest.notes)
    if where is not None:
        left = index.count(where)
        facts[where] = f"{left.documents:,} documents, {left.blocks:,} blocks, {left.tokens:,} tokens"
    table = Table.grid(padding=(0, 2))
    for name, value in facts.items():
        table.add_row(escape(name), escape(value))
    out.print(table)
    name_column = Column("column", no_wrap=True, min_width=max(map(len, index.block_table)))  # to be copied to --where
    columns = Table(name_column, "kind", "stored as", "what", "from", box=None, padding=(0, 2), title_justify="left")
    for name in index.block_table:
        column = index.block_table[name]
        record = column.record
        columns.add_row(name, record.kind, _stored_as(column), escape(record.description), escape(record.source))
    out.print()
    out.print(columns)
    for name, bounds in (("words", WORD_BOUNDS), ("density", DENSITY_BOUNDS)):
        if name in index.block_table and "words" in index.block_table:
            _histogram(index, name, bounds)


def _stored_as(column: StoredColumn) -> str:
    if column.values is None:
        return str(column.codes.dtype)
    rare = 0 if column.exceptions is None else len(column.exceptions)
    return f"{len(column.values)} codes" + (f", {rare:,} rare" if rare else "")


def _histogram(index: Index, name: str, bounds: tuple[int, ...]) -> None:
    """Shares of blocks and of words by the value of a column, as in Figures 4 and 5 of seed 001."""
    import numpy as np

    values, words = index.block_table[name].read(), index.block_table["words"].read()
    places = np.searchsorted(np.array(bounds), values, side="right") - 1
    blocks = np.bincount(places, minlength=len(bounds) - 1)
    weighted = np.bincount(places, words, minlength=len(bounds) - 1)
    width = 1 + max(len(str(bound)) for bound in bounds[:-1])
    out.print()
    out.print(f"{name:>8}  " + "".join(f"{bound:>{width}}" for bound in bounds[:-1]))
    for label, counts in (("blocks", blocks), ("words", weighted)):
        out.print(f"{label:>8}  " + "".join(f"{bar:>{width}}" for bar in _bars(counts)))


def _bars(counts: Any) -> list[str]:
    highest = max(float(counts.max()), 1.0)
    return [BAR[0] if not count else BAR[1 + round(float(count) / highest * (len(BAR) - 2))] for count in counts]


def _sizes(folder: Path) -> dict[str, int]:
    return {
        part.name: sum(file.stat().st_size for file in part.rglob("*") if file.is_file())
        for part in sorted(folder.iterdir())
        if part.is_dir()
    }
