"""What a table or a curve shows of each filter: its mean, how sure that is, how it compares with references.

One call for one measure gives the records behind the rows of sweep.csv:

    values = topk_measures(top, measures)["P@10"]                      # [filters, topics]
    records = compare(values, {"baseline": values[0], "bte": bte_values})  # references: [topics] each
    records[11].value, records[11].differences["bte"].corrected_p
    records[11].columns()                                              # the same, flat, for CSV and JSON
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.errors import BpsearchError
from bpsearch.evaluation.choices import CONFIDENCE, SEED, SIGN_PATTERNS, Correction, Test
from bpsearch.evaluation.intervals import bootstrap_intervals
from bpsearch.evaluation.significance import paired_test

Floats = NDArray[np.float64]


class Difference(NamedTuple):
    """Mean difference to a reference over the same topics; positive where the filter is better."""

    difference: float
    low: float
    high: float
    p: float
    corrected_p: float


class Comparison(NamedTuple):
    """One filter (or run) under one measure."""

    value: float
    low: float
    high: float
    differences: dict[str, Difference]

    def columns(self) -> dict[str, float]:
        """Flat: value, low, high, and for each reference NAME_difference, _low, _high, _p, _corrected_p."""
        flat = {"value": self.value, "low": self.low, "high": self.high}
        for reference, difference in self.differences.items():
            flat |= {f"{reference}_{name}": number for name, number in difference._asdict().items()}
        return flat


def compare(
    values: Floats,
    references: Mapping[str, Floats],
    *,
    test: Test = "randomisation",
    correction: Correction = "max",
    confidence: float = CONFIDENCE,
    resamples: int = SIGN_PATTERNS,
    seed: int = SEED,
) -> list[Comparison]:
    """Compare each row of `values` [filters, topics] with each reference [topics], topic by topic.

    The rows are one family for the correction, with each reference anew. Intervals are bootstrapped (BCa).
    """
    if values.ndim != 2 or values.shape[1] == 0:
        raise BpsearchError("there are no topics to compare")
    spans = bootstrap_intervals(values, confidence=confidence, seed=seed)
    columns: dict[str, list[Difference]] = {}
    for name, reference in references.items():
        differences = values - reference
        tested = paired_test(differences, test=test, correction=correction, resamples=resamples, seed=seed)
        between = bootstrap_intervals(differences, confidence=confidence, seed=seed)
        numbers = np.column_stack([differences.mean(axis=1), *between, *tested])
        columns[name] = [Difference(*row) for row in numbers.tolist()]
    numbers = np.column_stack([values.mean(axis=1), *spans])
    return [
        Comparison(value, low, high, {name: column[position] for name, column in columns.items()})
        for position, (value, low, high) in enumerate(numbers.tolist())
    ]
