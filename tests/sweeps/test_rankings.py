from __future__ import annotations

import json
from pathlib import Path

import pytest

import bpsearch
from bpsearch.evaluation.ranking import trec_eval_order
from bpsearch.index.build import build_index
from bpsearch.retrieval.document_scoring import rank_topics
from bpsearch.retrieval.filters import parse_filter
from bpsearch.retrieval.runs import Hit
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
        documents = search.index.documents
        asked = parse_filter(point.filter)
        alone = rank_topics(search.index, search.queries, asked, search.similarity, len(documents))
        for topic, (_, expected) in enumerate(alone):
            pairs = zip(expected.documents.tolist(), expected.scores.tolist(), strict=True)
            whole = [Hit(documents[place], score) for place, score in pairs]
            found = ranked.documents[place, topic]
            found = found[found >= 0].tolist()
            assert [documents[place] for place in found] == trec_eval_order(whole)[: search.hits], point
            assert ranked.scores[place, topic][: len(found)].tolist() == expected.scores[: search.hits].tolist(), point
        left = search.index.count(point.filter)
        assert tuple(counts[place] for counts in ranked.survival) == tuple(left), point


def test_equal_documents_are_those_that_trec_eval_would_look_at(tmp_path: Path) -> None:
    pages = tmp_path / "pages.jsonl"
    pages.write_text("".join(json.dumps({"id": docno, "html": "<p>the same text"}) + "\n" for docno in "caeébd"))
    with build_index(pages, tmp_path / "index"), bpsearch.open(tmp_path / "index") as index:
        search = make_search(index, {"1": "text"}, make_similarity("bm25"), 3)
        ranked = rank_series(search, curve(sliding("words", "0:3")))
        assert [[index.documents[place] for place in found] for (found,) in ranked.documents.tolist()] == [
            ["é", "e", "d"]
        ] * 4
