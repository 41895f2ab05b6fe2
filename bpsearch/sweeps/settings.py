"""What a user may choose about a sweep, and what holds if not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bpsearch.evaluation.choices import CONFIDENCE, FOLDS, REPEATS, SEED, SIGN_PATTERNS, Correction, Test
from bpsearch.sweeps.series import DENSITY, WORDS, Axis

Runs = Literal["none", "best", "all"]


@dataclass(frozen=True)
class Settings:
    """Defaults are those of seed 001, section 6.2: minimum words 1 to 100, minimum density 1 to 20."""

    axes: tuple[Axis, ...] = (WORDS, DENSITY)
    grid: bool = False
    against: tuple[str, ...] | None = None
    """Cleaners or filters to compare with; None is BTE where the index has it."""
    measures: tuple[str, ...] = ("P@10", "nDCG@10")
    relevance_level: int = 1
    similarity: str = "bm25"
    parameters: tuple[tuple[str, float], ...] = ()
    hits: int | None = None
    """Depth of the rankings; None is what the measures need."""
    fields: tuple[str, ...] = ("title",)
    runs: Runs = "best"
    select: bool | None = None
    """Cross-validate the choice; None does where the topics can be split into the usual number of folds."""
    folds: int = FOLDS
    repeats: int = REPEATS
    test: Test = "randomisation"
    correction: Correction = "max"
    confidence: float = CONFIDENCE
    resamples: int = SIGN_PATTERNS
    seed: int = SEED

    def cross_validates(self, topics: int) -> bool:
        """Whether the choice is tried on topics that had no say in it."""
        return self.select is not False and topics >= self.folds
