from __future__ import annotations

import math

import numpy as np
import pytest
import pytrec_eval
from hypothesis import given, settings

from bpsearch.errors import BpsearchError
from bpsearch.evaluation.measures import evaluate, is_summed, judged_measure, parse_measures
from bpsearch.evaluation.qrels import read_qrels
from bpsearch.retrieval.runs import Hit
from tests.evaluation.judged_runs import all_qrels, all_runs, random_run
from tests.shared_data import data_folder

TREC_NAMES = {
    "P@10": "P_10",
    "P@5": "P_5",
    "nDCG@10": "ndcg_cut_10",
    "nDCG": "ndcg",
    "AP": "map",
    "RR": "recip_rank",
    "R@10": "recall_10",
    "Bpref": "bpref",
    "Rprec": "Rprec",
    "NumRet": "num_ret",
}


def trec_eval(
    qrels: dict[str, dict[str, int]], run: dict[str, list[Hit]], level: int = 1
) -> dict[str, dict[str, float]]:
    """What trec_eval itself says, given the scores as they are in the run."""
    scores = {topic: {hit.docno: hit.score for hit in hits} for topic, hits in run.items() if hits}
    sane = {topic: levels for topic, levels in qrels.items() if max(levels.values()) >= 0}
    return pytrec_eval.RelevanceEvaluator(sane, set(TREC_NAMES.values()), level).evaluate(scores)


def assert_equal_to_trec_eval(
    qrels: dict[str, dict[str, int]], run: dict[str, list[Hit]], level: int = 1
) -> None:
    expected = trec_eval(qrels, run, level)
    measures = parse_measures(list(TREC_NAMES), relevance_level=level)
    result = evaluate(qrels, run, measures)
    for measure, trec_name in zip(measures, TREC_NAMES.values(), strict=True):
        values = dict(zip(result.topics, result.values[str(measure)].tolist(), strict=True))
        for topic in qrels:
            crashing = max(qrels[topic].values()) < 0
            wanted = len(run.get(topic, [])) if crashing and trec_name == "num_ret" else 0.0
            assert values[topic] == expected.get(topic, {trec_name: wanted})[trec_name], (measure, topic)


@given(qrels=all_qrels, run=all_runs)
@settings(max_examples=200, deadline=None)
def test_values_are_those_of_trec_eval_ties_included(
    qrels: dict[str, dict[str, int]], run: dict[str, list[Hit]]
) -> None:
    assert_equal_to_trec_eval(qrels, run)
    assert_equal_to_trec_eval(qrels, run, level=2)


@pytest.mark.parametrize("level", [1, 2, 4])
def test_values_are_those_of_trec_eval_on_the_blog_track(level: int) -> None:
    qrels = read_qrels(data_folder() / "blog06" / "qrels.february")
    run = random_run(qrels, seed=level)
    del run["860"]
    assert_equal_to_trec_eval(qrels, run, level)


def test_tied_scores_are_ranked_by_docno_descending_whatever_the_order_of_lines() -> None:
    qrels = {"1": {"a": 1, "b": 0, "B": 0}}
    in_this_order = [Hit("a", 1.0), Hit("b", 1.0), Hit("B", 1.0)]
    values = evaluate(qrels, {"1": in_this_order}, parse_measures(["P@1", "RR"])).values
    assert values["P@1"].tolist() == [0.0]
    assert values["RR"].tolist() == [0.5], "b, a, B: bytes descending"


def test_scores_equal_in_float32_are_tied() -> None:
    run = {"1": [Hit("a", 1.0 + 1e-12), Hit("b", 1.0)]}
    assert evaluate({"1": {"a": 1}}, run, parse_measures(["P@1"])).values["P@1"].tolist() == [0.0]


def test_judged_follows_the_same_tie_rule_as_precision() -> None:
    run = {"1": [Hit("a", 1.0), Hit("b", 1.0)]}
    values = evaluate({"1": {"b": 1}}, run, parse_measures(["P@1", "Judged@1"])).values
    assert values["P@1"].tolist() == values["Judged@1"].tolist() == [1.0]


def test_ndcg_has_linear_gain() -> None:
    qrels = {"1": {"a": 3, "b": 1}}
    run = {"1": [Hit("b", 2.0), Hit("a", 1.0)]}
    expected = (1 + 3 / math.log2(3)) / (3 + 1 / math.log2(3))
    values = evaluate(qrels, run, parse_measures(["nDCG@10"])).values["nDCG@10"]
    assert values == pytest.approx([expected], abs=1e-15)


def test_missing_topics_are_counted_and_worth_nothing_unless_left_out() -> None:
    qrels = {"1": {"a": 1}, "2": {"a": 1}, "3": {"b": 1}}
    run = {"9": [Hit("a", 1.0)], "1": [Hit("a", 1.0)], "3": []}
    result = evaluate(qrels, run, parse_measures(["P@1"]))
    assert result.topics == ("1", "2", "3")
    assert result.values["P@1"].tolist() == [1.0, 0.0, 0.0]
    assert result.coverage.without_judgments == ("9",)
    assert result.coverage.without_results == ("2", "3")
    only_common = evaluate(qrels, run, parse_measures(["P@1"]), topics=result.coverage.common)
    assert only_common.values["P@1"].tolist() == [1.0]


def test_negative_judgments_are_judged_and_not_relevant() -> None:
    run = {"1": [Hit("spam", 2.0), Hit("other", 1.0)]}
    measures = parse_measures(["P@2", "nDCG@2", "AP", "Judged@2"])
    values = evaluate({"1": {"spam": -2}}, run, measures).values
    assert [value[0] for value in values.values()] == [0.0, 0.0, 0.0, 0.5]


def test_no_common_topics_is_an_error_with_examples() -> None:
    with pytest.raises(BpsearchError, match=r"no topic in common: 851, 852 against 0851; check"):
        evaluate({"851": {"a": 1}, "852": {"a": 1}}, {"0851": [Hit("a", 1.0)]}, parse_measures(["P@10"]))


@pytest.mark.parametrize("run", [{}, {"851": []}])
def test_a_run_of_nothing_is_worth_0(run: dict[str, list[Hit]]) -> None:
    result = evaluate({"851": {"a": 1}, "852": {"b": -1}}, run, parse_measures([*TREC_NAMES, "Judged@10"]))
    assert all(values.tolist() == [0.0, 0.0] for values in result.values.values())
    assert result.coverage == ((), (), ("851", "852"))


def test_a_topic_without_judgments_cannot_be_asked_for() -> None:
    with pytest.raises(BpsearchError, match="topic 7 has no judgments"):
        evaluate({"1": {"a": 1}}, {"1": [Hit("a", 1.0)]}, parse_measures(["P@10"]), topics=["1", "7"])


def test_gains_of_one_measure_do_not_leak_into_another() -> None:
    qrels = {"1": {"a": 1, "b": 2}}
    run = {"1": [Hit("a", 2.0), Hit("b", 1.0)]}
    together = evaluate(qrels, run, parse_measures(["nDCG(gains={1:9})@10", "nDCG@10"])).values
    alone = evaluate(qrels, run, parse_measures(["nDCG@10"])).values
    assert together["nDCG@10"] == alone["nDCG@10"]
    assert together["nDCG(gains={1:9})@10"] > together["nDCG@10"]


def test_the_relevance_level_holds_where_a_measure_names_none() -> None:
    names = ["P@10", "P(rel=3)@10", "AP", "nDCG@10", "Judged@10", "NumRet", "P@10"]
    measures = parse_measures(names, relevance_level=2)
    assert [str(measure) for measure in measures] == [
        "P(rel=2)@10", "P(rel=3)@10", "AP(rel=2)", "nDCG@10", "Judged@10", "NumRet",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ndcg@10", r"unknown measure 'ndcg@10'; near names: nDCG@10"),
        ("NDGC@10", "near names: .*nDCG@10"),
        ("nDCG_10", "near names: nDCG@10, SDCG@10$"),
        ("recall@100", "near names: Recall@100, Rprec,"),
        ("P@1O", r"expected a name, .* P@10"),
        ("P@9999999", "cutoff of 1,000,000 at most"),
        ("precison@5", "near names: Precision@5"),
        ("P_10", "trec_eval's name, here it is P@10"),
        ("ndcg_cut_20", "trec_eval's name, here it is nDCG@20"),
        ("xyzzy", "known are AP, .*nDCG"),
        ("P", "missing parameter cutoff"),
        ("P@0", "must be 1 or more"),
        ("P(rel=0)@10", "must be 1 or more"),
        ("P@ten", "not well formed"),
        ("P(level=2)@10", "level"),
        ("", "not well formed"),
        ("AP; AP", "not well formed"),
        ("alpha_nDCG@10", "subtopics"),
        ("RBP", "not installed"),
    ],
)
def test_unknown_and_malformed_measures_get_advice(name: str, message: str) -> None:
    with pytest.raises(BpsearchError, match=message):
        parse_measures([name])


def test_the_relevance_level_is_checked() -> None:
    with pytest.raises(BpsearchError, match="1 or more"):
        parse_measures(["P@10"], relevance_level=0)


def test_judged_beside_a_measure_has_its_cutoff() -> None:
    measures = parse_measures(["P@5", "AP", "nDCG@20"])
    assert [str(judged_measure(measure)) for measure in measures] == ["Judged@5", "Judged@10", "Judged@20"]


def test_counts_are_summed_and_the_rest_is_averaged() -> None:
    counts = ["NumRet", "NumRelRet"]
    assert [str(measure) for measure in parse_measures([*counts, "P@10"]) if is_summed(measure)] == [
        "NumRet",
        "NumRet(rel=1)",
    ]


def test_a_measure_without_a_value_for_a_topic_is_refused() -> None:
    with pytest.raises(BpsearchError, match="Accuracy has no value for topic 2"):
        evaluate(
            {"1": {"a": 1, "b": 0}, "2": {"a": 1}},
            {"1": [Hit("a", 2.0), Hit("b", 1.0)], "2": [Hit("b", 1.0)]},
            parse_measures(["Accuracy"]),
        )


def test_values_are_arrays_of_floats() -> None:
    result = evaluate({"1": {"a": 1}}, {"1": [Hit("a", 1.0)]}, parse_measures(["NumRet"]))
    assert result.values["NumRet"].dtype == np.float64
