"""Precision, recall, F1, false positive rate and ROC AuC, weighted by the words of a block (seed 001, section 4.3.1).

As in Weka, each value is the mean over classes, weighted by what the classes weigh.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Labels = NDArray[np.int64]
Floats = NDArray[np.float64]


class Measured(NamedTuple):
    """The measures of Table 2 of seed 001, all from 0 to 1."""

    precision: float
    recall: float
    f1: float
    false_positive_rate: float
    auc: float


def measure(gold: Labels, scores: Floats, weights: Floats, predicted: Labels | None = None) -> Measured:
    """Measure class scores (one row per block, one column per class) against gold classes.

    What is predicted is the class of the highest score, unless given.
    """
    chosen = scores.argmax(axis=1) if predicted is None else predicted
    values = np.array([_of_class(number, gold, chosen, column, weights) for number, column in enumerate(scores.T)])
    shares = np.bincount(gold, weights, scores.shape[1])
    if not shares.sum():
        return Measured(*[float("nan")] * len(Measured._fields))
    return Measured(*map(float, np.average(values[shares > 0], axis=0, weights=shares[shares > 0])))


def one_hot(labels: Labels, classes: int) -> Floats:
    """Scores of a classifier that is always sure."""
    return np.eye(classes)[labels]


def area_under_curve(positive: NDArray[np.bool_], scores: Floats, weights: Floats) -> float:
    """Probability that a positive word has a higher score than a negative one; ties count half."""
    levels, level = np.unique(scores, return_inverse=True)
    ours = np.bincount(level, weights * positive, len(levels))
    others = np.bincount(level, weights * ~positive, len(levels))
    below = np.cumsum(others) - others / 2
    return _ratio(float(ours @ below), float(ours.sum() * others.sum()), 0.5)


def _of_class(number: int, gold: Labels, predicted: Labels, scores: Floats, weights: Floats) -> list[float]:
    true, said = gold == number, predicted == number
    hit = float(weights[true & said].sum())
    all_true, all_said = float(weights[true].sum()), float(weights[said].sum())
    precision, recall = _ratio(hit, all_said), _ratio(hit, all_true)
    f1 = _ratio(2 * hit, all_true + all_said)
    false_positives = _ratio(all_said - hit, float(weights.sum()) - all_true)
    return [precision, recall, f1, false_positives, area_under_curve(true, scores, weights)]


def _ratio(part: float, whole: float, otherwise: float = 0.0) -> float:
    return part / whole if whole else otherwise
