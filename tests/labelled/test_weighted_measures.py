"""Weighted measures: by hand, against scikit-learn, and as properties."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from bpsearch.errors import BpsearchError
from bpsearch.labelled.folds import parts, site_folds
from bpsearch.labelled.measures import area_under_curve, measure, one_hot


def test_always_content_gives_the_baseline_of_table_2() -> None:
    gold = np.array([0] * 362 + [1] * 638)
    result = measure(gold, one_hot(np.ones_like(gold), 2), np.ones(1000))
    assert [round(100 * value, 1) for value in result] == [40.7, 63.8, 49.7, 63.8, 50.0]


def test_heavy_blocks_count_more() -> None:
    gold, said = np.array([1, 1, 0]), np.array([1, 0, 0])
    light = measure(gold, one_hot(said, 2), np.array([1.0, 9.0, 10.0]))
    heavy = measure(gold, one_hot(said, 2), np.array([9.0, 1.0, 10.0]))
    assert light.recall == pytest.approx(0.55)
    assert heavy.recall == pytest.approx(0.95)


labels = arrays.arrays(np.int64, 40, elements=st.integers(0, 3))
scores = arrays.arrays(np.float64, (40, 4), elements=st.integers(0, 5).map(float))
weights = arrays.arrays(np.float64, 40, elements=st.integers(1, 50).map(float))


@settings(deadline=None, max_examples=50)
@given(labels, scores, weights)
def test_as_scikit_learn_has_it(gold: np.ndarray, scored: np.ndarray, weight: np.ndarray) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    said = scored.argmax(axis=1)
    expected = metrics.precision_recall_fscore_support(
        gold, said, sample_weight=weight, average="weighted", zero_division=0
    )[:3]
    assert measure(gold, scored, weight)[:3] == pytest.approx(expected)
    positive = gold == 1
    if positive.any() and not positive.all():
        area = metrics.roc_auc_score(positive, scored[:, 1], sample_weight=weight)
        assert area_under_curve(positive, scored[:, 1], weight) == pytest.approx(area)


@settings(deadline=None)
@given(arrays.arrays(np.int64, 60, elements=st.integers(0, 9)), st.integers(2, 4))
def test_no_site_is_learned_and_tested(numbers: np.ndarray, folds: int) -> None:
    sites = np.array([f"site{number}.com" for number in numbers])
    if len(set(sites)) < folds:
        with pytest.raises(BpsearchError, match="fewer folds"):
            site_folds(sites, np.ones(60), folds)
        return
    fold = site_folds(sites, np.ones(60), folds)
    assert set(fold) == set(range(folds))
    for train, test in parts(fold):
        assert not set(sites[train]) & set(sites[test])
        assert (train ^ test).all()
