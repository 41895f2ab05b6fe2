from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from bpsearch.errors import BpsearchError
from bpsearch.evaluation.measures import evaluate, parse_measures
from bpsearch.evaluation.qrels import read_qrels
from bpsearch.evaluation.ranking import trec_eval_order
from bpsearch.evaluation.topk import NO_RESULT, UNJUDGED, is_topk_measure, top_k, topk_measures
from bpsearch.retrieval.runs import Hit
from tests.evaluation.judged_runs import DOCNOS, all_qrels, all_runs, random_run
from tests.shared_data import data_folder

MEASURES = ["P@10", "P@3", "P(rel=2)@5", "nDCG@10", "nDCG@1", "Judged@10", "Judged@4"]
Run = dict[str, list[Hit]]


def first_documents(
    runs: list[Run], topics: list[str], docnos: list[str], depth: int
) -> NDArray[np.int64]:
    numbers = {docno: number for number, docno in enumerate(docnos)}
    documents = np.full((len(runs), len(topics), depth), -1)
    for row, run in enumerate(runs):
        for column, topic in enumerate(topics):
            ranking = trec_eval_order(run.get(topic, []))[:depth]
            documents[row, column, : len(ranking)] = [numbers[docno] for docno in ranking]
    return documents


def assert_equal_to_evaluate(qrels: dict[str, dict[str, int]], runs: list[Run], docnos: list[str]) -> None:
    measures = parse_measures(MEASURES)
    topics = list(qrels)
    fast = topk_measures(top_k(qrels, topics, first_documents(runs, topics, docnos, 12), docnos), measures)
    for row, run in enumerate(runs):
        slow = evaluate(qrels, run, measures).values
        for name in slow:
            assert fast[name][row].tolist() == slow[name].tolist(), name


@given(qrels=all_qrels, runs=st.lists(all_runs, min_size=1, max_size=3))
@settings(max_examples=150, deadline=None)
def test_every_value_equals_that_of_trec_eval_to_the_last_bit(
    qrels: dict[str, dict[str, int]], runs: list[Run]
) -> None:
    assert_equal_to_evaluate(qrels, runs, DOCNOS)


def test_every_value_equals_that_of_trec_eval_on_the_blog_track() -> None:
    qrels = read_qrels(data_folder() / "blog06" / "qrels.february")
    runs = [random_run(qrels, seed) for seed in range(3)]
    docnos = sorted({hit.docno for run in runs for hits in run.values() for hit in hits})
    assert_equal_to_evaluate(qrels, runs, docnos)


def test_levels_and_ideal_are_what_the_judgments_say() -> None:
    top = top_k({"1": {"a": 2, "b": -2, "c": 1}}, ["1"], np.array([[[0, 1, 3, -1]]]), ["a", "b", "c", "d"])
    assert top.levels.tolist() == [[[2, -2, UNJUDGED, NO_RESULT]]]
    assert top.ideal.tolist() == [[2, 1, 0, 0]]


def test_says_which_measures_it_can_do() -> None:
    possible = parse_measures(["P@10", "P(rel=4)@10", "nDCG@3", "nDCG(dcg='log2')@4", "Judged@10"])
    impossible = parse_measures(["nDCG", "nDCG(judged_only=True)@10", "AP", "Judged", "RR@10"])
    assert all(map(is_topk_measure, possible))
    assert not any(map(is_topk_measure, impossible))


def test_refuses_what_the_first_results_cannot_tell() -> None:
    top = top_k({"1": {"a": 2}}, ["1"], np.array([[[0, 0]]]), ["a"])
    with pytest.raises(BpsearchError, match="AP cannot be had"):
        topk_measures(top, parse_measures(["AP"]))
    with pytest.raises(BpsearchError, match="P@10 needs 10 results for each topic, not 2"):
        topk_measures(top, parse_measures(["P@10"]))
    with pytest.raises(BpsearchError, match="topic 2 has no judgments"):
        top_k({"1": {"a": 2}}, ["2"], np.array([[[0]]]), ["a"])
