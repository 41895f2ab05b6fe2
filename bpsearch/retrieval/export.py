"""What a filter leaves, as something others can use: a plain document index, or the text."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from itertools import compress
from pathlib import Path

import numpy as np

from bpsearch.errors import BpsearchError
from bpsearch.files import check_new_file, is_stream, new_folder, replacing
from bpsearch.index.block_index import BlockIndex
from bpsearch.index.manifest import FILE as MANIFEST
from bpsearch.index.table import LENGTH
from bpsearch.lucene.writer import SEPARATOR, DocumentWriter
from bpsearch.retrieval.filters import parse_filter

BATCH = 200  # documents whose texts are read from Lucene at once, or as many as have so many tokens and blocks
BATCH_TOKENS = 500_000


def surviving_blocks(index: BlockIndex, where: str | None) -> Iterator[tuple[str, list[str]]]:
    """Docno and surviving blocks of every document, in index order."""
    asked = parse_filter(where, index.block_table)
    asked.check(index.block_table)
    if not index.manifest.options.store:
        raise BpsearchError(f"{index.folder} was built with --no-store: it does not hold the blocks' texts to export")
    first = index.documents.first_blocks
    for start, end in _batches(index):
        low, high = int(first[start]), int(first[end])
        texts = index.reader.texts(low, high)
        mask = asked.mask(index.block_table, low, high)
        for document in range(start, end):
            own = slice(int(first[document]) - low, int(first[document + 1]) - low)
            yield index.documents[document], list(compress(texts[own], mask[own].tolist()))


def _batches(index: BlockIndex) -> Iterator[tuple[int, int]]:
    """Ranges of documents whose texts are in memory together."""
    first, lengths = index.documents.first_blocks, index.block_table[LENGTH]
    start, documents = 0, len(index.documents)
    while start < documents:
        end = min(start + BATCH, documents)
        low = int(first[start])
        sizes = np.concatenate(([0], np.cumsum(lengths.read(low, int(first[end])).astype(np.int64) + 1)))
        sizes = sizes[first[start : end + 1].astype(np.int64) - low]
        fitting = int(np.searchsorted(sizes, BATCH_TOKENS, side="right")) - 1
        end = start + max(fitting, 1)
        yield start, end
        start = end


def export_index(
    index: BlockIndex,
    where: str | None,
    output: Path,
    force: bool = False,
    on_document: Callable[[], object] = lambda: None,
) -> None:
    """Write the plain Lucene document index that a filter stands for; stock Anserini and Pyserini read it."""
    output = new_folder(output)
    if output.is_file() or (output.is_dir() and any(output.iterdir())):
        ours = (output.parent / MANIFEST).is_file()  # Lucene's part of a block index
        if not force or ours or not any(output.glob("segments_*")):
            raise BpsearchError(f"{output} exists already; --force replaces an earlier export, nothing else")
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=output.parent, prefix=f".{output.name}.", suffix=".unfinished") as unfinished:
        made = Path(unfinished) / "index"
        with DocumentWriter(made, index.manifest.options.analysis) as writer:
            for docno, blocks in surviving_blocks(index, where):
                writer.add(docno, *blocks)
                on_document()
        if output.exists():
            shutil.rmtree(output)
        made.rename(output)


def export_jsonl(
    index: BlockIndex,
    where: str | None,
    output: Path,
    force: bool = False,
    on_document: Callable[[], object] = lambda: None,
) -> None:
    """Write one JSON object per document, with `id` and `contents` (one block a line), in index order.

    Where the analyzer looks across lines (Japanese), an index made from `contents` ranks differently.
    """
    check_new_file(output)
    if output.exists() and not is_stream(output) and not force:
        raise BpsearchError(f"{output} exists already; --force replaces it")
    with replacing(output) as unfinished, unfinished.open("w", encoding="utf-8", newline="\n") as file:
        for docno, blocks in surviving_blocks(index, where):
            file.write(json.dumps({"id": docno, "contents": SEPARATOR.join(blocks)}, ensure_ascii=False) + "\n")
            on_document()
