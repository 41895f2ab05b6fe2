"""A sweep: the same topics over a sliding minimum of one column, every threshold ranked exactly.

The postings of a term are read once. Joined with the block table they say at which thresholds each occurrence
survives; cumulative sums then give every statistic at every threshold:

    level of a block     how many thresholds it survives
    N, df                documents by the highest level of any of their blocks (of blocks with the term)
    tokens, lengths, tf  sums over the blocks whose level is above the threshold

Scoring every document at every threshold would be wasteful where only the best are wanted. Scores grow with tf and
shrink with length, so over a group of neighbouring thresholds the tf at its lowest and the length at its highest
bound them from above; a document whose bound stays below the k-th best score in every group is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.index.block_index import BlockIndex
from bpsearch.retrieval.filters import Filter
from bpsearch.retrieval.levels import Levels, Survival, from_above
from bpsearch.retrieval.similarities import Collection, Similarity, TermCounts

Array = NDArray[Any]
NARROW = 16  # groups of neighbouring thresholds that share a bound; four of them make a wide one
PAIRS_AT_ONCE = 400_000  # (topic, document) pairs looked at together: bounds the memory
SLACK = 1e-5  # more than rounding can make of a bound


class SweepRankings(NamedTuple):
    """Documents (places in the index, -1 where there are no more) and scores, [threshold, topic, rank]."""

    documents: NDArray[np.int64]
    scores: NDArray[np.float32]
    survival: Survival


class _Occurrences(NamedTuple):
    """Surviving postings of a batch, those of a topic's term in a document side by side."""

    levels: Array
    frequencies: Array
    entries: Array  # which (term, document) each belongs to


class _Entries(NamedTuple):
    """What a term of a topic and a document have in common."""

    rows: Array  # the (topic, term)
    pairs: Array  # the (topic, document)
    levels: Array  # highest level of any occurrence


def sweep_column(
    index: BlockIndex,
    queries: Mapping[str, str],
    column: str,
    thresholds: Sequence[float],
    similarity: Similarity,
    hits: int = 10,
    where: Filter | None = None,
    read_postings: Callable[[Sequence[str]], Any] | None = None,
) -> SweepRankings:
    """Rank all topics at every threshold t of `column >= t`, among blocks that satisfy `where`.

    The thresholds must ascend. `read_postings` lets several sweeps share what they read.
    """
    levels = Levels(index, column, np.asarray(thresholds), where)
    terms = {topic: Counter(index.terms(query)) for topic, query in queries.items()}
    shape = (len(thresholds), len(terms), hits)
    documents, scores = np.full(shape, -1, np.int64), np.zeros(shape, np.float32)
    collection = Collection(levels.survival.documents, levels.survival.tokens)
    norms = similarity.norms(collection)
    for first, batch in _batches(index, list(terms.values()), read_postings or index.postings):
        ranked = _Batch(index, batch, levels, collection, norms, similarity, hits).rank()
        for topic, (found, score) in enumerate(ranked, start=first):
            documents[:, topic, : found.shape[1]] = found
            scores[:, topic, : score.shape[1]] = score
    return SweepRankings(documents, scores, levels.survival)


def _batches(
    index: BlockIndex, topics: Sequence[Counter[str]], read: Callable[[Sequence[str]], Any]
) -> Iterator[tuple[int, list[list[tuple[float, Any]]]]]:
    """Topics with the postings of their terms, so many together that memory stays bounded."""
    uses = Counter(term for topic in topics for term in topic)
    kept: dict[str, Any] = {}
    batch: list[list[tuple[float, Any]]] = []
    first = size = 0
    ahead = max(1, len(topics) // 4)
    for place, topic in enumerate(topics):
        if place % ahead == 0:
            missing = list(dict.fromkeys(t for later in topics[place : place + ahead] for t in later if t not in kept))
            kept |= dict(zip(missing, read(missing), strict=True))
        batch.append([(float(boost), kept[term]) for term, boost in topic.items()])
        size += sum(len(postings.blocks) for _, postings in batch[-1])
        for term in topic:
            uses[term] -= 1
            if not uses[term]:
                del kept[term]
        if size >= PAIRS_AT_ONCE:
            yield first, batch
            first, batch, size = place + 1, [], 0
    if batch:
        yield first, batch


class _Batch:
    """Some topics at all thresholds. A row is a term of a topic, a pair is a topic and a document with such a term."""

    def __init__(
        self,
        index: BlockIndex,
        topics: Sequence[Sequence[tuple[float, Any]]],
        levels: Levels,
        collection: Collection,
        norms: Array,
        similarity: Similarity,
        hits: int,
    ) -> None:
        self.topics = len(topics)
        self.norms = norms
        self.similarity = similarity
        self.hits = hits
        self.thresholds = len(norms)
        self.levels = levels
        self._join(index, topics, levels.of_blocks)
        self._weigh(collection, np.array([boost for topic in topics for boost, _ in topic], np.float32))

    def _join(self, index: BlockIndex, topics: Sequence[Sequence[tuple[float, Any]]], level_of_block: Array) -> None:
        """Postings joined with documents and levels; those that no threshold keeps are left out."""
        parts = [(topic, slot, found) for topic, terms in enumerate(topics) for slot, (_, found) in enumerate(terms)]
        self.row_topics = np.array([topic for topic, _, _ in parts], np.int64)
        self.row_slots = np.array([slot for _, slot, _ in parts], np.int64)
        blocks = np.concatenate([np.zeros(0, np.int32), *(found.blocks for _, _, found in parts)])
        frequencies = np.concatenate([np.zeros(0, np.int32), *(found.frequencies for _, _, found in parts)])
        rows = np.repeat(np.arange(len(parts)), [len(found.blocks) for _, _, found in parts])
        levels = level_of_block[blocks]
        kept = np.flatnonzero(levels)
        rows, levels, documents = rows[kept], levels[kept], index.documents.of_blocks(blocks[kept])
        begins = np.empty(len(rows), np.bool_)
        begins[:1] = True
        begins[1:] = (documents[1:] != documents[:-1]) | (rows[1:] != rows[:-1])
        starts = np.flatnonzero(begins)
        self.occurrences = _Occurrences(levels, frequencies[kept], np.cumsum(begins) - 1)
        entry_rows = rows[starts]
        highest = np.maximum.reduceat(levels, starts) if len(starts) else levels
        entry_topics, entry_documents = self.row_topics[entry_rows], documents[starts]
        edges = np.searchsorted(entry_topics, np.arange(self.topics + 1))
        place = np.zeros(len(index.documents), np.int64)
        found, entry_pairs, total = [], np.empty(len(starts), np.int64), 0
        for low, high in pairwise(edges):
            own = entry_documents[low:high]
            place[:] = 0
            place[own] = 1
            found.append(np.flatnonzero(place))
            place[found[-1]] = np.arange(total, total + len(found[-1]))
            entry_pairs[low:high] = place[own]
            total += len(found[-1])
        self.entries = _Entries(entry_rows, entry_pairs, highest)
        self.pair_documents = np.concatenate([np.zeros(0, np.int64), *found])
        self.topic_bounds = np.cumsum([0, *map(len, found)])
        self.pair_topics = np.repeat(np.arange(self.topics), np.diff(self.topic_bounds))

    def _weigh(self, collection: Collection, boosts: Array) -> None:
        """The weight of each row at each threshold, from its own documents and occurrences there."""
        rows, cells = len(boosts), self.thresholds + 1
        documents = np.bincount(self.entries.rows * cells + self.entries.levels, minlength=rows * cells)
        owners = self.entries.rows[self.occurrences.entries]
        found = np.bincount(owners * cells + self.occurrences.levels, self.occurrences.frequencies, rows * cells)
        counts = TermCounts(
            from_above(documents.reshape(rows, cells))[:, 1:],
            from_above(found.reshape(rows, cells))[:, 1:],
            boosts[:, None],
        )
        self.boosts = boosts
        self.weights = self.similarity.weight(collection, counts)

    def rank(self) -> Iterator[tuple[Array, Array]]:
        """For each topic its documents and scores, [threshold, rank]."""
        pairs = (
            self._contenders()
            if len(self.pair_topics) > 4 * self.hits * self.topics
            else np.arange(len(self.pair_topics))
        )
        scores = self._scores(pairs, np.arange(self.thresholds + 1), self._lengths(pairs))
        bounds = np.searchsorted(pairs, self.topic_bounds)
        for topic in range(self.topics):
            own = slice(bounds[topic], bounds[topic + 1])
            yield self._best(self.pair_documents[pairs[own]], scores[own])

    def _contenders(self) -> Array:
        """The pairs that may be among the best at any threshold: first by few wide groups, then by narrow ones."""
        every = np.arange(self.thresholds + 1)
        narrow = np.unique(np.linspace(0, self.thresholds, min(NARROW, self.thresholds) + 1).astype(np.int64))
        wide = np.unique(np.append(narrow[::4], self.thresholds))
        pairs = np.arange(len(self.pair_topics))
        least: Array | None = None
        for edges in (wide, narrow):
            codes = self.levels.all_lengths(tuple((narrow[1:] - 1).tolist()))[:, np.searchsorted(narrow, edges[1:]) - 1]
            bounds = self._scores(pairs, edges, codes[self.pair_documents[pairs]])
            if least is None:
                sure = self._promising(bounds)
                least = self._least(sure, self._scores(sure, every, self._lengths(sure)))
            slack = SLACK * (bounds + self.boosts.max(initial=1))  # relative, and absolute where w − w / … cancels
            reach = np.minimum.reduceat(least, edges[:-1], axis=1)[self.pair_topics[pairs]]
            pairs = pairs[((bounds + slack >= reach) & (bounds >= 0)).any(axis=1)]
        return pairs

    def _promising(self, bounds: Array) -> Array:
        """The pairs with the highest bounds of each topic in each group."""
        likely = np.zeros(len(bounds), np.bool_)
        for low, high in pairwise(self.topic_bounds):
            count = min(self.hits, high - low)
            for group in range(bounds.shape[1] if count else 0):
                likely[low + np.argpartition(bounds[low:high, group], high - low - count)[-count:]] = True
        return np.flatnonzero(likely)

    def _lengths(self, pairs: Array) -> Array:
        """[pair, threshold]: length bytes."""
        some, place = np.unique(self.pair_documents[pairs], return_inverse=True)
        return self.levels.lengths(some)[place]

    def _scores(self, pairs: Array, edges: Array, codes: Array) -> Array:
        """[pair, group]: no score of the pair at a threshold of the group is higher; -1 where no term is left.

        `codes` are the length bytes at the last threshold of each group. For groups of one the bound is the score.
        """
        starts, groups = edges[:-1], len(edges) - 1
        place = np.full(len(self.pair_topics), -1)
        place[pairs] = np.arange(len(pairs))
        entries = np.flatnonzero(place[self.entries.pairs] >= 0)
        place_of_entry = np.full(len(self.entries.rows), -1)
        place_of_entry[entries] = np.arange(len(entries))
        own = place_of_entry[self.occurrences.entries]
        chosen = np.flatnonzero(own >= 0)
        reach = np.searchsorted(starts, np.arange(self.thresholds + 1), side="left")  # groups a level survives into
        cells = own[chosen] * (groups + 1) + reach[self.occurrences.levels[chosen]]
        found = np.bincount(cells, self.occurrences.frequencies[chosen], len(entries) * (groups + 1))
        frequencies = from_above(found.reshape(-1, groups + 1).astype(np.float32))[:, 1:]
        norms = np.fmax.reduceat(self.norms, starts, axis=0)  # NaN where a threshold leaves nothing
        weights = self.similarity.best_weight.reduceat(self.weights, starts, axis=1)
        norm_of_pair = norms[np.arange(groups), codes]
        totals = np.zeros((len(pairs), groups))  # Lucene adds the terms' floats as doubles
        matched = np.zeros((len(pairs), groups), np.bool_)
        for part, owners, rows in self._by_slot(entries):
            there = frequencies[part] > 0
            places = place[owners]
            scores = self.similarity.score(
                frequencies[part], weights[rows], norm_of_pair[places], self.boosts[rows][:, None]
            )
            totals[places] += np.where(there, scores, 0)
            matched[places] |= there
        return np.where(matched, totals, -1).astype(np.float32)

    def _by_slot(self, entries: Array) -> Iterator[tuple[Array, Array, Array]]:
        """Entries by the place of their term in its topic, so that each pair comes once: places, pairs, rows."""
        rows, pairs = self.entries.rows[entries], self.entries.pairs[entries]
        slots = self.row_slots[rows]
        for slot in range(int(self.row_slots.max(initial=-1)) + 1):
            chosen = np.flatnonzero(slots == slot)
            yield chosen, pairs[chosen], rows[chosen]

    def _least(self, pairs: Array, scores: Array) -> Array:
        """[topic, threshold]: a score that a document must reach to be among the best."""
        least = np.full((self.topics, self.thresholds), -np.inf, np.float32)
        bounds = np.searchsorted(pairs, self.topic_bounds)
        for topic, (low, high) in enumerate(pairwise(bounds)):
            if high - low >= self.hits:
                least[topic] = np.partition(scores[low:high], high - low - self.hits, axis=0)[high - low - self.hits]
        return least

    def _best(self, documents: Array, scores: Array) -> tuple[Array, Array]:
        """The best of one topic at each threshold; ties in index order, as the documents are given."""
        count = min(self.hits, len(documents))
        # Scores are not negative, so their bits order as they do; the place makes every key unique.
        keys = (scores.view(np.int32).astype(np.int64) + 1 << 32) - np.arange(len(documents))[:, None]
        keys[scores < 0] = -1
        if len(documents) > count:
            keys = np.partition(keys, len(documents) - count, axis=0)[len(documents) - count :]
        keys = np.sort(keys, axis=0)[::-1].T
        places = -keys & 0xFFFFFFFF
        there = keys >= 0
        values = ((keys + places >> 32) - 1).astype(np.int32).view(np.float32)
        return np.where(there, documents[np.where(there, places, 0)], -1), np.where(there, values, 0)
