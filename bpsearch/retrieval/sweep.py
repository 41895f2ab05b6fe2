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
from bpsearch.index.table import LENGTH
from bpsearch.lucene.lengths import encode_length
from bpsearch.retrieval.filters import Filter, chunks
from bpsearch.retrieval.similarities import Collection, Similarity, TermCounts

Array = NDArray[Any]
GROUPS = 8  # groups of neighbouring thresholds that share a bound
PAIRS_AT_ONCE = 400_000  # (topic, document) pairs looked at together: bounds the memory
SLACK = 1e-5  # more than rounding can make of a bound
_ENCODED = encode_length(np.arange(1 << 16))


class Survival(NamedTuple):
    """What is left at each threshold."""

    documents: Array
    blocks: Array
    tokens: Array


class SweepRankings(NamedTuple):
    """Documents (places in the index, -1 where there are no more) and scores, [threshold, topic, rank]."""

    documents: NDArray[np.int64]
    scores: NDArray[np.float32]
    survival: Survival


class _Levels(NamedTuple):
    """Per block the number of thresholds it survives, per document its length byte at each threshold."""

    of_blocks: Array
    length_codes: NDArray[np.uint8]  # [document, threshold]
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
    levels = _levels(index, column, np.asarray(thresholds), where)
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


def _levels(index: BlockIndex, column: str, thresholds: Array, where: Filter | None) -> _Levels:
    table, first, count = index.block_table, index.documents.first_blocks, len(thresholds)
    dtype = np.uint8 if count < 256 else np.uint16
    levels = np.zeros(table.blocks, dtype)
    codes = np.zeros((len(index.documents), count), np.uint8)
    documents, blocks, tokens = (np.zeros(count, np.int64) for _ in range(3))
    stored = table[column]
    for start, end in chunks(table, first):
        low, high = int(first[start]), int(first[end])
        part = stored.mapped(lambda values: _survived(values, thresholds).astype(dtype), low, high)
        if where is not None:
            part = part * where.mask(table, low, high)
        levels[low:high] = part
        lengths = table[LENGTH].read(low, high)
        counts = np.diff(np.asarray(first[start : end + 1], np.int64)).astype(np.int64)
        owners = np.repeat(np.arange(end - start), counts)
        cells = np.bincount(owners * (count + 1) + part, lengths, (end - start) * (count + 1)).astype(np.int32)
        left = _from_above(cells.reshape(end - start, count + 1))[:, 1:]
        codes[start:end] = _ENCODED[left] if left.max(initial=0) < len(_ENCODED) else encode_length(left)
        documents += np.count_nonzero(left, axis=0)
        tokens += left.sum(axis=0, dtype=np.int64)
        blocks += _from_above(np.bincount(part, minlength=count + 1))[1:]
    return _Levels(levels, codes, Survival(documents, blocks, tokens))


def _survived(values: Array, thresholds: Array) -> Array:
    bounds = thresholds.astype(np.float32) if values.dtype.kind == "f" else thresholds
    found = np.searchsorted(bounds, values, side="right")
    return np.where(np.isnan(values), 0, found) if values.dtype.kind == "f" else found


def _from_above(counts: Array) -> Array:
    """Cumulative sums from the last entry of the last axis down."""
    return np.cumsum(counts[..., ::-1], axis=-1, dtype=counts.dtype)[..., ::-1]


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
        levels: _Levels,
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
        self.length_codes = levels.length_codes
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
        keys = self.row_topics[entry_rows] * len(index.documents) + documents[starts]
        pair_keys, entry_pairs = np.unique(keys, return_inverse=True)
        self.entries = _Entries(entry_rows, entry_pairs, highest)
        self.pair_topics, self.pair_documents = np.divmod(pair_keys, max(len(index.documents), 1))
        self.topic_bounds = np.searchsorted(self.pair_topics, np.arange(self.topics + 1))

    def _weigh(self, collection: Collection, boosts: Array) -> None:
        """The weight of each row at each threshold, from its own documents and occurrences there."""
        rows, cells = len(boosts), self.thresholds + 1
        documents = np.bincount(self.entries.rows * cells + self.entries.levels, minlength=rows * cells)
        owners = self.entries.rows[self.occurrences.entries]
        found = np.bincount(owners * cells + self.occurrences.levels, self.occurrences.frequencies, rows * cells)
        counts = TermCounts(
            _from_above(documents.reshape(rows, cells))[:, 1:],
            _from_above(found.reshape(rows, cells))[:, 1:],
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
        scores = self._scores(pairs)
        bounds = np.searchsorted(pairs, self.topic_bounds)
        for topic in range(self.topics):
            own = slice(bounds[topic], bounds[topic + 1])
            yield self._best(self.pair_documents[pairs[own]], scores[own])

    def _contenders(self) -> Array:
        """The pairs that may be among the best at any threshold."""
        edges = np.unique(np.linspace(0, self.thresholds, min(GROUPS, self.thresholds) + 1).astype(np.int64))
        bounds = self._bounds(edges)
        likely = np.zeros(len(bounds), np.bool_)
        looked_at = range(0, bounds.shape[1], 2)  # enough to find good documents for all groups
        for low, high in pairwise(self.topic_bounds):
            if high - low > self.hits:
                for group in looked_at:
                    places = np.argpartition(bounds[low:high, group], high - low - self.hits)[-self.hits :]
                    likely[low + places] = True
        sure = np.flatnonzero(likely)
        least = self._least(sure, self._scores(sure), edges)
        slack = SLACK * (bounds + self.boosts.max(initial=1))  # relative, and absolute where w − w / … cancels
        return np.flatnonzero(((bounds + slack >= least[self.pair_topics]) & (bounds >= 0)).any(axis=1))

    def _bounds(self, edges: Array) -> Array:
        """[pair, group]: no score of the pair at a threshold of the group is higher; -1 where it has none."""
        starts, ends, groups = edges[:-1], edges[1:] - 1, len(edges) - 1
        reach = np.searchsorted(starts, self.occurrences.levels, side="left")  # groups an occurrence survives into
        cells = self.occurrences.entries * (groups + 1) + reach
        most = np.bincount(cells, self.occurrences.frequencies, len(self.entries.rows) * (groups + 1))
        most = _from_above(most.reshape(-1, groups + 1).astype(np.float32))[:, 1:]
        norms = np.fmax.reduceat(self.norms, starts, axis=0)  # NaN where a threshold leaves nothing
        best = self.similarity.best_weight.reduceat(self.weights, starts, axis=1)
        codes = self.length_codes[:, ends][self.pair_documents]
        norm_of_pair = norms[np.arange(groups), codes]
        bounds = np.full(codes.shape, -1, np.float32)
        for chosen, pairs, rows in self._by_slot(np.arange(len(self.entries.rows))):
            part = most[chosen]
            scores = self.similarity.score(part, best[rows], norm_of_pair[pairs], self.boosts[rows][:, None])
            there = part > 0
            own = bounds[pairs]
            bounds[pairs] = np.where(there, np.maximum(own, 0) + scores, own)
        return bounds

    def _by_slot(self, entries: Array) -> Iterator[tuple[Array, Array, Array]]:
        """Entries by the place of their term in its topic, so that each pair comes once: places, pairs, rows."""
        rows, pairs = self.entries.rows[entries], self.entries.pairs[entries]
        slots = self.row_slots[rows]
        for slot in range(int(self.row_slots.max(initial=-1)) + 1):
            chosen = np.flatnonzero(slots == slot)
            yield chosen, pairs[chosen], rows[chosen]

    def _scores(self, pairs: Array) -> Array:
        """Exact scores of these pairs, [pair, threshold]; -1 where no term is left."""
        place = np.full(len(self.pair_topics), -1)
        place[pairs] = np.arange(len(pairs))
        entries = np.flatnonzero(place[self.entries.pairs] >= 0)
        place_of_entry = np.full(len(self.entries.rows), -1)
        place_of_entry[entries] = np.arange(len(entries))
        own = place_of_entry[self.occurrences.entries]
        chosen = np.flatnonzero(own >= 0)
        cells = own[chosen] * (self.thresholds + 1) + self.occurrences.levels[chosen]
        found = np.bincount(cells, self.occurrences.frequencies[chosen], len(entries) * (self.thresholds + 1))
        frequencies = _from_above(found.reshape(-1, self.thresholds + 1).astype(np.float32))[:, 1:]
        norm_of_pair = self.norms[np.arange(self.thresholds), self.length_codes[self.pair_documents[pairs]]]
        totals = np.zeros((len(pairs), self.thresholds))
        matched = np.zeros((len(pairs), self.thresholds), np.bool_)
        for part, owners, rows in self._by_slot(entries):
            there = frequencies[part] > 0
            places = place[owners]
            scores = self.similarity.score(
                frequencies[part], self.weights[rows], norm_of_pair[places], self.boosts[rows][:, None]
            )
            totals[places] += np.where(there, scores, 0)  # Lucene adds the terms' floats as doubles
            matched[places] |= there
        return np.where(matched, totals, -1).astype(np.float32)

    def _least(self, pairs: Array, scores: Array, edges: Array) -> Array:
        """[topic, group]: a score that a document must reach to be among the best anywhere in the group."""
        least = np.full((self.topics, len(edges) - 1), -np.inf, np.float32)
        bounds = np.searchsorted(pairs, self.topic_bounds)
        for topic, (low, high) in enumerate(pairwise(bounds)):
            if high - low >= self.hits:
                kth = np.partition(scores[low:high], high - low - self.hits, axis=0)[high - low - self.hits]
                least[topic] = np.minimum.reduceat(kth, edges[:-1])
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
