"""Cleaners on an index that exists: the collection is read again, their verdicts become columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from bpsearch import cleaners
from bpsearch.collections import Collection, Ledger, open_collection
from bpsearch.errors import BpsearchError
from bpsearch.index.block_index import BlockIndex
from bpsearch.index.table import ColumnRecord

Array = np.ndarray[Any, Any]


def add_cleaners(
    index: BlockIndex,
    chosen: Sequence[cleaners.Cleaner],
    reopen: Callable[[], Collection] | None = None,
    on_progress: Callable[[int], object] = lambda pages: None,
) -> list[cleaners.Failure]:
    """Add the columns of cleaners; the collection must be what the index was built from.

    Returns where a cleaner failed: the blocks of such a page have no verdict.
    """
    source = index.manifest.source
    reopen = reopen or (lambda: open_collection(source.path, source.format))
    if reopen().fingerprint() != source.fingerprint:
        raise BpsearchError(f"{source.path} is not what {index.folder} was built from: it has changed since")
    failures: list[cleaners.Failure] = []
    fitted = cleaners.fit(chosen, lambda: _items(index, reopen()))
    parts: dict[str, list[Array]] = {column.name: [] for cleaner in chosen for column in cleaner.columns}
    for done, item in enumerate(_items(index, reopen()), start=1):
        labels = cleaners.label_page(chosen, item, failures.append, fitted)
        for name, values in labels.items():
            parts[name].append(values)
        on_progress(done)
    for cleaner in chosen:
        for record in column_records([cleaner]):
            index.block_table.add(record, parts[record.name])
        if cleaner.name in fitted:
            index.save_state(cleaner.name, fitted[cleaner.name].state())
    return failures


def column_records(chosen: Sequence[cleaners.Cleaner]) -> list[ColumnRecord]:
    """What the table's catalogue says about the columns of cleaners."""
    return [
        ColumnRecord(column.name, column.kind, cleaner.description, cleaner.source, column.classes, column.keep)
        for cleaner in chosen
        for column in cleaner.columns
    ]


def _items(index: BlockIndex, collection: Collection) -> Iterator[cleaners.CleanerInput]:
    """The pages of an index as cleaners see them, in index order."""
    documents = index.documents
    place = 0
    for page in collection.pages(Ledger()):
        if place < len(documents) and documents[place] == page.id:
            item = cleaners.prepare(page, index.manifest.options.rule)
            expected = int(documents.first_blocks[place + 1]) - int(documents.first_blocks[place])
            if len(item.blocks) != expected:
                raise BpsearchError(
                    f"page {page.id} has {len(item.blocks)} blocks now and had {expected} when the index was built; "
                    f"build the index again"
                )
            place += 1
            yield item
    if place != len(documents):
        raise BpsearchError(f"{collection.source} lacks pages of {index.folder}; build the index again")
