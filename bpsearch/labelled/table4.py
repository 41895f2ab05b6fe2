"""How seed 003 reports a boilerplate score: Tables 3 and 4, and precision and recall over the cutoff (Figure 1)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.labelled.folds import parts

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

CUTOFF = 0.5
CUTOFFS = np.arange(1, 100) / 100


class Decisions(NamedTuple):
    """Decisions at a cutoff; boilerplate is what is looked for, and the baseline calls everything boilerplate."""

    precision: float
    recall: float
    f1: float
    correct: float
    baseline: float
    error_reduction: float


class Balance(NamedTuple):
    """Where precision and recall are the same: the cutoff, and F1 and correct decisions there."""

    cutoff: float
    f1: float
    correct: float


# Tables 4 and 3: texrex on its own English, French, German and Swedish pages. The F1 of Table 4 is its recall.
PUBLISHED = {
    "English": Decisions(0.983, 0.990, 0.990, 0.976, 0.910, 0.733),
    "French": Decisions(0.995, 0.994, 0.994, 0.990, 0.897, 0.903),
    "German": Decisions(0.963, 0.977, 0.977, 0.952, 0.798, 0.762),
    "Swedish": Decisions(0.977, 0.983, 0.983, 0.983, 0.866, 0.873),
}
PUBLISHED_BALANCE = {
    "English": Balance(0.62, 0.986, 0.975),
    "French": Balance(0.49, 0.995, 0.990),
    "German": Balance(0.60, 0.969, 0.950),
    "Swedish": Balance(0.57, 0.979, 0.963),
}
PUBLISHED_MILLISECONDS = 3.15  # section 3.5: the boilerplate detector, per document


def decisions(boilerplate: Flags, scores: Floats, cutoff: float = CUTOFF) -> Decisions:
    """Count rows, each as one."""
    true, said = boilerplate, scores > cutoff
    hits = int((true & said).sum())
    precision, recall = hits / max(int(said.sum()), 1), hits / max(int(true.sum()), 1)
    f1 = 2 * hits / max(int(true.sum() + said.sum()), 1)
    correct, baseline = float((true == said).mean()), float(true.mean())
    reduction = (correct - baseline) / (1 - baseline) if baseline < 1 else 0.0
    return Decisions(precision, recall, f1, correct, baseline, reduction)


def mean_decisions(boilerplate: Flags, scores: Floats, fold: NDArray[np.int64], cutoff: float = CUTOFF) -> Decisions:
    """The means over folds, as in Table 4."""
    of_folds = [decisions(boilerplate[tested], scores[tested], cutoff) for _, tested in parts(fold)]
    return Decisions(*map(float, np.mean(of_folds, axis=0)))


def mean_balance(boilerplate: Flags, scores: Floats, fold: NDArray[np.int64]) -> Balance:
    """The means over folds, as in Table 3."""
    found = []
    for _, tested in parts(fold):
        cutoff = balanced_cutoff(boilerplate[tested], scores[tested])
        there = decisions(boilerplate[tested], scores[tested], cutoff)
        found.append(Balance(cutoff, there.f1, there.correct))
    return Balance(*map(float, np.mean(found, axis=0)))


def over_cutoffs(boilerplate: Flags, scores: Floats) -> list[dict[str, object]]:
    """Precision and recall at every cutoff, in steps of 0.01."""
    records: list[dict[str, object]] = []
    for cutoff in CUTOFFS.tolist():
        found = decisions(boilerplate, scores, cutoff)
        records.append({"cutoff": cutoff, "precision": found.precision, "recall": found.recall, "f1": found.f1})
    return records


def balanced_cutoff(boilerplate: Flags, scores: Floats) -> float:
    """The cutoff where precision and recall are nearest to each other (Table 3)."""
    found = [decisions(boilerplate, scores, cutoff) for cutoff in CUTOFFS.tolist()]
    return float(CUTOFFS[int(np.argmin([abs(one.precision - one.recall) for one in found]))])
