"""Levels: how many thresholds of a sweep each block survives, and what that leaves of documents."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.index.block_index import BlockIndex
from bpsearch.index.table import LENGTH, ColumnRecord
from bpsearch.lucene.lengths import encode_length
from bpsearch.retrieval.filters import Filter, chunks

Array = NDArray[Any]
_ENCODED = encode_length(np.arange(1 << 16))


class Survival(NamedTuple):
    """What is left at each threshold."""

    documents: Array
    blocks: Array
    tokens: Array


class Levels:
    """How many thresholds each block survives, and what that leaves of the collection and of documents."""

    def __init__(self, index: BlockIndex, column: str, thresholds: Array, where: Filter | None) -> None:
        table, first, count = index.block_table, index.documents.first_blocks, len(thresholds)
        self.index = index
        self.count = count
        self.of_blocks = np.zeros(table.blocks, np.uint8 if count < 256 else np.uint16)
        self.block_lengths = table[LENGTH].read()
        documents, blocks, tokens = (np.zeros(count + 1, np.int64) for _ in range(3))
        stored = table[column]
        for start, end in chunks(table, first):
            low, high = int(first[start]), int(first[end])
            part = stored.mapped(
                lambda values: _survived(values, thresholds, stored.record).astype(self.of_blocks.dtype), low, high
            )
            if where is not None:
                part = part * where.mask(table, low, high)
            self.of_blocks[low:high] = part
            lengths = self.block_lengths[low:high]
            bounds = np.asarray(first[start : end + 1], np.int64) - low
            filled = bounds[:-1][np.diff(bounds) > 0]
            highest = np.maximum.reduceat(part * (lengths > 0), filled) if len(filled) else part
            documents += np.bincount(highest, minlength=count + 1)
            blocks += np.bincount(part, minlength=count + 1)
            tokens += np.bincount(part, lengths, count + 1).astype(np.int64)
        self.survival = Survival(*(from_above(counts)[1:] for counts in (documents, blocks, tokens)))

    @cache  # noqa: B019 - lives as long as one sweep
    def all_lengths(self, thresholds: tuple[int, ...]) -> NDArray[np.uint8]:
        """[document, threshold]: the length byte of every document at these thresholds, which ascend."""
        documents = self.index.documents
        codes = np.zeros((len(documents), len(thresholds)), np.uint8)
        for start, end in chunks(self.index.block_table, documents.first_blocks):
            low, high = int(documents.first_blocks[start]), int(documents.first_blocks[end])
            owners = documents.of_blocks(np.arange(low, high)) - start
            codes[start:end] = self._lengths(owners, slice(low, high), end - start, np.array(thresholds))
        return codes

    def lengths(self, documents: Array) -> NDArray[np.uint8]:
        """[document, threshold]: the length byte of these documents at every threshold."""
        first = np.asarray(self.index.documents.first_blocks, np.int64)
        starts, counts = first[documents], first[documents + 1] - first[documents]
        owners = np.repeat(np.arange(len(documents)), counts)
        blocks = np.arange(len(owners)) + np.repeat(starts - np.cumsum(counts) + counts, counts)
        return self._lengths(owners, blocks, len(documents), np.arange(self.count))

    def _lengths(self, owners: Array, blocks: Array | slice, documents: int, thresholds: Array) -> NDArray[np.uint8]:
        cells = len(thresholds) + 1
        reach = np.searchsorted(thresholds, np.arange(self.count + 1), side="left")  # how many a level survives
        places = owners * cells + reach[self.of_blocks[blocks]]
        left = np.bincount(places, self.block_lengths[blocks], documents * cells).astype(np.int32)
        left = from_above(left.reshape(documents, cells))[:, 1:]
        return _ENCODED[left] if left.max(initial=0) < len(_ENCODED) else encode_length(left)


def _survived(values: Array, thresholds: Array, record: ColumnRecord) -> Array:
    """How many thresholds each value reaches; what is unknown reaches none, as in a filter."""
    bounds = thresholds.astype(np.float32) if values.dtype.kind == "f" else thresholds
    found = np.searchsorted(bounds, values, side="right")
    if values.dtype.kind == "f":
        return np.where(np.isnan(values), 0, found)
    return np.where(values < 0, 0, found) if record.can_be_unknown else found


def from_above(counts: Array) -> Array:
    """Cumulative sums from the last entry of the last axis down."""
    return np.cumsum(counts[..., ::-1], axis=-1, dtype=counts.dtype)[..., ::-1]
