"""From rankings to results: measures per topic, comparisons with the references, the honest choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np
from ir_measures import Measure

from bpsearch.evaluation.comparison import compare
from bpsearch.evaluation.measures import evaluate, judged_measure
from bpsearch.evaluation.selection import TOLERANCE, select
from bpsearch.evaluation.summary import Choice
from bpsearch.evaluation.topk import is_topk_measure, top_k, topk_measures
from bpsearch.retrieval.document_scoring import Rankings
from bpsearch.retrieval.runs import Hit
from bpsearch.sweeps.inputs import Inputs
from bpsearch.sweeps.records import Chosen, Curve, Floats
from bpsearch.sweeps.references import BASELINE
from bpsearch.sweeps.series import Series
from bpsearch.sweeps.settings import Settings

MEASURED_TOGETHER = 8_000_000  # results


def reference_curve(inputs: Inputs, rankings: Rankings, settings: Settings) -> Curve:
    """The baseline, and what it is compared with; these are one family for the correction."""
    values, judged = _measured(inputs, rankings)
    comparisons = {}
    for name, matrix in values.items():
        alone = compare(matrix[:1], {}, **_how(settings))
        others = compare(matrix[1:], {BASELINE: matrix[0]}, **_how(settings)) if len(matrix) > 1 else []
        comparisons[name] = [*alone, *others]
    return Curve(inputs.references, values, comparisons, judged, rankings.survival, None)


def measured_curve(inputs: Inputs, series: Series, rankings: Rankings, references: Curve, settings: Settings) -> Curve:
    """A series under every measure, compared with each reference, and the choice among its filters."""
    values, judged = _measured(inputs, rankings)
    comparisons = {name: compare(matrix, _rows(references, name), **_how(settings)) for name, matrix in values.items()}
    chosen = _chosen(values, rankings.survival.tokens, references, settings)
    return Curve(series, values, comparisons, judged, rankings.survival, chosen)


def hits_of(inputs: Inputs, rankings: Rankings, point: int) -> dict[str, list[Hit]]:
    """The run of one filter."""
    documents = inputs.search.index.documents
    run = {}
    for topic, found, scores in zip(
        inputs.topics, rankings.documents[point].tolist(), rankings.scores[point].tolist(), strict=True
    ):
        pairs = zip(found, scores, strict=True)
        run[topic] = [Hit(documents[document], score) for document, score in pairs if document >= 0]
    return run


def _measured(inputs: Inputs, rankings: Rankings) -> tuple[dict[str, Floats], dict[str, Floats]]:
    """Values by measure, and beside them shares of judged documents over the topics that have results.

    Where no topic has any, the share is 0: reports and plots know no other number for nothing.
    """
    quick = [measure for measure in inputs.measures if is_topk_measure(measure)]
    beside = {str(measure): judged_measure(measure) for measure in inputs.measures}
    values = _quickly_measured(inputs, rankings, list(dict.fromkeys([*quick, *beside.values()])))
    with_results = (rankings.documents[:, :, 0] >= 0).sum(axis=1)
    judged = {name: values[str(measure)].sum(axis=1) / with_results.clip(1) for name, measure in beside.items()}
    values |= _slowly_measured(inputs, rankings, [each for each in inputs.measures if each not in quick])
    return {str(measure): values[str(measure)] for measure in inputs.measures}, judged


def _quickly_measured(inputs: Inputs, rankings: Rankings, measures: list[Measure]) -> dict[str, Floats]:
    """Measures of the first k results, as many filters together as memory allows."""
    docnos = inputs.search.index.documents
    together = max(1, MEASURED_TOGETHER // max(rankings.documents[0].size, 1))
    parts = []
    for start in range(0, len(rankings.documents), together):
        some = slice(start, start + together)
        parts.append(topk_measures(top_k(inputs.qrels, inputs.topics, rankings.documents[some], docnos), measures))
    return {name: np.concatenate([part[name] for part in parts]) for name in map(str, measures)}


def _slowly_measured(inputs: Inputs, rankings: Rankings, measures: list[Measure]) -> dict[str, Floats]:
    """Measures that need more than the first k results, run by run."""
    values = {str(measure): np.zeros((len(rankings.documents), len(inputs.topics))) for measure in measures}
    if measures:
        for point in range(len(rankings.documents)):
            run = hits_of(inputs, rankings, point)
            if any(run.values()):
                found = evaluate(inputs.qrels, run, measures, topics=inputs.topics)
                for name, row in found.values.items():
                    values[name][point] = row
    return values


def _chosen(values: Mapping[str, Floats], tokens: Any, references: Curve, settings: Settings) -> Chosen:
    """Choose with the filters in order of the text they keep, for of equals the first is taken."""
    order = np.argsort(-np.asarray(tokens, np.int64), kind="stable")
    ordered = {name: matrix[order] for name, matrix in values.items()}
    by = next(iter(values))
    if not settings.cross_validates(values[by].shape[1]):
        means = ordered[by].mean(axis=1)
        return Chosen(int(order[np.argmax(means >= means.max() - TOLERANCE)]), None, ())
    selection = select(ordered, by, folds=settings.folds, repeats=settings.repeats, seed=settings.seed)
    shares = np.zeros(len(order))
    shares[order] = selection.chosen_share
    outcomes = []
    for name in values:
        held_out = compare(selection.held_out_topics[name][None], _rows(references, name), **_how(settings))[0]
        deviation = selection.held_out_deviation[name]
        outcomes.append(Choice(name, held_out, selection.on_all[name], selection.optimism[name], deviation))
    return Chosen(int(order[selection.chosen]), shares, tuple(outcomes))


def _rows(references: Curve, measure: str) -> dict[str, Floats]:
    names = [point.name for point in references.points]
    return dict(zip(names, references.values[measure], strict=True))


def _how(settings: Settings) -> dict[str, Any]:
    wanted = ("test", "correction", "confidence", "resamples", "seed")
    return {name: value for name, value in asdict(settings).items() if name in wanted}
