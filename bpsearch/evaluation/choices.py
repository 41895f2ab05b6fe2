"""What a user may choose about comparisons; the command line needs these names before any numbers."""

from __future__ import annotations

from typing import Literal

Test = Literal["randomisation", "t", "wilcoxon"]
Correction = Literal["max", "holm", "bh", "none"]
IntervalMethod = Literal["bca", "percentile"]
