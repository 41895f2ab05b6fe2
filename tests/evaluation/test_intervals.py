from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from scipy import stats

from bpsearch.errors import BpsearchError
from bpsearch.evaluation.choices import IntervalMethod
from bpsearch.evaluation.intervals import bootstrap_intervals

Floats = NDArray[np.float64]

values_of_topics = arrays(
    np.float64, st.tuples(st.integers(1, 4), st.integers(1, 12)), elements=st.floats(0, 1, width=16)
)


@pytest.mark.parametrize(("method", "scipy_method"), [("bca", "BCa"), ("percentile", "percentile")])
@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_agrees_with_scipy_on_skewed_values(
    method: IntervalMethod, scipy_method: str, confidence: float
) -> None:
    values = np.random.default_rng(5).beta(0.6, 2.0, (3, 40))
    options = {"confidence_level": confidence, "method": scipy_method, "n_resamples": 20_000, "rng": 1}
    theirs = stats.bootstrap((values,), np.mean, axis=1, **options).confidence_interval
    ours = bootstrap_intervals(values, method=method, confidence=confidence, resamples=20_000)
    assert ours.low == pytest.approx(theirs.low, abs=0.004)
    assert ours.high == pytest.approx(theirs.high, abs=0.004)


def test_corrects_for_bias_as_scipy_does_where_few_values_are_very_skewed() -> None:
    values = np.random.default_rng(1).lognormal(0.0, 1.5, (3, 8))
    options = {"method": "BCa", "n_resamples": 200_000, "rng": 1}
    theirs = stats.bootstrap((values,), np.mean, axis=1, **options).confidence_interval
    ours = bootstrap_intervals(values, resamples=200_000)
    assert ours.low == pytest.approx(theirs.low, rel=0.02)
    assert ours.high == pytest.approx(theirs.high, rel=0.02)


@given(values=values_of_topics, method=st.sampled_from(["bca", "percentile"]))
@settings(deadline=None)
def test_low_and_high_enclose_within_the_range_of_values(values: Floats, method: IntervalMethod) -> None:
    low, high = bootstrap_intervals(values, method=method, resamples=200)
    assert (low <= high + 1e-12).all()
    assert (low >= values.min(axis=1) - 1e-12).all()
    assert (high <= values.max(axis=1) + 1e-12).all()


@pytest.mark.parametrize("values", [np.full((2, 30), 0.3), np.array([[0.7]])])
def test_nothing_to_resample_gives_the_mean(values: Floats) -> None:
    low, high = bootstrap_intervals(values)
    assert low.tolist() == high.tolist() == values.mean(axis=1).tolist()


def test_covers_the_true_mean_about_as_often_as_it_says() -> None:
    samples = np.random.default_rng(3).beta(1.0, 2.0, (600, 50))
    low, high = bootstrap_intervals(samples, resamples=1000)
    assert 0.92 < np.mean((low <= 1 / 3) & (high >= 1 / 3)) < 0.975


def test_is_the_same_every_time_and_for_each_filter_alone() -> None:
    values = np.random.default_rng(3).random((5, 20))
    together, alone = bootstrap_intervals(values), bootstrap_intervals(values[2:3])
    assert together.low[2] == pytest.approx(alone.low[0], abs=1e-12)
    assert np.array_equal(together.high, bootstrap_intervals(values).high)


def test_many_filters_go_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(3).random((5, 20))
    whole = bootstrap_intervals(values, resamples=100)
    monkeypatch.setattr("bpsearch.evaluation.intervals.CHUNK", 200)
    parts = bootstrap_intervals(values, resamples=100)
    assert parts.low == pytest.approx(whole.low, abs=1e-12)
    assert parts.high == pytest.approx(whole.high, abs=1e-12)


@pytest.mark.parametrize("confidence", [0.0, 1.0, 95.0])
def test_confidence_is_a_share(confidence: float) -> None:
    with pytest.raises(BpsearchError, match="between 0 and 1"):
        bootstrap_intervals(np.zeros((1, 2)), confidence=confidence)
