from __future__ import annotations

import pytest

from bpsearch.evaluation.measures import parse_measures
from bpsearch.evaluation.relevance import lowest_level, relevance_notes


@pytest.mark.parametrize(
    ("measure", "level"),
    [("P@10", 1), ("P(rel=3)@10", 3), ("nDCG@10", 1), ("AP", 1), ("RR", 1), ("R@5", 1)],
)
def test_levels_from_which_a_document_counts(measure: str, level: int) -> None:
    assert lowest_level(parse_measures([measure])[0]) == level


@pytest.mark.parametrize("measure", ["Judged@10", "NumRet", "NumQ"])
def test_measures_of_any_document(measure: str) -> None:
    assert lowest_level(parse_measures([measure])[0]) is None


def test_one_topic_is_one_topic() -> None:
    notes = relevance_notes({"1": {"a": 0}, "2": {"a": 1}}, ["1", "2"], parse_measures(["P@10"]))
    assert notes == ["1 topic has no document of level 1 or higher: worth 0 in P@10 (1)"]
    assert relevance_notes({"1": {"a": 0}, "2": {"a": 1}}, ["2"], parse_measures(["P@10"])) == []
