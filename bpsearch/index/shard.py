"""A shard: the block index of some consecutive pages, built by one worker."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bpsearch import cleaners
from bpsearch.collections import Skip
from bpsearch.errors import BpsearchError
from bpsearch.index.documents import DOCNOS
from bpsearch.index.manifest import Options
from bpsearch.index.table import LENGTH
from bpsearch.lucene import jvm
from bpsearch.lucene.lengths import encode_length
from bpsearch.lucene.reader import IndexReader
from bpsearch.lucene.writer import BlockWriter, concatenate
from bpsearch.page import Page, features, segment

LUCENE, REPORT, BLOCK_COUNTS = "lucene", "shard.json", "block_counts.npy"


class ShardReport(NamedTuple):
    """What a finished shard holds, and what went wrong on the way."""

    documents: int
    blocks: int
    tokens: int
    skipped: list[Skip]


def build_shard(folder: Path, pages: Sequence[Page], options: Options) -> ShardReport:
    """Cut pages into blocks, index them and write their columns; the folder appears when all is done."""
    jvm.start(options=jvm.FOR_BUILDS)
    unfinished = folder.with_name(f"{folder.name}.{os.getpid()}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    chosen = [cleaner for cleaner in cleaners.get_all(options.cleaners) if cleaner.level == "page"]
    names = None if chosen else tuple(dict.fromkeys(features.DEFAULT + options.columns))
    collected: dict[str, list[np.ndarray[Any, Any]]] = {name: [] for name in options.columns}
    collected |= {column.name: [] for cleaner in chosen for column in cleaner.columns}
    docnos: list[str] = []
    block_counts: list[int] = []
    skipped: list[Skip] = []
    with BlockWriter(unfinished / LUCENE, options.analysis, options.store) as writer:
        for page in pages:
            try:
                blocks = segment(page.html, rule=options.rule, charset=page.charset)
                columns = features.columns(blocks, names=names)
            except Exception as error:
                skipped.append(Skip(page.url or "", page.id, f"cannot be cut into blocks: {error!r}"))
                continue
            writer.add(page.id, blocks.texts, columns["words"], columns["density"], columns["links"])
            if chosen:
                item = cleaners.CleanerInput(page, blocks, columns)
                labels = cleaners.label_page(
                    chosen, item, lambda f: skipped.append(Skip(f.cleaner, f.page, f"no verdict: {f.reason}"))
                )
                columns = {**columns, **labels}
            for name, values in collected.items():
                values.append(columns[name])
            docnos.append(page.id)
            block_counts.append(len(blocks))
    lengths = _exact_lengths(unfinished / LUCENE, options)
    np.save(unfinished / f"{LENGTH}.npy", lengths)
    for name, values in collected.items():
        np.save(unfinished / f"{name}.npy", np.concatenate(values) if values else np.zeros(0, np.int32))
    np.save(unfinished / BLOCK_COUNTS, np.array(block_counts, np.int32))
    (unfinished / DOCNOS).write_text("".join(f"{docno}\n" for docno in docnos), encoding="utf-8")
    report = ShardReport(len(docnos), sum(block_counts), int(lengths.sum()), skipped)
    (unfinished / REPORT).write_text(json.dumps(report._asdict()), encoding="utf-8")
    _appear(unfinished, folder)
    return report


def read_report(folder: Path) -> ShardReport:
    """The report of a finished shard."""
    entries = json.loads((folder / REPORT).read_text(encoding="utf-8"))
    return ShardReport(**entries | {"skipped": [Skip(*entry) for entry in entries["skipped"]]})


def merge_shards(folder: Path, sources: Sequence[Path]) -> None:
    """Merge the Lucene indexes of consecutive shards into one; the folder appears when all is done."""
    unfinished = folder.with_name(f"{folder.name}.{os.getpid()}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    try:
        concatenate(unfinished / LUCENE, [source / LUCENE for source in sources], merge=True)
    except BpsearchError:
        shutil.rmtree(unfinished, ignore_errors=True)
        if not folder.is_dir():
            raise
    else:
        _appear(unfinished, folder)
    for source in sources:
        shutil.rmtree(source / LUCENE, ignore_errors=True)


def _appear(unfinished: Path, folder: Path) -> None:
    """Give a folder its name; a worker that outlives its killed build may have been faster with the same one."""
    try:
        unfinished.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
        shutil.rmtree(unfinished)


def _exact_lengths(folder: Path, options: Options) -> np.ndarray[Any, Any]:
    """Analysed tokens per block; checked against Lucene's norms, which know of terms that share a position."""
    reader = IndexReader(folder)
    try:
        lengths = reader.lengths()
        if not np.array_equal(encode_length(lengths), reader.norms()):
            raise BpsearchError(
                f"the analyzer for language {options.language!r} puts several terms at one position; "
                f"document lengths cannot be exact with it. Choose another with --language or --analyzer"
            )
        return lengths
    finally:
        reader.close()
