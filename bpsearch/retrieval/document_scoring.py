"""Exact document-level scoring: rankings and scores of a plain Lucene index of each document's surviving text.

Two passes, because a filter has its own statistics: first count what it leaves (documents, tokens, and for each
term the documents and occurrences), then score. All counts are sums, so both passes also work shard by shard. The
passes look at many thresholds at once, see `levels`:

    N, df                documents by the highest level of any of their blocks (of blocks with the term)
    tokens, lengths, tf  sums over the blocks whose level is above the threshold
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.compiled import in_background, in_threads
from bpsearch.index.block_index import BlockIndex
from bpsearch.retrieval import kernels
from bpsearch.retrieval.filters import Filter
from bpsearch.retrieval.levels import Levels, Survival, from_above, levels_of_filter
from bpsearch.retrieval.matches import Matches, topic_matches
from bpsearch.retrieval.similarities import Collection, Similarity, TermCounts

Array = NDArray[Any]
PART, GROUP = 48, 8  # thresholds that are bounded together, at first and then in each part
TERMS_AT_ONCE, TOPICS_AT_ONCE = 8, 2  # that a thread counts, and ranks
KEYS_AT_ONCE = 1 << 23  # topics times thresholds times hits: bounds the memory


class Ranking(NamedTuple):
    """Documents by their place in the index, best first, with their scores (float32)."""

    documents: NDArray[np.int64]
    scores: NDArray[np.float32]


class Rankings(NamedTuple):
    """Documents (places in the index, -1 where there are no more) and scores, [threshold, topic, rank]."""

    documents: NDArray[np.int64]
    scores: NDArray[np.float32]
    survival: Survival


def rank_topics(
    index: BlockIndex, queries: Mapping[str, str], where: Filter, similarity: Similarity, hits: int
) -> Iterator[tuple[str, Ranking]]:
    """The ranking of each query, by its id, in order; each term's postings are read once."""
    levels = in_background(lambda: levels_of_filter(index, where))  # while postings are read
    topics = iter(queries)
    for part in topic_matches(index, queries):
        for ranked in _ranked(part, levels(), similarity, hits):
            for (documents,), (scores,) in zip(*ranked, strict=True):
                found = documents >= 0
                yield next(topics), Ranking(documents[found], scores[found])


def rank_levels(
    levels: Callable[[], Levels],
    matches: Iterable[Matches],
    topics: int,
    similarity: Similarity,
    hits: int,
    tie_order: Array | None = None,
) -> Rankings:
    """The rankings of so many topics at every threshold; the levels are asked for when the first matches are there.

    Documents with equal scores come in `tie_order`; index order, as in Lucene, if there is none.
    """
    rankings: Rankings | None = None
    place = 0
    for part in matches:
        rankings = rankings or _no_rankings(levels(), topics, hits)
        for ranked in _ranked(part, levels(), similarity, hits, tie_order):
            own = slice(place, place + len(ranked.documents))
            rankings.documents[:, own], rankings.scores[:, own] = (found.swapaxes(0, 1) for found in ranked)
            place = own.stop
    return rankings or _no_rankings(levels(), topics, hits)


def _no_rankings(levels: Levels, topics: int, hits: int) -> Rankings:
    shape = (levels.length_codes.shape[1], topics, hits)
    return Rankings(np.full(shape, -1, np.int64), np.zeros(shape, np.float32), levels.survival)


def _ranked(
    matches: Matches, levels: Levels, similarity: Similarity, hits: int, tie_order: Array | None = None
) -> Iterator[Ranking]:
    """Documents and scores, [topic, threshold, rank], of some topics after another."""
    documents, thresholds = levels.length_codes.shape
    tie_order = np.arange(documents) if tie_order is None else tie_order
    tie_ranks = np.empty(documents, np.uint32)
    tie_ranks[tie_order] = np.arange(documents, dtype=np.uint32)
    collection = Collection(levels.survival.documents, levels.survival.tokens)
    norms = np.ascontiguousarray(similarity.norms(collection))
    of_postings, counts = _counted(matches, levels)
    weights = np.ascontiguousarray(similarity.weight(collection, counts))
    bounds = _bounds(weights, norms, similarity)

    def rank(topics: tuple[int, int]) -> None:
        start, end = topics
        kernels.rank(
            similarity.formula,
            matches.topics[start : end + 1],
            matches,
            of_postings,
            levels.length_codes,
            weights,
            norms,
            bounds,
            tie_ranks,
            keys[start - first : end - first],
        )

    together = max(1, KEYS_AT_ONCE // (thresholds * hits))
    for first in range(0, len(matches.topics) - 1, together):
        last = min(first + together, len(matches.topics) - 1)
        keys = np.zeros((last - first, thresholds, hits), np.uint64)
        in_threads(rank, ((start, min(start + TOPICS_AT_ONCE, last)) for start in range(first, last, TOPICS_AT_ONCE)))
        keys = np.sort(keys, axis=-1)[..., ::-1]
        places = kernels.LAST_DOCUMENT - (keys & kernels.LAST_DOCUMENT).astype(np.int64)
        found = np.full(keys.shape, -1)
        found[keys > 0] = tie_order[places[keys > 0]]
        yield Ranking(found, (keys >> np.uint64(32)).astype(np.uint32).view(np.float32))


def _counted(matches: Matches, levels: Levels) -> tuple[NDArray[np.uint16], TermCounts]:
    """The level of each posting, and for each row, [row, threshold], what is left of its term."""
    of_postings = np.empty(len(matches.blocks), np.uint16)
    terms = len(matches.bounds) - 1
    counts = np.zeros((2, terms, levels.length_codes.shape[1] + 1), np.int64)

    def count(first: int) -> None:
        own = slice(first, first + TERMS_AT_ONCE)
        bounds = matches.bounds[first : first + TERMS_AT_ONCE + 1]
        kernels.count_terms(bounds, levels.of_blocks, matches, of_postings, counts[0, own], counts[1, own])

    in_threads(count, range(0, terms, TERMS_AT_ONCE))
    documents, occurrences = from_above(counts)[:, matches.rows, 1:]
    return of_postings, TermCounts(documents, occurrences, matches.boosts[:, None])


class _Bounds(NamedTuple):
    """Ranges of thresholds, each before those it is divided into, and what bounds the scores in each."""

    lows: Array
    highs: Array
    following: Array  # the first range that is not in this one
    parents: Array  # the range that this one is in, or -1
    weights: Array  # [row, range]: the best
    norms: Array  # [range, length byte]: the best


def _bounds(weights: Array, norms: Array, similarity: Similarity) -> _Bounds:
    ranges: list[tuple[int, int, int, int]] = []
    for low in range(0, len(norms), PART):
        high = min(low + PART, len(norms))
        inner = [(start, min(start + GROUP, high)) for start in range(low, high, GROUP)]
        place = len(ranges)
        ranges.append((low, high, place + 1 + len(inner), -1))
        ranges += [(*own, place + 2 + number, place) for number, own in enumerate(inner)]
    best_weights = np.stack(
        [similarity.best_weight.reduce(weights[:, low:high], axis=1) for low, high, *_ in ranges], 1
    )
    best_norms = np.stack([np.fmax.reduce(norms[low:high]) for low, high, *_ in ranges])  # NaN: nothing is left
    lows, highs, following, parents = np.array(ranges).T.copy()
    return _Bounds(lows, highs, following, parents, best_weights, best_norms)
