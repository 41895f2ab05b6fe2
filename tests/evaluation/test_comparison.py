from __future__ import annotations

import numpy as np
import pytest

from bpsearch.errors import BpsearchError
from bpsearch.evaluation.comparison import compare
from bpsearch.evaluation.intervals import bootstrap_intervals
from bpsearch.evaluation.significance import holm, randomisation_test, t_test

VALUES = np.random.default_rng(1).random((4, 30))
BASELINE, OTHER = np.random.default_rng(2).random((2, 30)) * 0.7


def test_each_record_holds_what_the_parts_say() -> None:
    records = compare(VALUES, {"baseline": BASELINE, "bte": OTHER})
    tested = randomisation_test(VALUES - OTHER)
    between = bootstrap_intervals(VALUES - OTHER)
    for row, record in enumerate(records):
        assert record.value == pytest.approx(VALUES[row].mean())
        assert record.low < record.value < record.high
        assert list(record.differences) == ["baseline", "bte"]
        difference = record.differences["bte"]
        assert difference.difference == pytest.approx(record.value - OTHER.mean())
        assert (difference.low, difference.high) == (between.low[row], between.high[row])
        assert (difference.p, difference.corrected_p) == (tested.p[row], tested.corrected[row])


def test_test_and_correction_can_be_chosen() -> None:
    records = compare(VALUES, {"baseline": BASELINE}, test="t", correction="holm")
    p = t_test(VALUES - BASELINE)
    assert [record.differences["baseline"].p for record in records] == p.tolist()
    assert [record.differences["baseline"].corrected_p for record in records] == holm(p).tolist()


def test_columns_are_flat_and_plain() -> None:
    columns = compare(VALUES[:1], {"bte": OTHER})[0].columns()
    assert list(columns) == [
        "value", "low", "high", "bte_difference", "bte_low", "bte_high", "bte_p", "bte_corrected_p",
    ]  # fmt: skip
    assert all(type(number) is float for number in columns.values())


def test_without_references_there_are_intervals_only() -> None:
    assert list(compare(VALUES[:1], {})[0].columns()) == ["value", "low", "high"]


def test_the_baseline_itself_does_not_differ() -> None:
    difference = compare(VALUES, {"baseline": VALUES[0]})[0].differences["baseline"]
    assert difference == (0.0, 0.0, 0.0, 1.0, 1.0)


def test_no_topics_is_an_error() -> None:
    with pytest.raises(BpsearchError, match="no topics"):
        compare(np.zeros((3, 0)), {})
