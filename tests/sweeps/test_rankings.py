from __future__ import annotations

import pytest

from bpsearch.retrieval.document_scoring import rank_topics
from bpsearch.retrieval.filters import parse_filter
from bpsearch.retrieval.search import queries_of
from bpsearch.retrieval.similarities import make_similarity
from bpsearch.sweeps.rankings import Search, make_search, rank_series
from bpsearch.sweeps.references import references
from bpsearch.sweeps.series import Series, curve, expression_axis, grid, sliding
from tests.sweeps.small_collection import Small

WORDS, LINKS = sliding("words", "0:40:10,100000"), sliding("links", "0:1:0.5")
SERIES = {
    "a minimum": curve(WORDS),
    "a maximum": curve(LINKS),
    "an expression": curve(expression_axis("words >= {t} or not bte", "5:45:20")),
    "minimum × maximum": grid([WORDS, LINKS]),
    "maximum × minimum": grid([LINKS, WORDS]),
    "two minima": grid([sliding("density", "1:12:5"), sliding("words", "1:30:8")]),
    "no minimum": grid([LINKS, expression_axis("words < {t}", "20:60:20")]),
    "a verdict": curve(expression_axis("bte >= {t}", "-1:1")),
}


@pytest.fixture(scope="module")
def search(small: Small) -> Search:
    return make_search(small.index, queries_of(small.topics), make_similarity("bm25"), 10)


@pytest.mark.parametrize("name", SERIES)
def test_each_filter_is_ranked_as_if_it_were_alone(search: Search, name: str) -> None:
    _check(search, SERIES[name])


def test_references_are_ranked_too(search: Search, small: Small) -> None:
    series = references(small.index, ["bte", "words-links", "words >= 11"])
    assert [point.filter for point in series.points] == ["", "bte", "words_links", "words >= 11"]
    _check(search, series)


def test_progress_counts_all_filters(search: Search) -> None:
    seen: list[int] = []
    series = SERIES["minimum × maximum"]
    rank_series(search, series, seen.append)
    assert seen == sorted(seen) and seen[-1] == len(series.points)


def _check(search: Search, series: Series) -> None:
    ranked = rank_series(search, series)
    assert len(ranked.documents) == len(series.points)
    for place, point in enumerate(series.points):
        alone = rank_topics(search.index, search.queries, parse_filter(point.filter), search.similarity, search.hits)
        for topic, (_, expected) in enumerate(alone):
            found = ranked.documents[place, topic]
            assert found[found >= 0].tolist() == expected.documents.tolist(), point
            assert ranked.scores[place, topic][found >= 0].tolist() == expected.scores.tolist(), point
        left = search.index.count(point.filter)
        assert tuple(counts[place] for counts in ranked.survival) == tuple(left), point
