"""The rankings of a series: all its filters over all topics, exact, from postings that are read once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bpsearch.lucene.reader import Postings
from bpsearch.retrieval.document_scoring import rank, surviving, term_documents
from bpsearch.retrieval.filters import Filter, parse_filter
from bpsearch.retrieval.levels import Survival
from bpsearch.retrieval.matches import Matches, shared_matches
from bpsearch.retrieval.search import Index
from bpsearch.retrieval.similarities import Similarity
from bpsearch.retrieval.sweep import SweepRankings, sweep_column
from bpsearch.sweeps.series import Axis, Series

KEPT_POSTINGS = 32_000_000  # 256 MB of postings that series share
KEPT_LENGTHS = 256_000_000  # length bytes of documents under the filters that are ranked together

OnFilters = Callable[[int], object]


@dataclass(frozen=True)
class Search:
    """What stays the same over a sweep."""

    index: Index
    queries: Mapping[str, str]
    similarity: Similarity
    hits: int
    postings: Callable[[Sequence[str]], list[Postings]]
    matches: Callable[[], Iterable[Matches]]


def make_search(index: Index, queries: Mapping[str, str], similarity: Similarity, hits: int) -> Search:
    """A search whose series share what they read."""
    postings = shared_postings(index)
    return Search(index, queries, similarity, hits, postings, shared_matches(index, queries, postings))


def shared_postings(index: Index, limit: int = KEPT_POSTINGS) -> Callable[[Sequence[str]], list[Postings]]:
    """A reader that remembers postings, up to a limit, so that several series read each term once."""
    kept: dict[str, Postings] = {}

    def read(terms: Sequence[str]) -> list[Postings]:
        missing = [term for term in dict.fromkeys(terms) if term not in kept]
        found = dict(zip(missing, index.postings(missing), strict=True)) if missing else {}
        result = [found[term] if term in found else kept[term] for term in terms]
        size = sum(len(postings.blocks) for postings in kept.values())
        for term, postings in found.items():
            size += len(postings.blocks)
            if size > limit:
                break
            kept[term] = postings
        return result

    return read


def rank_series(search: Search, series: Series, on_filters: OnFilters = lambda done: None) -> SweepRankings:
    """Rank all topics under every filter of a series, in its order; tells how many filters are done."""
    fast = [_swept_at_once(search.index, axis) for axis in series.axes]
    if not any(fast):
        filters = [parse_filter(point.filter) for point in series.points]
        return _rank_filters(search, filters, on_filters)
    if len(series.axes) == 1:
        swept = _sweep(search, series.axes[0], None)
        on_filters(len(series.points))
        return swept
    return _rank_grid(search, series, fast, on_filters)


def _swept_at_once(index: Index, axis: Axis) -> bool:
    """Verdicts and classes go the general way: what is unknown in them is below 0, not NaN."""
    column = axis.minimum_of
    return column is not None and index.block_table.records[column].kind in ("feature", "score")


def _sweep(search: Search, axis: Axis, where: Filter | None) -> SweepRankings:
    column = axis.minimum_of or ""
    return sweep_column(
        search.index, search.queries, column, axis.values, search.similarity, search.hits, where, search.matches
    )


def _rank_grid(search: Search, series: Series, fast: Sequence[bool], on_filters: OnFilters) -> SweepRankings:
    """One sweep over the longer axis for each value of the other."""
    inner = max((place for place in (0, 1) if fast[place]), key=lambda place: len(series.axes[place].values))
    outer = series.axes[1 - inner]
    swept = []
    for number, text in enumerate(outer.filters, start=1):
        swept.append(_sweep(search, series.axes[inner], parse_filter(text)))
        on_filters(number * len(series.axes[inner].values))

    def put_together(parts: Sequence[np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
        stacked = np.stack(parts, axis=1 - inner)
        return stacked.reshape(-1, *stacked.shape[2:])

    return SweepRankings(
        put_together([part.documents for part in swept]),
        put_together([part.scores for part in swept]),
        Survival(*(put_together(counts) for counts in zip(*(part.survival for part in swept), strict=True))),
    )


def _rank_filters(search: Search, filters: Sequence[Filter], on_filters: OnFilters) -> SweepRankings:
    """Any filters, as many together as memory allows."""
    shape = (len(filters), len(search.queries), search.hits)
    documents, scores = np.full(shape, -1, np.int64), np.zeros(shape, np.float32)
    together = max(1, KEPT_LENGTHS // max(len(search.index.documents), 1))
    for start in range(0, len(filters), together):
        some = filters[start : start + together]
        left = [surviving(search.index, where) for where in some]
        for topic, query in enumerate(search.queries.values()):
            terms = Counter(search.index.terms(query))
            postings = search.postings(list(terms))
            for place, where in enumerate(some):
                found = [term_documents(search.index, where, part) for part in postings]
                ranking = rank(found, list(terms.values()), left[place], search.similarity, search.hits)
                documents[start + place, topic, : len(ranking.documents)] = ranking.documents
                scores[start + place, topic, : len(ranking.scores)] = ranking.scores
            on_filters(start + len(some) * (topic + 1) // len(search.queries))
    counts = np.array([search.index.count(where.text) for where in filters], np.int64)
    return SweepRankings(documents, scores, Survival(*counts.T))
