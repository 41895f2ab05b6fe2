"""Bootstrap confidence intervals of means over topics, for all filters of a sweep at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.errors import BpsearchError
from bpsearch.evaluation.choices import CONFIDENCE, SEED, IntervalMethod

Floats = NDArray[np.float64]

RESAMPLES = 10_000
CHUNK = 2_000_000  # numbers held at once while resampling


class Intervals(NamedTuple):
    """Lower and upper end for each filter."""

    low: Floats
    high: Floats


def bootstrap_intervals(
    values: Floats,
    *,
    confidence: float = CONFIDENCE,
    method: IntervalMethod = "bca",
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Intervals:
    """Intervals for the mean of each row of `values` [filters, topics], with the same resamples for all rows.

    BCa corrects the percentiles for bias and skewness (Efron, 1987). Values that are all equal, or one topic,
    leave nothing to resample: the interval is then the mean itself.
    """
    if not 0 < confidence < 1:
        raise BpsearchError(f"the confidence must lie between 0 and 1, not {confidence}")
    filters, topics = values.shape
    chosen = np.random.default_rng(seed).integers(0, topics, size=(resamples, topics))
    rows = np.arange(resamples)[:, None] * topics
    counts = np.bincount((chosen + rows).ravel(), minlength=resamples * topics).reshape(resamples, topics)
    weights = (counts / topics).T
    low, high = np.empty(filters), np.empty(filters)
    tail = (1 - confidence) / 2
    for start in range(0, filters, max(1, CHUNK // resamples)):
        part = slice(start, start + max(1, CHUNK // resamples))
        means = np.sort(values[part] @ weights, axis=1)
        for ends, quantile in ((low, tail), (high, 1 - tail)):
            quantiles = np.full(len(means), quantile)
            if method == "bca":
                quantiles = _bias_corrected(values[part], means, quantiles)
            ends[part] = _interpolated(means, quantiles)
    constant = np.ptp(values, axis=1) == 0
    means_of_all = values.mean(axis=1)
    return Intervals(np.where(constant, means_of_all, low), np.where(constant, means_of_all, high))


def _bias_corrected(values: Floats, means: Floats, quantiles: Floats) -> Floats:
    """The quantiles that BCa takes instead of `quantiles`; `means` are the sorted resampled means."""
    from scipy.special import ndtr, ndtri

    observed = values.mean(axis=1, keepdims=True)
    tolerance = 1e-12 * np.maximum(np.abs(observed), 1.0)
    below = (means < observed - tolerance).mean(axis=1)
    not_above = (means <= observed + tolerance).mean(axis=1)
    edge = 0.5 / means.shape[1]
    bias = ndtri(np.clip((below + not_above) / 2, edge, 1 - edge))
    centred = values - observed
    spread = (centred**2).sum(axis=1) ** 1.5
    acceleration = (centred**3).sum(axis=1) / (6 * np.where(spread > 0, spread, 1.0))
    shifted = bias + ndtri(quantiles)
    return np.asarray(ndtr(bias + shifted / (1 - acceleration * shifted)))


def _interpolated(ordered: Floats, quantiles: Floats) -> Floats:
    last = ordered.shape[1] - 1
    positions = quantiles * last
    lower = np.floor(positions).astype(np.int64)
    rows = np.arange(len(ordered))
    share = positions - lower
    upper = np.minimum(lower + 1, last)
    return np.asarray(ordered[rows, lower] * (1 - share) + ordered[rows, upper] * share)
