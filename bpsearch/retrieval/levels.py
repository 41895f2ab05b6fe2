"""Levels: how many thresholds of a sweep each block survives, and what that leaves of documents."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from bpsearch.index.block_index import BlockIndex
from bpsearch.index.table import LENGTH, ColumnRecord
from bpsearch.lucene.lengths import encode_length
from bpsearch.retrieval.filters import Filter, chunks

Array = NDArray[Any]
CELLS_AT_ONCE = 1 << 17  # documents times thresholds looked at together: what a processor's cache holds
_ENCODED = encode_length(np.arange(1 << 16))


class Survival(NamedTuple):
    """What is left at each threshold."""

    documents: Array
    blocks: Array
    tokens: Array


class Levels(NamedTuple):
    """How many thresholds each block survives, and what that leaves of the collection and of documents."""

    of_blocks: Array
    length_codes: NDArray[np.uint8]  # [document, threshold]: the length byte
    survival: Survival


def levels_of(index: BlockIndex, column: str, thresholds: Array, where: Filter | None) -> Levels:
    """Count what each threshold t of `column >= t`, among blocks that satisfy `where`, leaves."""
    table, first, count = index.block_table, index.documents.first_blocks, len(thresholds)
    stored, lengths = table[column], table[LENGTH]
    of_blocks = np.zeros(table.blocks, np.uint8 if count < 256 else np.uint16)
    codes = np.zeros((len(index.documents), count), np.uint8)

    def survived(values: Array) -> Array:
        return _survived(values, thresholds, stored.record).astype(of_blocks.dtype)

    def count_part(part: tuple[int, int]) -> Survival:
        start, end = part
        low, high = int(first[start]), int(first[end])
        levels = stored.mapped(survived, low, high)
        if where is not None:
            levels = levels * where.mask(table, low, high)
        of_blocks[low:high] = levels
        bounds = np.asarray(first[start : end + 1], np.int64) - low
        left = sums_above(lengths.mapped(lambda values: values.astype(np.int32), low, high), levels, bounds, count)
        codes[start:end] = _ENCODED.take(left) if left.max(initial=0) < len(_ENCODED) else encode_length(left)
        blocks = from_above(np.bincount(levels, minlength=count + 1))[1:]
        return Survival(np.count_nonzero(left, axis=0), blocks, left.sum(axis=0, dtype=np.int64))

    parts = map(count_part, chunks(first, CELLS_AT_ONCE // (count + 1)))
    nothing = Survival(*np.zeros((3, count), np.int64))
    return Levels(of_blocks, codes, Survival(*(np.sum(counts, axis=0) for counts in zip(nothing, *parts, strict=True))))


def sums_above(values: Array, levels: Array, bounds: Array, count: int) -> Array:
    """[range, threshold]: the sum of the values in a range whose level is above the threshold, for `count` of them."""
    values = values.astype(np.int64 if values.dtype.itemsize > 4 else np.int32, copy=False)
    shape = (len(bounds) - 1, count + 1)
    by_level = csr_array((values, levels.astype(np.int32), bounds.astype(np.int32)), shape)  # adds up what it has twice
    return from_above(by_level.toarray())[:, 1:]


def from_above(counts: Array) -> Array:
    """Cumulative sums from the last entry of the last axis down."""
    return np.cumsum(counts[..., ::-1], axis=-1, dtype=counts.dtype)[..., ::-1]


def _survived(values: Array, thresholds: Array, record: ColumnRecord) -> Array:
    """How many thresholds each value reaches; what is unknown reaches none, as in a filter."""
    bounds = thresholds.astype(np.float32) if values.dtype.kind == "f" else thresholds
    found = np.searchsorted(bounds, values, side="right")
    if values.dtype.kind == "f":
        return np.where(np.isnan(values), 0, found)
    return np.where(values < 0, 0, found) if record.can_be_unknown else found
