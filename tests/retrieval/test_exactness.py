"""The promise: documents ranked, and scored to the last bit, as by Lucene on an index of the surviving text alone."""

from __future__ import annotations

import pytest

import bpsearch.index.build
from bpsearch.retrieval.document_scoring import rank_topics
from bpsearch.retrieval.filters import parse_filter
from bpsearch.retrieval.search import queries_of
from bpsearch.retrieval.similarities import BM25, ClassicTFIDF, QueryLikelihood
from tests.indexes import Reindexed, assert_same, build, real_pages, table_files
from tests.shared_data import ROOT

SIMILARITIES = (BM25(), ClassicTFIDF(), QueryLikelihood())
OTHER_PARAMETERS = (BM25(1.2, 0.75), BM25(0, 0), QueryLikelihood(75.5))
FILTERS = (
    None,
    "words >= 1",
    "words >= 11",
    "words >= 40",
    "density >= 9.5",
    "density >= 14",
    "links < 0.33",
    "words >= 6 and links < 0.5 or density > 11",
    "not (2 <= words < 20)",
    "words < 3",  # what is usually thrown away
    "words > 100000",  # nothing is left
)
ODD_QUERIES = {
    "repeated": "water water water solar solar",
    "absent": "xyzzyqwert",
    "absent and there": "xyzzyqwert people xyzzyqwert",
    "stopwords": "the of and",
    "nothing": "",
    "signs": "© · » 😀",
    "common": "time year said new people day comments home",
    "long": "what people said about the news of the day and the first time they read it in a new place",
}


def check(index, queries, where, folder) -> int:
    lucene = Reindexed(index, where, folder)
    compared = 0
    for similarity in (*SIMILARITIES, *(OTHER_PARAMETERS if where == "words >= 40" else ())):
        ours = rank_topics(index, queries, parse_filter(where), similarity, 1000)
        theirs = lucene.rankings(queries, similarity)
        for (topic, ranking), (same_topic, expected) in zip(ours, theirs, strict=True):
            assert topic == same_topic
            compared += assert_same(ranking, expected, f"{where}, {similarity}, topic {topic}")
    return compared


@pytest.mark.parametrize("where", FILTERS)
def test_demo_as_if_reindexed(demo_index, tmp_path, where):
    queries = queries_of(ROOT / "qrels" / "demo.topics.txt") | ODD_QUERIES
    compared = check(demo_index, queries, where, tmp_path / "reindexed")
    assert (compared == 0) == (where == "words > 100000")
    if where is None:
        assert compared > 20_000


@pytest.mark.parametrize("where", FILTERS)
def test_real_pages_as_if_reindexed(real_index, blog_topics, tmp_path, where):
    compared = check(real_index, blog_topics | ODD_QUERIES, where, tmp_path / "reindexed")
    assert (compared == 0) == (where == "words > 100000")


def test_a_word_less_block_still_has_terms(real_index):
    """Which is why `words >= 1` is not the same as no filter."""
    everything, words = real_index.count(), real_index.count("words >= 1")
    assert words.blocks < everything.blocks
    assert words.tokens < everything.tokens


def test_the_number_of_workers_changes_nothing(blog_topics, tmp_path, monkeypatch):
    pages = real_pages(tmp_path / "pages", 60)
    at_once = build(pages, tmp_path / "at once")
    monkeypatch.setattr(bpsearch.index.build, "SHARD_PAGES", 3)  # twenty shards, sixteen of them merged
    others = [build(pages, tmp_path / str(count), worker_count=count) for count in (1, 2, 5)]
    queries = dict(list(blog_topics.items())[::5]) | ODD_QUERIES
    for index in others:
        assert table_files(index.folder) == table_files(at_once.folder)
        assert index.manifest.counts == at_once.manifest.counts
        for where in (None, "words >= 11", "density >= 14"):
            for similarity in ("bm25", "tfidf", "qld"):
                expected = at_once.search(queries, where=where, similarity=similarity)
                assert expected["common"]
                assert index.search(queries, where=where, similarity=similarity) == expected
    assert check(others[-1], queries, "words >= 11", tmp_path / "reindexed")
