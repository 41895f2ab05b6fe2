"""What classifiers learn from: rows of features with their class, their words and their site."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from bpsearch.errors import BpsearchError
from bpsearch.labelled.folds import parts

Features = NDArray[np.float32]
Scores = NDArray[np.float64]
Numbers = NDArray[np.int64]


class Fitted(Protocol):
    """A classifier that has learned; a NamedTuple of arrays."""

    def boilerplate(self, features: Features, /) -> NDArray[Any]:
        """The boilerplate score of each row, from 0 to 1."""
        ...

    def _asdict(self) -> dict[str, Any]: ...


class Rows(NamedTuple):
    """One row per block, or per stretch of blocks."""

    features: Features
    boilerplate: NDArray[np.bool_]
    words: NDArray[np.float64]
    sites: NDArray[np.str_]
    weights: NDArray[np.float64]  # what each counts when it is learned from

    def where(self, chosen: NDArray[np.bool_]) -> Rows:
        """Some of the rows."""
        features, boilerplate, words, sites, weights = self
        return Rows(features[chosen], boilerplate[chosen], words[chosen], sites[chosen], weights[chosen])

    def check(self) -> None:
        """Refuse what nothing can be learned from."""
        if self.boilerplate.all() or not self.boilerplate.any():
            raise BpsearchError("nothing to learn: all blocks have the same class, or there are none")


def cross_validated(
    rows: Rows, fold: Numbers, train: Callable[[Rows], Fitted], on_fold: Callable[[], object] = lambda: None
) -> Scores:
    """The score of each row from a classifier that learned from the other folds, less the sites in its own fold."""
    scores = np.zeros(len(rows.words))
    for others, tested in parts(fold):
        learned = others & ~np.isin(rows.sites, np.unique(rows.sites[tested]))
        scores[tested] = train(rows.where(learned)).boilerplate(rows.features[tested])
        on_fold()
    return scores
