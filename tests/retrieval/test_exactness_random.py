"""Random small collections with few words, so that ties, empty pages and vanishing terms abound."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import bpsearch.retrieval.document_scoring
import bpsearch.retrieval.levels
import bpsearch.retrieval.matches
import bpsearch.retrieval.sweep
from bpsearch.retrieval import kernels
from bpsearch.retrieval.document_scoring import rank_topics
from bpsearch.retrieval.filters import all_of, parse_filter
from bpsearch.retrieval.matches import shared_matches, topic_matches
from bpsearch.retrieval.similarities import BM25, ClassicTFIDF, QueryLikelihood
from bpsearch.retrieval.sweep import sweep_column
from tests.indexes import Reindexed, assert_same, build, pages_of_blocks, write_pages

SIMILARITIES = (BM25(), ClassicTFIDF(), QueryLikelihood(), QueryLikelihood(3.0))
WORDS = ("apple", "bee", "cat", "the", "©", '<a href="x">door</a>', '<a href="y">apple bee</a>')
BLOCKS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join)
DOCUMENTS = st.lists(st.lists(BLOCKS, max_size=4), min_size=1, max_size=9)
QUERIES = st.lists(st.sampled_from((*WORDS[:4], "door", "absent")), max_size=5).map(" ".join)
CONDITIONS = st.one_of(
    st.integers(-1, 9).map(lambda n: f"words >= {n}"),
    st.integers(0, 9).map(lambda n: f"words < {n}"),
    st.floats(0, 9, width=32).map(lambda x: f"density >= {x}"),
    st.sampled_from(("links", "not links", "links == 1", "links < 0.5", "density > words", "words * links >= 2")),
)
FILTERS = st.one_of(
    st.none(),
    CONDITIONS,
    st.tuples(CONDITIONS, st.sampled_from(("and", "or", "and not")), CONDITIONS).map(" ".join),
)
NUMBERS = count()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("random")


def index_of(folder: Path, documents):
    name = str(next(NUMBERS))
    return build(write_pages(folder / f"{name}.jsonl", pages_of_blocks(documents)), folder / name)


@given(DOCUMENTS, st.lists(QUERIES, min_size=1, max_size=4), FILTERS, st.sampled_from((1, 2, 1000)))
@example([[]], ["apple"], None, 1000)
@example([["the"], ["the of"]], ["the"], None, 1000)
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_as_if_reindexed(folder, documents, queries, where, hits):
    asked = {str(number): query for number, query in enumerate(queries)}
    with index_of(folder, documents) as index, TemporaryDirectory(dir=folder) as scratch:
        lucene = Reindexed(index, where, Path(scratch) / "reindexed")
        for similarity in SIMILARITIES:
            ours = rank_topics(index, asked, parse_filter(where), similarity, hits)
            for (topic, ranking), (_, expected) in zip(ours, lucene.rankings(asked, similarity, hits), strict=True):
                assert_same(ranking, expected, f"{where}, {similarity}, {asked[topic]}")


def assert_sweep_is_exact(index, queries, column, thresholds, similarity, hits, where=None):
    """Every threshold of a sweep against the same filter asked for by itself."""
    swept = sweep_column(index, queries, column, thresholds, similarity, hits, parse_filter(where) if where else None)
    for place, threshold in enumerate(thresholds):
        own = all_of([where, f"{column} >= {threshold}"])
        left = index.count(own)
        assert [int(part[place]) for part in swept.survival] == list(left), own
        for topic, (name, ranking) in enumerate(rank_topics(index, queries, parse_filter(own), similarity, hits)):
            found = swept.documents[place, topic] >= 0
            assert not found[len(ranking.documents) :].any()
            ours = swept.documents[place, topic][found], swept.scores[place, topic][found]
            assert_same(ours, ranking, f"{own}, {similarity}, {name}")


THRESHOLDS = {
    "words": st.lists(st.one_of(st.integers(-1, 10), st.floats(-1, 10)), min_size=1, max_size=12),
    "density": st.lists(st.one_of(st.integers(0, 9), st.floats(0, 9)), min_size=1, max_size=12),
    "links": st.lists(st.sampled_from((0, 0.1, 0.25, 1 / 3, 0.5, 2 / 3, 0.75, 1, 2)), min_size=1, max_size=9),
}


@given(DOCUMENTS, st.lists(QUERIES, min_size=1, max_size=4), FILTERS, st.sampled_from((1, 3, 10)), st.data())
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_sweep_equals_each_filter(folder, documents, queries, where, hits, data):
    asked = {str(number): query for number, query in enumerate(queries)}
    with index_of(folder, documents) as index:
        for column, lists in THRESHOLDS.items():
            thresholds = sorted(set(data.draw(lists, column)))
            for similarity in SIMILARITIES:
                assert_sweep_is_exact(index, asked, column, thresholds, similarity, hits, where)


def test_sweeps_of_verdicts_and_scores(folder):
    """Blocks of which nothing is known survive no threshold, not even one below everything."""
    with index_of(folder, [["apple bee", "apple"], ["bee", "apple apple"], ["cat apple"]]) as index:
        index.add_column("verdict", [1, -1, 0, -1, 1], kind="verdict")
        index.add_column("score", [0.5, np.nan, -1.0, 2.0, np.nan], kind="score")
        index.add_column("signed", [-5, -1, 0, 3, 1])
        for column in ("verdict", "score", "signed"):
            assert_sweep_is_exact(index, {"1": "apple bee"}, column, [-9, -1, 0, 0.5, 1, 2], BM25(), 5)


@pytest.fixture(scope="module")
def many_documents(folder):
    """Enough documents, of widely different lengths, for the sweep to leave hopeless ones out."""
    random = np.random.default_rng(4)
    vocabulary = np.array([f"w{number}" for number in range(60)])
    weights = 1 / np.arange(1, 61)

    def block():
        size = int(random.choice([1, 2, 3, 5, 9, 14, 30, 80, 150], p=[0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.06, 0.03, 0.01]))
        return " ".join(random.choice(vocabulary, size, p=weights / weights.sum()))

    documents = [[block() for _ in range(random.integers(0, 12))] for _ in range(700)]
    return index_of(folder, [*documents, *documents[:40]])  # the same text twice makes ties


SWEEPS = (
    ("words", list(range(121)), None),
    ("words", [0, 1, 2, 10, 60, 100, 140, 149, 150, 151, 200, 300, 400, 500, 600, 700, 800], None),
    ("words", [-3, 2.5, 1000, 2000], "density < 12"),
    ("density", list(np.arange(0, 20, 0.37)), None),
    ("density", [0, 7.3], "words >= 4"),
)


@pytest.mark.parametrize("postings_at_once", [1, 900, 400_000])
@pytest.mark.parametrize("similarity", SIMILARITIES)
def test_leaving_out_hopeless_documents_loses_none(many_documents, monkeypatch, similarity, postings_at_once):
    monkeypatch.setattr(bpsearch.retrieval.matches, "POSTINGS_AT_ONCE", postings_at_once)
    queries = {"1": "w1 w2", "2": "w50", "3": "w0 w0 w40 w59", "4": "absent", "5": "w30 w31 w32 w33", "6": "w1 w50"}
    for hits in (1, 3, 10):
        for column, thresholds, where in SWEEPS[hits % 2 :: 2] if postings_at_once > 1 else SWEEPS[-1:]:
            assert_sweep_is_exact(many_documents, queries, column, thresholds, similarity, hits, where)


def test_a_threshold_that_leaves_nothing_hides_no_document_of_its_neighbours(folder):
    """The last of the best documents is best only at 30, and at 31, in the same group, nothing is left."""
    documents = [["apple"] * 3 + [" ".join(["apple"] * (1 + n % 3) + ["bee"] * (29 - n % 3))] for n in range(60)]
    documents[7] = ["bee " * 20] * 9 + [" ".join(["apple"] * 9 + ["bee"] * 21)]
    documents[9] = ["bee " * 20] * 9 + [" ".join(["apple"] * 8 + ["bee"] * 22)]
    documents[11] = ["bee " * 20] * 9 + [" ".join(["apple"] * 7 + ["bee"] * 23)]
    with index_of(folder, documents) as index:
        thresholds = [*range(8), 30, 31, 32, 33, 34, 35, 36, 37]
        for similarity in SIMILARITIES:
            for hits in (1, 2, 3):
                assert_sweep_is_exact(index, {"1": "apple"}, "words", thresholds, similarity, hits)


def test_hopeless_documents_are_left_out(many_documents, monkeypatch):
    """Else the tests above would prove nothing."""
    scored = []
    rank = kernels.rank
    monkeypatch.setattr(kernels, "rank", lambda *arguments: scored.append(rank(*arguments)))
    queries, thresholds = {"1": "w1 w2", "2": "w50"}, range(0, 31, 2)
    sweep_column(many_documents, queries, "words", thresholds, BM25(), len(many_documents.documents))
    everything, scored[:] = sum(scored), []
    sweep_column(many_documents, queries, "words", thresholds, BM25(), 3)
    assert 0 < sum(scored) < everything * 0.6


def test_work_may_be_done_some_at_a_time(many_documents, monkeypatch):
    """What bounds the memory of a sweep over many documents, and what threads share."""
    monkeypatch.setattr(bpsearch.retrieval.sweep, "LENGTHS_AT_ONCE", 11 * len(many_documents.documents))
    monkeypatch.setattr(bpsearch.retrieval.levels, "BLOCKS_AT_ONCE", 100)
    for name, value in {"KEYS_AT_ONCE": 50, "TERMS_AT_ONCE": 1, "TOPICS_AT_ONCE": 1, "PART": 6, "GROUP": 2}.items():
        monkeypatch.setattr(bpsearch.retrieval.document_scoring, name, value)
    queries = {"1": "w1 w2", "2": "w50", "3": "w3", "4": "absent w2", "5": ""}
    assert_sweep_is_exact(many_documents, queries, "words", range(0, 31, 2), BM25(), 3)


def test_matches_are_kept_within_the_limit_and_right_beyond_it(many_documents, monkeypatch):
    monkeypatch.setattr(bpsearch.retrieval.matches, "POSTINGS_AT_ONCE", 300)
    queries = {"1": "w1 w2", "2": "w50", "3": "absent", "4": "w3"}
    expected = list(topic_matches(many_documents, queries))
    for limit in (0, 700, 10**6):
        shared = shared_matches(many_documents, queries, limit=limit)
        for _ in range(2):
            for part, same in zip(shared(), expected, strict=True):
                assert all(np.array_equal(mine, own) for mine, own in zip(part, same, strict=True))


@given(st.lists(st.integers(0, 90), min_size=1, max_size=60), st.data())
@settings(deadline=None)  # the loop is compiled when it is first used
def test_documents_of_blocks(sizes, data):
    first = np.append(0, np.cumsum(sizes))
    blocks = np.array(data.draw(st.lists(st.integers(0, max(int(first[-1]) - 1, 0)), max_size=30 * bool(first[-1]))))
    blocks = blocks.astype(np.int32)
    assert kernels.documents_of(blocks, first).tolist() == (np.searchsorted(first, blocks, "right") - 1).tolist()


def test_a_text_longer_than_the_table_of_lengths(folder):
    """Lengths beyond 65,535 are encoded another way."""
    documents = [["apple " * 70_000, "bee"], ["apple " * 66_000], ["apple bee"]]
    with index_of(folder, documents) as index, TemporaryDirectory(dir=folder) as scratch:
        lucene = Reindexed(index, None, Path(scratch) / "reindexed")
        for similarity in SIMILARITIES:
            ours = rank_topics(index, {"1": "apple bee"}, parse_filter(None), similarity, 10)
            expected = lucene.rankings({"1": "apple bee"}, similarity, 10)
            assert assert_same(next(ours)[1], next(expected)[1], similarity) == 3


@pytest.mark.parametrize("most", (300, 7))
def test_more_thresholds_than_are_looked_at_together(many_documents, monkeypatch, most):
    monkeypatch.setattr(bpsearch.retrieval.sweep, "MOST_LEVELS", most)
    queries = {"1": "w1 w2"}
    swept = sweep_column(many_documents, queries, "words", range(300), BM25(), 5)
    for threshold in (0, 1, 2, 3, 255, 256, 299):
        ((_, alone),) = rank_topics(many_documents, queries, parse_filter(f"words >= {threshold}"), BM25(), 5)
        found = swept.documents[threshold, 0]
        assert found[found >= 0].tolist() == alone.documents.tolist()
        assert swept.survival.blocks[threshold] == many_documents.count(f"words >= {threshold}").blocks
