"""The rankings of a series: all its filters over all topics, exact, from postings that are read once.

Equal scores are in the order of trec_eval, so the first k are those it would measure in a run of any depth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from bpsearch.compiled import in_background
from bpsearch.retrieval.document_scoring import Rankings, rank_levels
from bpsearch.retrieval.filters import Filter, parse_filter
from bpsearch.retrieval.levels import Survival, levels_of_filter
from bpsearch.retrieval.matches import Matches, shared_matches
from bpsearch.retrieval.search import Index
from bpsearch.retrieval.similarities import Similarity
from bpsearch.retrieval.sweep import joined, sweep_column
from bpsearch.sweeps.series import Axis, Series

OnFilters = Callable[[int], object]


@dataclass(frozen=True)
class Search:
    """What stays the same over a sweep."""

    index: Index
    queries: Mapping[str, str]
    similarity: Similarity
    hits: int
    matches: Callable[[], Iterable[Matches]]


def make_search(index: Index, queries: Mapping[str, str], similarity: Similarity, hits: int) -> Search:
    """A search whose series share what they read."""
    return Search(index, queries, similarity, hits, shared_matches(index, queries))


def rank_series(search: Search, series: Series, on_filters: OnFilters = lambda done: None) -> Rankings:
    """Rank all topics under every filter of a series, in its order; tells how many filters are done."""
    fast = [axis.minimum_of is not None for axis in series.axes]
    if not any(fast):
        filters = [parse_filter(point.filter) for point in series.points]
        return _rank_filters(search, filters, on_filters)
    if len(series.axes) == 1:
        swept = _sweep(search, series.axes[0], None)
        on_filters(len(series.points))
        return swept
    return _rank_grid(search, series, fast, on_filters)


def _sweep(search: Search, axis: Axis, where: Filter | None) -> Rankings:
    column = axis.minimum_of or ""
    tie_order = search.index.documents.in_trec_eval_order
    return sweep_column(
        *(search.index, search.queries, column, axis.values, search.similarity, search.hits),
        *(where, search.matches, tie_order),
    )


def _rank_grid(search: Search, series: Series, fast: Sequence[bool], on_filters: OnFilters) -> Rankings:
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

    return Rankings(
        put_together([part.documents for part in swept]),
        put_together([part.scores for part in swept]),
        Survival(*(put_together(counts) for counts in zip(*(part.survival for part in swept), strict=True))),
    )


def _rank_filters(search: Search, filters: Sequence[Filter], on_filters: OnFilters) -> Rankings:
    """Any filters, one after another."""
    parts = []
    for number, where in enumerate(filters, start=1):
        levels = in_background(partial(levels_of_filter, search.index, where))
        tie_order = search.index.documents.in_trec_eval_order
        topics, matches = len(search.queries), search.matches()
        parts.append(rank_levels(levels, matches, topics, search.similarity, search.hits, tie_order))
        on_filters(number)
    return joined(parts)
