"""A sweep: the same topics over a sliding minimum of one column, every threshold ranked exactly.

The postings of a term are read once. Joined with the block table they say at which thresholds each occurrence
survives; cumulative sums then give every statistic at every threshold:

    level of a block     how many thresholds it survives
    N, df                documents by the highest level of any of their blocks (of blocks with the term)
    tokens, lengths, tf  sums over the blocks whose level is above the threshold

Scoring every document at every threshold would be wasteful where only the best are wanted. Scores grow with tf and
shrink with length, so over a range of thresholds the tf at its lowest and the length at its highest bound them from
above. Where the bound stays below the k-th best score a document is left out of that range; what remains is looked at
again in each quarter of the range, until so little is left that scoring is cheaper than bounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.index.block_index import BlockIndex
from bpsearch.retrieval.filters import Filter
from bpsearch.retrieval.levels import Levels, Survival, from_above, levels_of, sums_above
from bpsearch.retrieval.matches import Matches, ranges, topic_matches
from bpsearch.retrieval.similarities import Collection, Similarity, TermCounts

Array = NDArray[Any]
PARTS = 4  # into which a range of thresholds is divided
FEW = 30_000  # scores that are computed rather than bounded
SCORES_AT_ONCE = 1 << 22  # entries times thresholds: bounds the memory
LENGTHS_AT_ONCE = 1 << 28  # length bytes: documents times thresholds that are swept together
NEAR_BEST = 0.8  # of the highest bound: where the k-th is sought first
SLACK = 1e-5  # more than rounding can make of a bound


class SweepRankings(NamedTuple):
    """Documents (places in the index, -1 where there are no more) and scores, [threshold, topic, rank]."""

    documents: NDArray[np.int64]
    scores: NDArray[np.float32]
    survival: Survival


def sweep_column(
    index: BlockIndex,
    queries: Mapping[str, str],
    column: str,
    thresholds: Sequence[float],
    similarity: Similarity,
    hits: int = 10,
    where: Filter | None = None,
    matches: Callable[[], Iterable[Matches]] | None = None,
) -> SweepRankings:
    """Rank all topics at every threshold t of `column >= t`, among blocks that satisfy `where`.

    The thresholds must ascend. `matches` lets several sweeps of the same topics share where their terms occur.
    """
    together = max(1, LENGTHS_AT_ONCE // max(len(index.documents), 1))
    parts = []
    for start in range(0, len(thresholds), together):
        levels = levels_of(index, column, np.asarray(thresholds[start : start + together]), where)
        found = matches() if matches else topic_matches(index, queries)
        parts.append(_sweep(levels, len(queries), found, similarity, hits))
    if len(parts) == 1:
        return parts[0]
    survival = Survival(*(np.concatenate(counts) for counts in zip(*(part.survival for part in parts), strict=True)))
    documents, scores = (np.concatenate([part[place] for part in parts]) for place in (0, 1))
    return SweepRankings(documents, scores, survival)


def _sweep(levels: Levels, topics: int, matches: Iterable[Matches], similarity: Similarity, hits: int) -> SweepRankings:
    shape = (levels.length_codes.shape[1], topics, hits)
    found = SweepRankings(np.full(shape, -1, np.int64), np.zeros(shape, np.float32), levels.survival)
    for part in matches:
        own = slice(part.first, part.first + part.topics)
        _Sweep(part, levels, similarity, found.documents[:, own], found.scores[:, own]).rank()
    return found


class _View(NamedTuple):
    """Some pairs, with all that is known of their matches; see `matches` for what the words mean."""

    levels: Array  # of each occurrence
    frequencies: Array
    occurrences: Array
    rows: Array
    documents: Array  # of each entry
    entries: Array
    topics: Array

    @property
    def pairs(self) -> int:
        """How many there are."""
        return len(self.topics)

    def of(self, pairs: Array) -> _View:
        """Some of these pairs, by their places in ascending order."""
        chosen, entries = ranges(self.entries, pairs)
        occurrences, bounds = ranges(self.occurrences, chosen)
        return _View(
            self.levels[occurrences],
            self.frequencies[occurrences],
            bounds,
            self.rows[chosen],
            self.documents[chosen],
            entries,
            self.topics[pairs],
        )


class _Sweep:
    """Some topics at all thresholds; the best documents and scores are written to arrays [threshold, topic, rank]."""

    def __init__(
        self, matches: Matches, levels: Levels, similarity: Similarity, best_documents: Array, best_scores: Array
    ) -> None:
        self.topics = matches.topics
        self.thresholds, _, self.hits = best_documents.shape
        self.best_documents, self.best_scores = best_documents, best_scores
        self.similarity = similarity
        self.length_codes = levels.length_codes
        self.text = levels.survival.tokens
        by_row = levels.of_blocks[matches.row_blocks]
        self.view = _View(
            by_row.take(matches.order),
            matches.frequencies,
            matches.occurrences,
            matches.rows,
            matches.documents,
            matches.entries,
            matches.topic_of_pair,
        )
        collection = Collection(levels.survival.documents, levels.survival.tokens)
        self.norms = similarity.norms(collection)
        self.boosts = matches.boosts
        found = np.zeros((len(self.boosts), 1), np.int64)
        if similarity.counts_occurrences:
            found = sums_above(matches.row_frequencies, by_row, matches.row_bounds, self.thresholds)
        counts = TermCounts(self._document_frequencies(), found, self.boosts[:, None])
        self.weights = similarity.weight(collection, counts)
        self.least = np.full((self.topics, self.thresholds), -np.inf, np.float32)

    def _document_frequencies(self) -> Array:
        """[row, threshold]: documents with an occurrence that survives."""
        rows, cells = len(self.boosts), self.thresholds + 1
        starts = self.view.occurrences[:-1]
        highest = np.maximum.reduceat(self.view.levels, starts) if len(starts) else self.view.levels
        counts = np.bincount(self.view.rows * cells + highest, minlength=rows * cells)
        return from_above(counts.reshape(rows, cells))[:, 1:]

    def rank(self) -> None:
        """Find the best of all topics at all thresholds."""
        if self.view.pairs * self.thresholds <= FEW:
            self._score(self.view, 0, self.thresholds)
            return
        parts = list(self._divided(0, self.thresholds))
        bounds = [self._bounds(self.view, *part) for part in parts]
        self._find_least([*bounds, self._bounds(self.view, self.thresholds - 1, self.thresholds)])
        for part, bound in zip(parts, bounds, strict=True):
            self._search(self._contenders(self.view, bound, *part), *part)

    def _search(self, view: _View, low: int, high: int) -> None:
        """Find the best from threshold `low` to before `high`; none is outside the view."""
        if high - low == 1 or view.pairs * (high - low) <= FEW:
            self._score(view, low, high)
            return
        for part in self._divided(low, high):
            self._search(self._contenders(view, self._bounds(view, *part), *part), *part)

    def _divided(self, low: int, high: int) -> Iterator[tuple[int, int]]:
        """Parts of a range of thresholds over which about as much text falls as over the others."""
        left = np.log1p(self.text[low:high])
        steps = np.linspace(0, 1, high - low) + (left[0] - left) / max(left[0] - left[-1], 1e-9)
        cuts = np.searchsorted(steps, np.linspace(0, steps[-1], PARTS + 1)[1:-1])
        return pairwise(np.unique([low, *(low + cuts), high]).tolist())

    def _bounds(self, view: _View, low: int, high: int) -> Array:
        """Of each pair: no score in the range is higher; -1 where no term is left."""
        survives = view.frequencies * (view.levels > low)
        sums = np.append(0, survives.cumsum(dtype=survives.dtype))[view.occurrences]
        frequencies = np.diff(sums)
        norms = np.fmax.reduce(self.norms[low:high])  # NaN where a threshold leaves nothing
        norms = norms[np.maximum(self.length_codes[:, high - 1], 1)].take(view.documents)  # what is scored has a length
        weights = self.similarity.best_weight.reduce(self.weights[:, low:high], axis=1)
        rows = view.rows
        scores = self.similarity.score(frequencies, weights.take(rows), norms, self.boosts.take(rows))
        totals = np.append(0, np.where(frequencies > 0, scores, 0).cumsum(dtype=np.float64))[view.entries]
        return np.where(np.diff(sums[view.entries]) > 0, np.diff(totals), -1)

    def _contenders(self, view: _View, bounds: Array, low: int, high: int) -> _View:
        """The pairs whose bound reaches the k-th best score somewhere in the range."""
        slack = SLACK * (bounds + self.boosts.max(initial=1))  # relative, and absolute where w − w / … cancels
        reach = self.least[:, low:high].min(axis=1)[view.topics]
        return view.of(np.flatnonzero((bounds + slack >= reach) & (bounds >= 0)))

    def _find_least(self, bounds: Sequence[Array]) -> None:
        """A score that a document must reach at each threshold: the k-th best of the pairs with the highest bounds."""
        edges = np.searchsorted(self.view.topics, np.arange(self.topics + 1))
        likely = np.zeros(len(self.view.topics), np.bool_)
        for bound, (low, high) in product(bounds, pairwise(edges.tolist())):
            own = bound[low:high]
            near = np.flatnonzero(own >= NEAR_BEST * own.max(initial=0))
            if len(near) < self.hits:
                near = np.flatnonzero(own >= 0)
            if len(near) > self.hits:
                near = near[own[near].argpartition(len(near) - self.hits)[-self.hits :]]
            likely[low + near] = True
        view = self.view.of(np.flatnonzero(likely))
        edges = np.searchsorted(view.topics, np.arange(self.topics + 1))
        together = max(1, SCORES_AT_ONCE // max(len(view.rows), 1))
        for start in range(0, self.thresholds, together):
            end = min(start + together, self.thresholds)
            scores = self._scores(view, start, end)
            for topic, (low, high) in enumerate(pairwise(edges.tolist())):
                last = high - low - self.hits
                if last >= 0:
                    self.least[topic, start:end] = np.partition(scores[low:high], last, axis=0)[last]

    def _scores(self, view: _View, low: int, high: int) -> NDArray[np.float32]:
        """[pair, threshold]: the scores from threshold `low` to before `high`; -1 where no term is left."""
        levels = np.clip(view.levels, low, high) - low
        frequencies = sums_above(view.frequencies, levels, view.occurrences, high - low)
        norms = self.norms[np.arange(low, high), self.length_codes[view.documents, low:high]]
        weights, boosts = self.weights[view.rows, low:high], self.boosts[view.rows, None]
        there = frequencies > 0
        scores = np.where(there, self.similarity.score(frequencies, weights, norms, boosts), 0)
        if not len(scores):
            return np.zeros((0, high - low), np.float32)
        totals = np.add.reduceat(scores, view.entries[:-1], axis=0, dtype=np.float64)  # as Lucene adds the terms
        matched = np.logical_or.reduceat(there, view.entries[:-1], axis=0)
        return np.where(matched, totals, -1).astype(np.float32)

    def _score(self, view: _View, low: int, high: int) -> None:
        """Write down the best pairs of the view at each threshold of a range; ties in index order."""
        scores = self._scores(view, low, high).T
        within, pairs = np.nonzero((scores >= self.least[view.topics, low:high].T) & (scores >= 0))
        found = scores[within, pairs]
        # Scores are not negative, so their bits order as they do; a list is a threshold and a topic.
        lists = within * self.topics + view.topics[pairs]
        order = ((lists + 1 << 32) - found.view(np.int32)).argsort(kind="stable")
        lists = lists[order]
        ranks = np.arange(len(lists)) - np.searchsorted(lists, lists)
        chosen = np.flatnonzero(ranks < self.hits)
        order, ranks = order[chosen], ranks[chosen]
        places = low + within[order], view.topics[pairs[order]], ranks
        self.best_documents[places] = view.documents[view.entries[pairs[order]]]
        self.best_scores[places] = found[order]
