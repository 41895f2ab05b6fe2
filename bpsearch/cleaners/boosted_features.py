"""Features for boosted trees: a block, its neighbours, the text some way up and down, and what simple cleaners say."""

from __future__ import annotations

import numpy as np

from bpsearch.cleaners.boosted_elements import element_features, element_names
from bpsearch.cleaners.records import KEEP, Array, CleanerInput
from bpsearch.cleaners.registry import get

COLUMNS = (
    *("words", "density", "links", "word_length", "sentence_length", "upper_initial", "upper_initial_ratio"),
    *("upper_whole", "upper_whole_ratio", "full_stops", "dates", "bars", "words_quotient", "density_quotient"),
    *("in_h1", "in_h2", "in_h3", "in_h4", "in_h5", "in_h6", "in_p", "in_div", "in_a"),
)
REACHES = (2, 5, 10, 20)  # blocks up and down
LONG_BLOCK = 15  # words from which on a block looks like sentences, as in seed 001, Table 2
ASKED = ("bte", "words-links", "density-links", "largest-content", "main-content-density")  # cleaners
_FURTHEST = 200


def feature_names() -> list[str]:
    """The names of the features, in order."""
    neighbours = [f"{place} {name}" for place in ("previous", "own", "next") for name in COLUMNS]
    sums = ("unlinked words", "linked words", "words of long blocks", "full stops")
    windows = [f"{name}, {reach} {way}" for name in sums for reach in REACHES for way in ("before", "after")]
    rest = ["position", "relative position", "tags before", "tags after", "blocks to text before", "blocks to text"]
    page = ["place in the long text", "share of the long text", "long text", "words", "linked share", "longest block"]
    return [*neighbours, *windows, *rest, *page, *element_names(), *ASKED]


def features(item: CleanerInput) -> Array:
    """One row per block."""
    if not len(item.blocks):
        return np.zeros((0, len(feature_names())), np.float32)
    words, links = (item.columns[name].astype(np.float64) for name in ("words", "links"))
    unlinked, linked = words * (1 - links), words * links
    long = np.where(words >= LONG_BLOCK, unlinked, 0)
    flows = (unlinked, linked, long, words * item.columns["full_stops"])
    windows = [window for values in flows for window in _windows(values)]
    places = _places(item, words, linked, long)
    asked = [item.verdict(get(name)) == KEEP for name in ASKED]
    elements = element_features(item.blocks, words, linked, long)
    return np.column_stack([_with_neighbours(item), *windows, *places, elements, *asked]).astype(np.float32)


def _with_neighbours(item: CleanerInput) -> Array:
    own = np.stack([item.columns[name] for name in COLUMNS], axis=1, dtype=np.float64)
    nothing = np.zeros((1, own.shape[1]))
    return np.hstack((np.concatenate((nothing, own[:-1])), own, np.concatenate((own[1:], nothing))))


def _places(item: CleanerInput, words: Array, linked: Array, long: Array) -> list[Array]:
    """Where a block is on its page and in the page's long text, and what the page is like."""
    count = len(words)
    tags = np.asarray(item.blocks.tags, np.float64)
    numbers = np.arange(count)
    before = numbers - np.maximum.accumulate(np.where(long > 0, numbers, -_FURTHEST))
    after = np.minimum.accumulate(np.where(long > 0, numbers, count + _FURTHEST)[::-1])[::-1] - numbers
    all_long, all_words = max(long.sum(), 1.0), max(words.sum(), 1.0)
    page = (all_long, all_words, linked.sum() / all_words, long.max())
    return [
        *(item.columns["position"], item.columns["relative_position"], tags[:-1], tags[1:]),
        *(np.minimum(before, _FURTHEST), np.minimum(after, _FURTHEST)),
        *((np.cumsum(long) - long / 2) / all_long, (words - linked) / all_long),
        *(np.full(count, value) for value in page),
    ]


def _windows(values: Array) -> list[Array]:
    """Sums over the blocks before and over those after, for each reach."""
    sums = np.concatenate(([0.0], np.cumsum(values)))
    places = np.arange(len(values))
    found = []
    for reach in REACHES:
        found.append(sums[places] - sums[np.maximum(places - reach, 0)])
        found.append(sums[np.minimum(places + reach + 1, len(values))] - sums[places + 1])
    return found
