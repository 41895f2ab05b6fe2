from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from bpsearch.errors import BpsearchError
from bpsearch.evaluation.selection import select

Floats = NDArray[np.float64]

shapes = st.tuples(st.integers(1, 6), st.integers(4, 12))
precision = arrays(np.float64, shapes, elements=st.integers(0, 10).map(lambda relevant: relevant / 10))


def slowly(values: Floats, folds: int, repeats: int, seed: int) -> tuple[Floats, float]:
    """The same cross-validation in plain loops."""
    filters, topics = values.shape
    fold_of = np.random.default_rng(seed).permuted(np.tile(np.arange(topics), (repeats, 1)), axis=1) % folds
    chosen, held_out = np.zeros(filters), []
    for repeat in range(repeats):
        for fold in range(folds):
            inside = fold_of[repeat] == fold
            means = [round(float(row[~inside].mean()), 9) for row in values]
            best = means.index(max(means))
            chosen[best] += 1
            held_out.extend(values[best, inside])
    return chosen / chosen.sum(), float(np.mean(held_out))


@given(values=precision, folds=st.integers(2, 4), seed=st.integers(0, 3))
@settings(deadline=None)
def test_equals_plain_loops(values: Floats, folds: int, seed: int) -> None:
    share, held_out = slowly(values, folds, 3, seed)
    result = select({"P@10": values}, "P@10", folds=folds, repeats=3, seed=seed)
    assert result.chosen_share == pytest.approx(share)
    assert result.held_out["P@10"] == pytest.approx(held_out)
    assert result.held_out_topics["P@10"].mean() == pytest.approx(held_out)
    assert result.chosen_share.sum() == pytest.approx(1.0)


def test_noise_looks_better_on_the_topics_that_chose_it() -> None:
    optimisms, held_out = [], []
    for seed in range(30):
        values = np.random.default_rng(seed).normal(0.5, 0.2, (100, 50))
        result = select({"P@10": values}, "P@10", repeats=5)
        optimisms.append(result.optimism["P@10"])
        held_out.append(result.held_out["P@10"])
    assert np.mean(optimisms) > 0.05
    assert np.mean(held_out) == pytest.approx(0.5, abs=0.01), "no filter is better than another"


def test_a_clearly_best_filter_is_always_chosen_without_optimism() -> None:
    values = np.random.default_rng(1).normal(0.3, 0.05, (20, 50))
    values[7] += 0.4
    result = select({"P@10": values}, "P@10")
    assert result.chosen == 7
    assert result.stability == 1.0
    assert result.optimism["P@10"] == pytest.approx(0.0, abs=1e-12)
    assert result.held_out_deviation["P@10"] == pytest.approx(0.0, abs=1e-12)


def test_other_measures_follow_the_choice() -> None:
    precision_values = np.repeat([[0.1], [0.9], [0.5]], 10, axis=1)
    ndcg_values = np.repeat([[0.8], [0.2], [0.3]], 10, axis=1)
    result = select({"P@10": precision_values, "nDCG@10": ndcg_values}, "P@10")
    assert result.held_out == pytest.approx({"P@10": 0.9, "nDCG@10": 0.2})
    assert result.on_all == pytest.approx({"P@10": 0.9, "nDCG@10": 0.2})


def test_of_equally_good_filters_the_first_wins() -> None:
    values = np.array([[0.1] * 6, [0.3, 0.2, 0.1] * 2, [0.1, 0.2, 0.3] * 2, [0.2] * 6])
    assert select({"P@10": values}, "P@10", folds=2).chosen == 1
    same = np.repeat(np.random.default_rng(2).random((1, 12)), 5, axis=0)
    assert select({"P@10": same}, "P@10").chosen_share.tolist() == [1.0, 0.0, 0.0, 0.0, 0.0]


def test_a_topic_has_no_say_in_what_it_is_measured_with() -> None:
    values = np.random.default_rng(4).random((10, 8))
    before = select({"P@10": values}, "P@10", folds=8, repeats=1)
    spoilt = values.copy()
    spoilt[:, 3] = np.linspace(0.0, 100.0, 10)
    after = select({"P@10": spoilt}, "P@10", folds=8, repeats=1)
    choice = int(np.flatnonzero(values[:, 3] == before.held_out_topics["P@10"][3])[0])
    assert after.held_out_topics["P@10"][3] == spoilt[choice, 3]


def test_the_seed_decides_the_folds() -> None:
    values = {"P@10": np.random.default_rng(4).random((10, 20))}
    assert select(values, "P@10").held_out == select(values, "P@10").held_out
    assert select(values, "P@10").held_out != select(values, "P@10", seed=5).held_out


@pytest.mark.parametrize(
    ("shape", "folds", "repeats", "message"),
    [
        ((3, 4), 5, 1, "cannot split 4 topics into 5 folds; expected 2 to 4"),
        ((3, 4), 1, 1, "cannot split 4 topics into 1 fold; expected 2 to 4"),
        ((3, 4), 2, 0, "cannot repeat"),
        ((0, 4), 2, 1, "no filter to choose from"),
    ],
)
def test_says_what_cannot_be_split(shape: tuple[int, int], folds: int, repeats: int, message: str) -> None:
    with pytest.raises(BpsearchError, match=message):
        select({"P@10": np.zeros(shape)}, "P@10", folds=folds, repeats=repeats)
