from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from scipy import stats

from bpsearch.errors import BpsearchError
from bpsearch.evaluation.significance import (
    benjamini_hochberg,
    holm,
    paired_test,
    randomisation_test,
    t_test,
    wilcoxon_test,
)

Floats = NDArray[np.float64]

shapes = st.tuples(st.integers(1, 5), st.integers(1, 9))
tenths = st.integers(-10, 10).map(lambda number: number / 10)
differences_like_precision = arrays(np.float64, shapes, elements=tenths)
# Differences of measures: as small as a measure can differ, not as small as a double can be.
any_differences = arrays(np.float64, shapes, elements=st.floats(-1, 1).map(lambda value: round(value, 6)))
probabilities = arrays(np.float64, st.integers(1, 30), elements=st.floats(0, 1))


def noise(filters: int, topics: int, effect: float = 0.0, seed: int = 1) -> Floats:
    return np.random.default_rng(seed).normal(effect, 0.2, (filters, topics))


def every_sign(row: Floats) -> float:
    """The test as the textbook has it: the share of sign patterns at least as extreme, in whole tenths."""
    whole = np.round(row * 10).astype(int)
    sums = [abs(int(whole @ signs)) for signs in itertools.product((-1, 1), repeat=len(row))]
    return sum(value >= abs(int(whole.sum())) for value in sums) / len(sums)


@given(differences=differences_like_precision)
@settings(deadline=None)
def test_few_topics_are_tested_exactly_ties_included(differences: Floats) -> None:
    expected = [every_sign(row) for row in differences]
    assert randomisation_test(differences).p.tolist() == expected


@pytest.mark.parametrize("effect", [0.0, 0.04, 0.1])
def test_randomisation_agrees_with_scipy(effect: float) -> None:
    def scipy_p(differences: Floats, resamples: float) -> float:
        return stats.permutation_test(
            (differences,),
            lambda row, axis: np.abs(np.sum(row, axis=axis)),
            permutation_type="samples",
            alternative="greater",
            n_resamples=resamples,
            rng=7,
        ).pvalue

    few, many = noise(1, 12, effect), noise(1, 40, effect)
    assert randomisation_test(few).p[0] == pytest.approx(scipy_p(few[0], np.inf), abs=1e-12)
    assert randomisation_test(many).p[0] == pytest.approx(scipy_p(many[0], 20_000), abs=0.012)


def test_sampling_comes_close_to_trying_every_sign() -> None:
    differences = noise(20, 14, 0.05)
    exact = randomisation_test(differences)
    sampled = randomisation_test(differences, resamples=16_000)
    assert np.abs(exact.p - sampled.p).max() < 0.02
    assert np.abs(exact.corrected - sampled.corrected).max() < 0.02


@given(differences=any_differences, resamples=st.sampled_from([1, 19, 1000]))
@settings(deadline=None)
def test_p_has_its_bounds_and_max_is_never_below(differences: Floats, resamples: int) -> None:
    p, corrected = randomisation_test(differences, resamples=resamples)
    assert (p >= 1 / (max(resamples, 2 ** differences.shape[1]) + 1)).all()
    assert (corrected >= p).all()
    assert (corrected <= 1).all()


@given(differences=any_differences)
@settings(deadline=None)
def test_the_sign_of_the_differences_and_the_order_of_filters_do_not_matter(differences: Floats) -> None:
    result = randomisation_test(differences, resamples=100)
    turned = randomisation_test(-differences[::-1], resamples=100)
    assert turned.p.tolist() == result.p[::-1].tolist()
    assert turned.corrected.tolist() == result.corrected[::-1].tolist()


@given(differences=any_differences, factor=st.sampled_from([0.1, 3.0, 50.0]))
@settings(deadline=None)
def test_scale_does_not_matter(differences: Floats, factor: float) -> None:
    scaled = randomisation_test(differences * factor, resamples=100)
    assert np.array_equal(scaled.p, randomisation_test(differences, resamples=100).p)


def test_the_seed_decides_the_outcome() -> None:
    differences = noise(3, 40, 0.05)
    first = randomisation_test(differences, resamples=999)
    assert np.array_equal(first.p, randomisation_test(differences, resamples=999).p)
    assert not np.array_equal(first.p, randomisation_test(differences, resamples=999, seed=2).p)


def test_chunks_do_not_change_the_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    differences = noise(4, 37, 0.05)
    whole = [randomisation_test(differences, resamples=999), randomisation_test(differences[:, :9])]
    monkeypatch.setattr("bpsearch.evaluation.significance.CHUNK", 37 * 50)
    parts = [randomisation_test(differences, resamples=999), randomisation_test(differences[:, :9])]
    assert np.array_equal(whole, parts)


def test_p_of_a_filter_does_not_depend_on_the_others() -> None:
    differences = noise(4, 30, 0.05)
    alone = randomisation_test(differences[2:3], resamples=999)
    assert randomisation_test(differences, resamples=999).p[2] == alone.p[0] == alone.corrected[0]


@pytest.mark.parametrize("test", ["randomisation", "t", "wilcoxon"])
@pytest.mark.parametrize("topics", [1, 2, 5, 40])
def test_no_difference_at_all_is_p_1(test: str, topics: int) -> None:
    correction = "max" if test == "randomisation" else "holm"
    p, corrected = paired_test(np.zeros((3, topics)), test=test, correction=correction)
    assert p.tolist() == corrected.tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("test", ["randomisation", "t", "wilcoxon"])
def test_one_topic_proves_nothing(test: str) -> None:
    assert paired_test(np.array([[0.5]]), test=test, correction="holm").p.tolist() == [1.0]


def test_a_family_of_equal_filters_costs_nothing_under_max() -> None:
    one = noise(1, 30, 0.08)
    p, corrected = randomisation_test(np.repeat(one, 100, axis=0))
    assert np.array_equal(p, corrected)
    assert holm(p)[0] == min(1.0, 100 * p[0])


def test_max_keeps_the_family_wise_error_where_single_tests_do_not() -> None:
    worst_single, worst_max = [], []
    for seed in range(200):
        result = randomisation_test(noise(20, 20, seed=seed), resamples=499, seed=seed)
        worst_single.append(result.p.min())
        worst_max.append(result.corrected.min())
    assert np.mean(np.array(worst_single) <= 0.05) > 0.4
    assert np.mean(np.array(worst_max) <= 0.05) < 0.1


def test_max_is_the_share_of_sign_patterns_in_which_any_filter_reaches_the_statistic() -> None:
    differences = noise(4, 7, 0.05)
    scaled = differences / np.sqrt((differences**2).sum(axis=1, keepdims=True))
    largest = [np.abs(scaled @ signs).max() for signs in itertools.product((-1, 1), repeat=7)]
    observed = np.abs(scaled.sum(axis=1))
    expected = [np.mean(np.array(largest) >= value - 1e-9) for value in observed]
    assert randomisation_test(differences).corrected.tolist() == expected


@given(differences=any_differences)
@settings(deadline=None)
def test_t_agrees_with_scipy(differences: Floats) -> None:
    ours = t_test(differences)
    assert not np.isnan(ours).any()
    for row, p in zip(differences, ours, strict=True):
        if len(row) > 1 and row.std() > 1e-6:
            assert p == pytest.approx(stats.ttest_rel(row, np.zeros_like(row)).pvalue, abs=1e-9)


def test_t_of_students_sleep_data() -> None:
    extra_hours = np.array([[1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]])
    assert t_test(extra_hours)[0] == pytest.approx(0.002833, abs=1e-6)


def test_a_constant_difference_is_certain_under_t() -> None:
    assert t_test(np.full((1, 10), 0.5)).tolist() == [0.0]


@given(differences=differences_like_precision)
@settings(max_examples=25, deadline=None)
def test_wilcoxon_agrees_with_scipy_on_whole_numbers(differences: Floats) -> None:
    for row, p in zip(differences, wilcoxon_test(differences), strict=True):
        whole = np.round(row * 10)
        assert p == (pytest.approx(stats.wilcoxon(whole).pvalue) if whole.any() else 1.0)


def test_wilcoxon_ranks_equal_differences_equally() -> None:
    noisy = np.array([[0.3 - 0.2, 0.2 - 0.1, -(0.4 - 0.3), 0.5, 0.7, 0.6, 0.9, 0.8]])
    clean = np.array([[1.0, 1.0, -1.0, 5.0, 7.0, 6.0, 9.0, 8.0]])
    assert wilcoxon_test(noisy).tolist() == wilcoxon_test(clean).tolist()


def test_corrections_of_a_worked_example() -> None:
    p = np.array([0.01, 0.04, 0.03, 0.005])
    assert holm(p) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert benjamini_hochberg(p) == pytest.approx([0.02, 0.04, 0.04, 0.02])


@given(p=probabilities)
def test_benjamini_hochberg_agrees_with_scipy(p: Floats) -> None:
    assert benjamini_hochberg(p) == pytest.approx(stats.false_discovery_control(p))


@given(p=probabilities)
def test_corrections_keep_order_and_lie_between_p_and_bonferroni(p: Floats) -> None:
    for correction in (holm, benjamini_hochberg):
        corrected = correction(p)
        assert (corrected >= p - 1e-15).all()
        assert (corrected <= np.minimum(1.0, p * len(p)) + 1e-15).all()
        assert (np.diff(corrected[np.argsort(p, kind="stable")]) >= 0).all()
    assert (holm(p) >= benjamini_hochberg(p) - 1e-15).all()


def test_none_leaves_p_as_it_is() -> None:
    result = paired_test(noise(3, 10), correction="none")
    assert np.array_equal(result.p, result.corrected)


def test_max_goes_with_randomisation_only() -> None:
    with pytest.raises(BpsearchError, match="with t use holm or bh"):
        paired_test(noise(3, 10), test="t", correction="max")
