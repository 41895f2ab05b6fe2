"""Several runs side by side: what `bpsearch evaluate` prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from ir_measures import Measure
from numpy.typing import NDArray

from bpsearch.errors import BpsearchError
from bpsearch.evaluation.choices import (
    CONFIDENCE,
    FOLDS,
    REPEATS,
    SEED,
    SIGN_PATTERNS,
    Correction,
    Test,
)
from bpsearch.evaluation.comparison import Comparison, compare
from bpsearch.evaluation.coverage import coverage
from bpsearch.evaluation.measures import Evaluation, evaluate, is_summed, judged_measure
from bpsearch.evaluation.qrels import Qrels
from bpsearch.evaluation.selection import Selection, select
from bpsearch.retrieval.runs import Hit

Run = Mapping[str, Sequence[Hit]]


HELD_OUT = "held_out_"


class How(NamedTuple):
    """How runs are compared: the choices of the user."""

    test: Test = "randomisation"
    correction: Correction = "holm"
    confidence: float = CONFIDENCE
    resamples: int = SIGN_PATTERNS
    seed: int = SEED


class Row(NamedTuple):
    """One run under one measure."""

    run: str
    measure: str
    comparison: Comparison
    judged: float
    """Share of judged documents among the first `judged_at` results: a low one makes the value a guess.

    Averaged over the topics that have results, NaN where none has.
    """
    judged_at: int


class Choice(NamedTuple):
    """The held-out value of the chosen runs under one measure, compared like a run; see `selection`."""

    measure: str
    comparison: Comparison
    on_all: float
    optimism: float
    deviation: float

    def held_out_columns(self) -> dict[str, float]:
        """The comparison, flat; a choice is no family, so there is nothing to correct p for."""
        columns = self.comparison.columns()
        return {f"{HELD_OUT}{name}": number for name, number in columns.items() if not name.endswith("_corrected_p")}


def evaluate_all(
    qrels: Qrels, runs: Mapping[str, Run], measures: Sequence[Measure], *, complete: bool = True
) -> dict[str, Evaluation]:
    """The values of all runs over the same topics, with Judged@k for each cutoff among the measures.

    Complete: all topics of the qrels, 0 where a run has no results. Otherwise those with results in all runs.
    """
    found = {name: [topic for topic, hits in run.items() if hits] for name, run in runs.items()}
    covered = [coverage(qrels, topics, found_in=name) for name, topics in found.items()]
    in_all = set(qrels).intersection(*(each.common for each in covered))
    topics = [topic for topic in qrels if complete or topic in in_all]
    if not topics:
        empty = [name for name, found_topics in found.items() if not found_topics]
        because = f", for {empty[0]} has none" if empty else ""
        raise BpsearchError(f"no topic has results in every run{because}; compare fewer runs, or count all topics")
    wanted = list(dict.fromkeys([*measures, *map(judged_measure, measures)]))
    return {name: evaluate(qrels, run, wanted, topics=topics) for name, run in runs.items()}


def compare_runs(
    evaluations: Mapping[str, Evaluation], measures: Sequence[Measure], *, baseline: str | None, how: How
) -> list[Row]:
    """A row for each measure and run; the baseline is compared with nothing, the others are one family."""
    rows = []
    for measure in measures:
        judged = judged_measure(measure)
        for run, comparison in _compared(evaluations, measure, baseline, how).items():
            share = judged_share(evaluations[run], judged)
            rows.append(Row(run, str(measure), comparison, share, judged["cutoff"]))
    return rows


def judged_share(evaluation: Evaluation, judged: Measure) -> float:
    """The mean of a Judged@k over the topics that have results; NaN where none has."""
    nothing = set(evaluation.coverage.without_results)
    shares = evaluation.values[str(judged)][[topic not in nothing for topic in evaluation.topics]]
    return float(shares.mean()) if len(shares) else float("nan")


def select_run(
    evaluations: Mapping[str, Evaluation],
    candidates: Sequence[str],
    measures: Sequence[Measure],
    *,
    baseline: str | None,
    how: How,
    folds: int = FOLDS,
    repeats: int = REPEATS,
) -> tuple[Selection, list[Choice]]:
    """Choose among the candidates by the first measure, by cross-validation over topics."""
    values = {str(measure): _matrix(evaluations, candidates, measure) for measure in measures}
    selection = select(values, str(measures[0]), folds=folds, repeats=repeats, seed=how.seed)
    choices = []
    for measure in measures:
        name = str(measure)
        references = _references(evaluations, measure, baseline)
        held_out = compare(selection.held_out_topics[name][None], references, **how._asdict())[0]
        deviation = selection.held_out_deviation[name]
        choices.append(Choice(name, held_out, selection.on_all[name], selection.optimism[name], deviation))
    return selection, choices


def _compared(
    evaluations: Mapping[str, Evaluation], measure: Measure, baseline: str | None, how: How
) -> dict[str, Comparison]:
    references = _references(evaluations, measure, baseline)
    compared: dict[str, Comparison] = {}
    if baseline is not None:
        compared[baseline] = compare(references["baseline"][None], {}, **how._asdict())[0]
    others = [run for run in evaluations if run != baseline]
    if others:
        family = compare(_matrix(evaluations, others, measure), references, **how._asdict())
        compared |= zip(others, family, strict=True)
    return compared


def _references(
    evaluations: Mapping[str, Evaluation], measure: Measure, baseline: str | None
) -> dict[str, NDArray[np.float64]]:
    return {} if baseline is None else {"baseline": _matrix(evaluations, [baseline], measure)[0]}


def _matrix(
    evaluations: Mapping[str, Evaluation], runs: Sequence[str], measure: Measure
) -> NDArray[np.float64]:
    values = np.array([evaluations[run].values[str(measure)] for run in runs])
    return values * values.shape[1] if is_summed(measure) else values
