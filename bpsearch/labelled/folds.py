"""Cross-validation by site: all blocks of a site are in the same fold, so no template is learned and tested."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from bpsearch.errors import BpsearchError

FOLDS = 10


def site_folds(
    sites: NDArray[np.str_], weights: NDArray[np.float64], folds: int = FOLDS
) -> NDArray[np.int64]:
    """The fold of each block: sites, heaviest first, each into the fold that has least so far."""
    names, numbers = np.unique(sites, return_inverse=True)
    if len(names) < folds:
        raise BpsearchError(f"{folds} folds by site need as many sites; there are {len(names)}, so ask for fewer folds")
    heavy = np.bincount(numbers, weights, len(names))
    load = np.zeros(folds)
    fold_of = np.zeros(len(names), np.int64)
    for number in np.argsort(-heavy, kind="stable"):
        fold_of[number] = load.argmin()
        load[fold_of[number]] += heavy[number] or 1e-9
    return fold_of[numbers]


def parts(fold: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.bool_], NDArray[np.bool_]]]:
    """What to learn from and what to test on, for each fold."""
    for number in range(int(fold.max(initial=-1)) + 1):
        yield fold != number, fold == number
