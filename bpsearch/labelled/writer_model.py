"""The random writer of seed 001, section 5.2: how many words a block has, as one geometric distribution or two."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Fit(NamedTuple):
    """Parameters by name, the shares they give, and how well they fit: adjusted R² and root mean square error."""

    model: str
    parameters: dict[str, float]
    fitted: Floats
    r2: float
    rmse: float


# Parameters, adjusted R² and RMSE that the paper reports.
PUBLISHED: dict[str, tuple[dict[str, float], float, float]] = {
    "simple": ({"P_T(N)": 0.3145}, 0.967, 0.0046),
    "mixed": ({"P_N(S)": 0.7586, "P_S(N)": 0.3968, "P_L(N)": 0.04369}, 0.9881, 0.0027),
}


def frequencies(words: Floats) -> tuple[Floats, Floats]:
    """The numbers of words, from 1, that blocks have, and which share of the blocks has them."""
    numbers, counts = np.unique(words[words > 0], return_counts=True)
    return numbers, np.asarray(counts / counts.sum())


def fit_writers(numbers: Floats, shares: Floats) -> list[Fit]:
    """Least squares for Equation 2 and Equation 3."""
    return [
        _fitted("simple", numbers, shares, _geometric, (0.3,)),
        _fitted("mixed", numbers, shares, _mixture, (0.7, 0.4, 0.05)),
    ]


def _geometric(words: Floats, stop: float) -> Floats:
    """Equation 2: after each word the writer ends the block with this probability."""
    return np.asarray((1 - stop) ** (words - 1) * stop)


def _mixture(words: Floats, short: float, stop_short: float, stop_long: float) -> Floats:
    """Equation 3: a block is short text with probability `short`, else long text."""
    return short * _geometric(words, stop_short) + (1 - short) * _geometric(words, stop_long)


def _fitted(
    model: str, numbers: Floats, shares: Floats, distribution: Callable[..., Floats], start: tuple[float, ...]
) -> Fit:
    values = _least_squares(lambda values: distribution(numbers, *values) - shares, np.array(start))
    parameters = dict(zip(PUBLISHED[model][0], map(float, values), strict=True))
    fitted = distribution(numbers, *values)
    errors = float(((fitted - shares) ** 2).sum())
    freedom = max(len(shares) - len(start), 1)
    variance = float(((shares - shares.mean()) ** 2).sum())
    r2 = 1 - (errors / freedom) / (variance / max(len(shares) - 1, 1)) if variance else 1.0
    return Fit(model, parameters, fitted, r2, float(np.sqrt(errors / freedom)))


def _least_squares(residuals: Callable[[Floats], Floats], start: Floats, steps: int = 500) -> Floats:
    """Levenberg and Marquardt's method for a few probabilities, with derivatives by differences."""
    values, damping = start, 1e-3
    current = residuals(values)
    for _ in range(steps):
        slopes = np.stack([(residuals(values + step) - current) / 1e-7 for step in np.eye(len(values)) * 1e-7], axis=1)
        square = slopes.T @ slopes
        step = np.linalg.solve(square + damping * np.diag(np.diag(square) + 1e-12), -slopes.T @ current)
        proposed = np.clip(values + step, 1e-6, 1 - 1e-6)
        new = residuals(proposed)
        if new @ new < current @ current:
            done = np.abs(proposed - values).max() < 1e-12
            values, current, damping = proposed, new, damping / 3
            if done:
                break
        else:
            damping *= 4
            if damping > 1e12:
                break
    return values
