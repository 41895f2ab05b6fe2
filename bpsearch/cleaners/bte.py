"""Body text extraction: the stretch of the page with most words inside and most tags outside."""

from __future__ import annotations

import numpy as np

from bpsearch.cleaners.records import Array, CleanerInput, verdict_cleaner
from bpsearch.cleaners.registry import register
from bpsearch.page import Blocks


def bte(item: CleanerInput) -> Array:
    """Keep the contiguous blocks that maximise words inside plus tags outside."""
    inside = item.columns["words"] - tags_inside(item.blocks)
    start, end = best_stretch(inside, np.asarray(item.blocks.tags, np.int64)[1:-1])
    verdict = np.zeros(len(item.blocks), np.int8)
    verdict[start:end] = 1
    return verdict


def tags_inside(blocks: Blocks) -> Array:
    """How many A tags have text of their block on both sides; all other tags stand between blocks."""
    counts = [
        sum((start > 0) + (end < len(text)) for start, end in spans) if spans else 0
        for text, spans in zip(blocks.texts, blocks.links, strict=True)
    ]
    return np.array(counts, np.int64)


def best_stretch(inside: Array, between: Array) -> tuple[int, int]:
    """Start and end of the blocks with the largest sum of `inside` minus `between`; the first of equals.

    Tags outside add what tags inside take away, so this is a maximum subarray, found in linear time.
    """
    if not len(inside):
        return 0, 0
    until_end = np.cumsum(inside)
    until_end[1:] -= np.cumsum(between)
    before_start = until_end - inside
    gain = until_end - np.minimum.accumulate(before_start)
    last = int(np.argmax(gain))
    return int(np.argmin(before_start[: last + 1])), last + 1


register(
    verdict_cleaner(
        "bte",
        "Finn, Kushmerick, Smyth: Fact or Fiction: Content Classification for Digital Libraries, 2001",
        "the contiguous stretch with most words inside and most tags outside",
        bte,
    )
)
