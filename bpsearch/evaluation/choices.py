"""What a user may choose about comparisons, and what holds if not. Light, for the command line reads it first."""

from __future__ import annotations

from typing import Literal

Test = Literal["randomisation", "t", "wilcoxon"]
Correction = Literal["max", "holm", "bh", "none"]
IntervalMethod = Literal["bca", "percentile"]

CONFIDENCE = 0.95
SIGN_PATTERNS = 100_000
FOLDS = 5
REPEATS = 100
SEED = 20100204
