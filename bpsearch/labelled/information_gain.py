"""Information gain of each feature (seed 001, Figure 1): how much it tells about the class, in bits.

Numbers are cut into intervals first, as Weka does it: Fayyad and Irani, Multi-Interval Discretization of
Continuous-Valued Attributes for Classification Learning, 1993.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def information_gain(values: NDArray[np.float32], classes: NDArray[np.int64], weights: Floats) -> float:
    """H(C) - H(C|A) for one feature, blocks weighted by their words."""
    levels, level = np.unique(values, return_inverse=True)
    table = np.zeros((len(levels), int(classes.max()) + 1))
    np.add.at(table, (level, classes), weights)
    blocks = np.bincount(level)
    cuts = [0, *sorted(_cuts(table.cumsum(axis=0), blocks.cumsum(), 0, len(levels))), len(levels)]
    intervals = np.add.reduceat(table, cuts[:-1], axis=0)
    shares = intervals.sum(axis=1) / table.sum()
    return float(_entropy(table.sum(axis=0)) - shares @ _entropy(intervals))


def _entropy(weights: Floats) -> Floats:
    """In bits, of each row of class weights."""
    totals = weights.sum(axis=-1, keepdims=True)
    shares = weights / np.where(totals > 0, totals, 1)
    return -np.asarray((shares * np.log2(np.where(shares > 0, shares, 1))).sum(axis=-1))


def _cuts(table: Floats, blocks: NDArray[np.int64], start: int, end: int) -> list[int]:
    """Where the levels from start to end are cut: at the best place, while that is worth its description length."""
    cuts: list[int] = []
    pending = [(start, end)]
    while pending:
        first, last = pending.pop()
        cut = _best_cut(table, blocks, first, last)
        if cut:
            cuts.append(cut)
            pending += [(first, cut), (cut, last)]
    return cuts


def _best_cut(table: Floats, blocks: NDArray[np.int64], first: int, last: int) -> int:
    """The cut of lowest entropy between two levels, or 0 where it gains too little."""
    if last - first < 2:
        return 0
    before = table[first - 1] if first else np.zeros(table.shape[1])
    left = table[first : last - 1] - before
    whole = table[last - 1] - before
    right = whole - left
    together = _entropy(whole)
    left_entropy, right_entropy = _entropy(left), _entropy(right)
    share = left.sum(axis=1) / max(whole.sum(), 1e-12)
    split = share * left_entropy + (1 - share) * right_entropy
    best = int(split.argmin())
    count = int(blocks[last - 1] - (blocks[first - 1] if first else 0))
    kinds = [int((part > 1e-9).sum()) for part in (whole, left[best], right[best])]
    entropies = kinds[0] * together - kinds[1] * left_entropy[best] - kinds[2] * right_entropy[best]
    price = (np.log2(max(count - 1, 1)) + np.log2(3.0 ** kinds[0] - 2) - entropies) / count
    return first + best + 1 if together - split[best] > price else 0
