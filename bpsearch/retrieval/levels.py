"""Levels: how many thresholds of a sweep each block survives, and what that leaves of documents.

One filter is a sweep with one threshold: its blocks have level 1, the others level 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.compiled import in_threads
from bpsearch.index.block_index import BlockIndex
from bpsearch.index.table import LENGTH, ColumnRecord
from bpsearch.retrieval import kernels
from bpsearch.retrieval.filters import Filter, chunks

Array = NDArray[Any]
MOST_LEVELS = int(np.iinfo(np.uint16).max)  # thresholds at once
BLOCKS_AT_ONCE = 1 << 17  # that a thread looks at


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


def levels_of_filter(index: BlockIndex, where: Filter) -> Levels:
    """The blocks that survive a filter, and what they leave."""
    return _levels(index, lambda low, high: where.mask(index.block_table, low, high), 1)


def levels_of_column(index: BlockIndex, column: str, thresholds: Array, where: Filter | None) -> Levels:
    """What each threshold t of `column >= t`, among blocks that satisfy `where`, leaves; thresholds ascend."""
    stored = index.block_table[column]
    kind = _level_type(len(thresholds))

    def levels(low: int, high: int) -> Array:
        found = stored.mapped(lambda values: _survived(values, thresholds, stored.record).astype(kind), low, high)
        return found if where is None else found * where.mask(index.block_table, low, high)

    return _levels(index, levels, len(thresholds))


def _levels(index: BlockIndex, levels: Callable[[int, int], Array], count: int) -> Levels:
    """Count what is left; `levels` gives those of blocks low to high-1."""
    table, first = index.block_table, index.documents.first_blocks
    of_blocks = np.zeros(table.blocks, _level_type(count))
    codes = np.zeros((len(index.documents), count), np.uint8)

    def count_part(part: tuple[int, int]) -> Array:
        start, end = part
        low, high = int(first[start]), int(first[end])
        survival = np.zeros((3, count + 1), np.int64)
        of_blocks[low:high] = levels(low, high)
        lengths = table[LENGTH].mapped(lambda values: values.astype(np.int32), low, high)
        bounds = np.asarray(first[start : end + 1], np.int64) - low
        kernels.count_documents(of_blocks[low:high], lengths, bounds, codes[start:end], survival)
        return survival

    parts = in_threads(count_part, chunks(first, BLOCKS_AT_ONCE))
    survival = from_above(np.sum([np.zeros((3, count + 1), np.int64), *parts], axis=0))[:, 1:]
    return Levels(of_blocks, codes, Survival(*survival))


def _level_type(count: int) -> type[np.unsignedinteger[Any]]:
    return np.uint8 if count < 256 else np.uint16


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
