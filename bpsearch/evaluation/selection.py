"""Honest thresholds: choose a filter on some topics, measure it on the others.

The best of many filters on the test topics is partly luck. Cross-validation over topics shows how much: the
filter is chosen on the topics outside a fold and measured on those inside, fold after fold, and the folds are
drawn anew many times. What chosen filters reach on topics that had no say is what a new topic may expect.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.errors import BpsearchError
from bpsearch.evaluation.choices import FOLDS, REPEATS, SEED

Floats = NDArray[np.float64]

TOLERANCE = 1e-9  # means, added up in another order, must still count as equal


class Selection(NamedTuple):
    """The outcome of choosing a filter by one measure; dictionaries are by measure."""

    chosen: int
    """Position of the best filter on all topics: the one to recommend."""
    chosen_share: Floats
    """[filters]: how often each was chosen over all folds and repeats; they add up to 1."""
    on_all: dict[str, float]
    """What the recommended filter reaches on the very topics that chose it."""
    held_out: dict[str, float]
    """What chosen filters reach on topics that had no say."""
    held_out_deviation: dict[str, float]
    """Standard deviation of that between repeats: how much depends on how the folds fall."""
    held_out_topics: dict[str, Floats]
    """[topics]: held-out values, averaged over repeats; compare them with a baseline topic by topic."""

    @property
    def stability(self) -> float:
        """How often the recommended filter was also the choice of a part of the topics."""
        return float(self.chosen_share[self.chosen])

    @property
    def optimism(self) -> dict[str, float]:
        """How much better the recommended filter looks on the topics that chose it than it should."""
        return {measure: self.on_all[measure] - self.held_out[measure] for measure in self.on_all}


def select(
    values: Mapping[str, Floats],
    by: str,
    *,
    folds: int = FOLDS,
    repeats: int = REPEATS,
    seed: int = SEED,
) -> Selection:
    """Choose among the rows of `values[by]` [filters, topics] by cross-validation, reporting every measure.

    Of equally good filters the first wins: with thresholds in ascending order the one that keeps most text.
    """
    filters, topics = values[by].shape
    if filters == 0:
        raise BpsearchError("there is no filter to choose from")
    check_folds(topics, folds)
    if repeats < 1:
        raise BpsearchError(f"cannot repeat the folds {repeats} times; expected 1 or more")
    places = np.tile(np.arange(topics), (repeats, 1))
    fold_of = np.random.default_rng(seed).permuted(places, axis=1) % folds  # [repeats, topics]
    training = fold_of[:, None, :] != np.arange(folds)[:, None]  # [repeats, folds, topics]
    means = training @ values[by].T / training.sum(axis=2, keepdims=True)
    choices = _first_best(means)  # [repeats, folds]
    choice_for = np.take_along_axis(choices, fold_of, axis=1)  # [repeats, topics]
    held_out = {name: matrix[choice_for, np.arange(topics)] for name, matrix in values.items()}
    chosen = int(_first_best(values[by].mean(axis=1)))
    return Selection(
        chosen,
        np.bincount(choices.ravel(), minlength=filters) / choices.size,
        {name: float(matrix[chosen].mean()) for name, matrix in values.items()},
        {name: float(matrix.mean()) for name, matrix in held_out.items()},
        {name: float(matrix.mean(axis=1).std()) for name, matrix in held_out.items()},
        {name: matrix.mean(axis=0) for name, matrix in held_out.items()},
    )


def check_folds(topics: int, folds: int) -> None:
    """An error where so many topics cannot be split into so many folds; ask before long work."""
    if topics < 2:
        raise BpsearchError("a choice cannot be tried on other topics, for there is only one; expected 2 or more")
    if not 2 <= folds <= topics:
        counted = f"{folds} fold{'s' * (folds != 1)}"
        raise BpsearchError(f"cannot split {topics} topics into {counted}; expected 2 to {topics} folds")


def _first_best(means: Floats) -> NDArray[np.intp]:
    return np.asarray(np.argmax(means >= means.max(axis=-1, keepdims=True) - TOLERANCE, axis=-1))
