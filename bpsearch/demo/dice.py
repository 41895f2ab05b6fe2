"""Random draws with the same outcome on every platform, and the block lengths of the random writer."""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

SEED = 20100204

# The mixed random writer with the parameters fitted to the GoogleNews pages (seed 001, section 5.2).
SHORT_SHARE = 0.7586  # P_N(S)
SHORT_END = 0.3968  # P_S(N)
LONG_END = 0.04369  # P_L(N)


def block_length_probability(words: int) -> float:
    """Probability that the mixed random writer ends a block after so many words (seed 001, Equation 3)."""
    short = (1 - SHORT_END) ** (words - 1) * SHORT_END
    long = (1 - LONG_END) ** (words - 1) * LONG_END
    return SHORT_SHARE * short + (1 - SHORT_SHARE) * long


def geometric_cumulative(end: float, longest: int = 400) -> list[float]:
    """P(length <= 1), P(length <= 2), …: a table, because logarithms differ in the last bit between platforms."""
    cumulative, going_on = [], 1.0
    for _ in range(longest):
        going_on *= 1 - end
        cumulative.append(1 - going_on)
    return cumulative


SHORT = geometric_cumulative(SHORT_END)
LONG = geometric_cumulative(LONG_END)


class Dice:
    """Draws made from random() and exact arithmetic only; a name of its own gives each purpose its own stream."""

    def __init__(self, *name: str | int) -> None:
        self.random = random.Random(":".join(map(str, (SEED, *name)))).random

    def chance(self, probability: float) -> bool:
        return self.random() < probability

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + int(self.random() * (high - low + 1))

    def pick(self, items: Sequence[T]) -> T:
        return items[int(self.random() * len(items))]

    def skewed(self, items: Sequence[T]) -> T:
        """Earlier items far more often than later ones, as words of a language are."""
        draw = self.random()
        return items[int(draw * draw * len(items))]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Up to count different items in drawn order."""
        pool = list(items)
        return [pool.pop(int(self.random() * len(pool))) for _ in range(min(count, len(pool)))]

    def length(self, cumulative: Sequence[float]) -> int:
        """A block length from SHORT, LONG or another table of geometric_cumulative."""
        return 1 + bisect(cumulative, self.random())
