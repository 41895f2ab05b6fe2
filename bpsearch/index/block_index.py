"""An open block index: its table, its documents, its postings."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from bpsearch.errors import BpsearchError
from bpsearch.files import replacing
from bpsearch.index.documents import Documents
from bpsearch.index.manifest import FILE as MANIFEST
from bpsearch.index.manifest import read_manifest
from bpsearch.index.table import BlockTable, ColumnRecord
from bpsearch.lucene.analysis import make_analyzer, terms_of
from bpsearch.lucene.reader import IndexReader, Postings

LARGEST = int(np.iinfo(np.int64).max)
KINDS = ("feature", "verdict", "score")
LUCENE, TABLE, DOCUMENTS, SKIPPED, CLEANERS = "lucene", "blocks", "documents", "skipped.jsonl", "cleaners"
PARTS = (LUCENE, TABLE, DOCUMENTS, SKIPPED, CLEANERS, MANIFEST)


class BlockIndex:
    """A block index, opened for reading. The JVM starts when postings or texts are first asked for."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.manifest = read_manifest(self.folder)
        self.block_table = BlockTable(self.folder / TABLE)
        self.documents = Documents(self.folder / DOCUMENTS)

    @cached_property
    def reader(self) -> IndexReader:
        """Lucene's side of the index."""
        return IndexReader(self.folder / LUCENE)

    @cached_property
    def _analyzer(self) -> Any:
        return make_analyzer(self.manifest.options.analysis)

    def terms(self, text: str) -> list[str]:
        """The terms of a query, analysed as the blocks were."""
        return terms_of(self._analyzer, text)

    def postings(self, terms: Sequence[str]) -> list[Postings]:
        """Where these terms occur."""
        return self.reader.postings(terms)

    def texts(self, document: int) -> list[str]:
        """The texts of a document's blocks, in order."""
        if not self.manifest.options.store:
            raise BpsearchError(f"{self.folder} was built with --no-store: it does not hold the blocks' texts")
        first = self.documents.first_blocks
        return self.reader.texts(int(first[document]), int(first[document + 1]))

    def add_column(
        self,
        name: str,
        values: Iterable[Any],
        *,
        kind: str = "feature",
        description: str = "",
        source: str = "",
    ) -> None:
        """Add a column with one value per block, in block order, or replace one added before; Lucene is not touched.

        `kind` is feature, verdict (1 keep, 0 drop, -1 unknown) or score (NaN is unknown).
        """
        if name in self.manifest.options.columns:
            raise BpsearchError(f"column {name} was made with the index, Lucene has it, too; choose another name")
        array = np.asarray(values if isinstance(values, np.ndarray) else list(values))
        if array.ndim != 1 or array.dtype.kind not in "biuf":
            raise BpsearchError(f"column {name}: expected one number for each block")
        if kind not in KINDS:
            raise BpsearchError(f"column {name}: unknown kind {kind!r}; expected one of {', '.join(KINDS)}")
        if array.dtype.kind == "u" and len(array) and int(array.max()) > LARGEST:
            raise BpsearchError(f"column {name} has {array.max()}; expected at most {LARGEST}, or floats")
        if array.dtype.kind == "f":
            array = array.astype(np.float32)
            if kind == "feature" and np.isnan(array).any():
                raise BpsearchError(f"column {name}: a feature is known of every block; for NaN, add it as a score")
        self.block_table.add(ColumnRecord(name, kind, description, source), [array])

    def save_state(self, cleaner: str, state: dict[str, Any]) -> None:
        """Keep what a collection-level cleaner has learned, to be inspected."""
        with replacing(self.folder / CLEANERS / f"{cleaner}.json") as unfinished:
            unfinished.write_text(json.dumps(state, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    def close(self) -> None:
        """Let go of Lucene's files."""
        if "reader" in self.__dict__:
            self.reader.close()
            del self.reader

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
