"""Paired tests over topics for all filters of a sweep at once, and corrections for having made many.

`differences` is [filters, topics]: value minus reference, topic by topic. All p are two-sided and never NaN;
where a test can say nothing (no difference at all, a single topic under t) p is 1.

The family of a correction is what stands in one call: the filters of a sweep under one measure against one
reference. Thresholds next to each other rank nearly alike, which Holm cannot use; the max-statistic test can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.errors import BpsearchError
from bpsearch.evaluation.choices import SEED, SIGN_PATTERNS, Correction, Test

Floats = NDArray[np.float64]

TOLERANCE = 1e-9  # equal statistics, added up in another order, must still count as equal
CHUNK = 1_000_000  # numbers held at once while resampling


class Significance(NamedTuple):
    """For each filter: p of its own test, and p corrected for the whole family."""

    p: Floats
    corrected: Floats


def paired_test(
    differences: Floats,
    *,
    test: Test = "randomisation",
    correction: Correction = "max",
    resamples: int = SIGN_PATTERNS,
    seed: int = SEED,
) -> Significance:
    """Test each row of `differences` against zero and correct over the rows."""
    check_correction(test, correction)
    if test == "randomisation":
        flipped = randomisation_test(differences, resamples=resamples, seed=seed)
        if correction == "max":
            return flipped
        p = flipped.p
    else:
        p = t_test(differences) if test == "t" else wilcoxon_test(differences)
    return Significance(p, _CORRECTIONS[correction](p))


def check_correction(test: Test, correction: Correction) -> None:
    """An error where the correction does not go with the test; ask before long work."""
    if correction == "max" and test != "randomisation":
        raise BpsearchError(f"correction max is part of the randomisation test; with {test} use holm or bh")


def randomisation_test(differences: Floats, *, resamples: int = SIGN_PATTERNS, seed: int = SEED) -> Significance:
    """Fisher's randomisation test by random signs, with its max-statistic correction (Westfall, Young, 1993).

    All filters see the same signs. If there are no more than `resamples` ways to set them, all are tried and
    p is exact; otherwise the observed one counts too, so that p is at least 1 / (resamples + 1). The
    statistic ranks like the mean over its standard error, less what no sign changes: |sum d| / sqrt(sum d^2).
    """
    filters, topics = differences.shape
    lengths = np.sqrt((differences**2).sum(axis=1, keepdims=True))
    directions = (differences / np.where(lengths > 0, lengths, 1.0)).T
    observed = np.abs(directions.sum(axis=0)) - TOLERANCE
    exact = 2**topics <= resamples
    rows = max(8, CHUNK // max(filters, topics) // 8 * 8)  # by 8, so that chunks draw the same signs
    signs = _all_signs(topics, rows) if exact else _random_signs(topics, rows, resamples, seed)
    reached = np.zeros(filters, dtype=np.int64)
    reached_by_any = np.zeros(filters, dtype=np.int64)
    for chunk in signs:
        statistics = chunk @ directions
        np.abs(statistics, out=statistics)
        reached += (statistics >= observed).sum(axis=0)
        largest = np.sort(statistics.max(axis=1, initial=0.0))
        reached_by_any += len(largest) - np.searchsorted(largest, observed)
    itself, total = (0, 2**topics) if exact else (1, resamples + 1)
    return Significance((reached + itself) / total, (reached_by_any + itself) / total)


def t_test(differences: Floats) -> Floats:
    """Student's paired t-test."""
    from scipy.special import stdtr

    topics = differences.shape[1]
    means = differences.mean(axis=1)
    if topics < 2:
        return np.ones_like(means)
    errors = differences.std(axis=1, ddof=1) / np.sqrt(topics)
    with np.errstate(divide="ignore", invalid="ignore"):
        statistics = np.where(means == 0, 0.0, np.abs(means) / errors)
    return np.asarray(2 * stdtr(topics - 1, -statistics))


def wilcoxon_test(differences: Floats) -> Floats:
    """Wilcoxon's signed-rank test; topics without a difference are left out, as Wilcoxon does."""
    from scipy.stats import wilcoxon

    rounded = np.round(differences, 12)  # 0.3 - 0.2 and 0.2 - 0.1 are the same rank
    return np.array([wilcoxon(row).pvalue if row.any() else 1.0 for row in rounded])


def holm(p: Floats) -> Floats:
    """Holm's step-down correction of the family-wise error (Holm, 1979)."""
    order = np.argsort(p, kind="stable")
    stepped = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    return _put_back(np.minimum(stepped, 1.0), order)


def benjamini_hochberg(p: Floats) -> Floats:
    """The step-up correction of the false discovery rate (Benjamini and Hochberg, 1995)."""
    order = np.argsort(p, kind="stable")
    stepped = p[order] * len(p) / np.arange(1, len(p) + 1)
    return _put_back(np.minimum.accumulate(stepped[::-1])[::-1], order)


def _put_back(values: Floats, order: NDArray[np.intp]) -> Floats:
    result = np.empty_like(values)
    result[order] = values
    return result


def _all_signs(topics: int, rows: int) -> Iterator[Floats]:
    bits = np.arange(topics)
    for start in range(0, 2**topics, rows):
        numbers = np.arange(start, min(start + rows, 2**topics))
        yield _as_signs((numbers[:, None] >> bits) & 1)


def _random_signs(topics: int, rows: int, resamples: int, seed: int) -> Iterator[Floats]:
    chance = np.random.default_rng(seed)
    width = (topics + 7) // 8
    for start in range(0, resamples, rows):
        count = min(rows, resamples - start)
        packed = np.frombuffer(chance.bytes(count * width), dtype=np.uint8).reshape(count, width)
        yield _as_signs(np.unpackbits(packed, axis=1, count=topics))


def _as_signs(bits: NDArray[np.integer]) -> Floats:
    return bits.astype(np.float64) * 2 - 1


_CORRECTIONS: dict[str, Callable[[Floats], Floats]] = {
    "holm": holm,
    "bh": benjamini_hochberg,
    "none": np.copy,
}
