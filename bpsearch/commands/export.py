"""bpsearch export: what a filter leaves, for production."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bpsearch.console import err, progress
from bpsearch.errors import BpsearchError


def export(
    index: Annotated[Path, typer.Argument(help="A block index.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The document index (or the .jsonl file) to write.")],
    where: Annotated[str | None, typer.Option(help="Which blocks stay, e.g. 'words >= 11'; all if not given.")] = None,
    format: Annotated[str, typer.Option(help="lucene (a plain document index) or jsonl (id and contents).")] = "lucene",
    force: Annotated[bool, typer.Option("--force", help="Replace an earlier export.")] = False,
) -> None:
    """Write the plain document index that a filter stands for; Anserini and Pyserini read it as it is.

    [bold]bpsearch export indexes/demo --where "words >= 11" --output indexes/demo-words11[/]

    jsonl has the blocks of a document as lines of one text. Japanese is analysed across lines: there an index made
    of jsonl ranks differently, while the one for Lucene is exact.
    """
    import bpsearch
    from bpsearch.retrieval.export import export_index, export_jsonl

    writers = {"lucene": export_index, "jsonl": export_jsonl}
    if format not in writers:
        raise BpsearchError(f"unknown export format {format!r}; known: {', '.join(writers)}")
    with bpsearch.open(index) as opened, progress() as display:
        task = display.add_task("exporting", total=len(opened.documents), note="documents")
        writers[format](opened, where, output, force, lambda: display.advance(task))
        err.print(f"{output}: {len(opened.documents):,} documents, {where or 'all blocks'}", markup=False)
