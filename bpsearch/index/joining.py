"""From shards to an index: neighbours are merged while others are built, and at the end all are put together."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bpsearch import cleaners
from bpsearch.index import shard
from bpsearch.index.block_index import DOCUMENTS, LUCENE, TABLE
from bpsearch.index.documents import DOCNOS, write_documents
from bpsearch.index.labels import column_records
from bpsearch.index.manifest import Options
from bpsearch.index.table import LENGTH, ColumnRecord, write_catalogue, write_column
from bpsearch.lucene.writer import concatenate
from bpsearch.page import features

MERGED_AT_ONCE = 16  # fewer segments make searches faster and builds slower


class Parts:
    """The finished shards, and how neighbours are merged: so many of a level make one of the next."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        for leftover in folder.glob("*.unfinished"):
            shutil.rmtree(leftover, ignore_errors=True)

    def path(self, level: int, number: int) -> Path:
        """The folder of a shard (level 0), or of shards merged so many times."""
        return self.folder / (f"{number:06d}" if not level else f"merged-{level}-{number:06d}")

    def finished(self, level: int, number: int) -> bool:
        """Whether it is there."""
        return self.path(level, number).is_dir()

    def to_merge(self, level: int, number: int) -> list[Path] | None:
        """The neighbours that can be merged now that this one is there."""
        first = number - number % MERGED_AT_ONCE
        group = range(first, first + MERGED_AT_ONCE)
        if not all(self.finished(level, member) for member in group):
            return None
        return [self.path(level, member) for member in group]

    def lucene_indexes(self, shards: int) -> list[Path]:
        """The indexes that together hold all shards, in order, the most merged ones first."""
        found: list[Path] = []
        start = 0
        while start < shards:
            level, size = 0, 1
            while start % (size * MERGED_AT_ONCE) == 0 and self.finished(level + 1, start // (size * MERGED_AT_ONCE)):
                level, size = level + 1, size * MERGED_AT_ONCE
            found.append(self.path(level, start // size) / shard.LUCENE)
            start += size
        return found


def join(
    folder: Path,
    parts: Parts,
    reports: Sequence[shard.ShardReport],
    options: Options,
    chosen: Sequence[cleaners.Cleaner],
) -> None:
    """Put the shards one after another: Lucene's segments, the columns, the documents."""
    paths = [parts.path(0, number) for number in range(len(reports))]
    for name in (LUCENE, TABLE, DOCUMENTS):
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).mkdir()
    blocks = sum(report.blocks for report in reports)
    concatenate(folder / LUCENE, parts.lucene_indexes(len(paths)), merge=False)
    records = [ColumnRecord(LENGTH, "feature", "analysed tokens", "Lucene")]
    records += [
        ColumnRecord(name, "feature", features.COLUMNS[name].description, features.COLUMNS[name].source)
        for name in options.columns
    ]
    records += column_records([cleaner for cleaner in chosen if cleaner.level == "page"])
    for record in records:
        write_column(folder / TABLE, record.name, _Arrays([path / f"{record.name}.npy" for path in paths]), blocks)
    write_catalogue(folder / TABLE, records)
    counts = [np.load(path / shard.BLOCK_COUNTS) for path in paths]
    write_documents(folder / DOCUMENTS, _docnos(paths), np.concatenate(counts) if counts else np.zeros(0, np.int32))


class _Arrays(Sequence[np.ndarray[Any, Any]]):
    """Arrays on disk, each loaded when it is looked at: a large collection has more shards than one may open files."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = paths

    def __len__(self) -> int:
        return len(self._paths)

    def __getitem__(self, place: Any) -> Any:
        return np.load(self._paths[place])


def _docnos(paths: Sequence[Path]) -> Iterator[str]:
    for path in paths:
        with (path / DOCNOS).open(encoding="utf-8", newline="\n") as file:
            yield from (line.removesuffix("\n") for line in file)
