"""P@k, nDCG@k and Judged@k of many filters at once: the measures of a sweep, equal to those of trec_eval.

A sweep has the first k documents of each filter and topic as one array of document numbers. `top_k` looks up
each document of a topic once, and `topk_measures` is arithmetic on the relevance levels that come of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from ir_measures import Measure
from numpy.typing import NDArray

from bpsearch.errors import BpsearchError
from bpsearch.evaluation.qrels import Qrels

Floats = NDArray[np.float64]

# Besides these two, a level is what the qrels say, below 0 included.
NO_RESULT = int(np.iinfo(np.int32).min)
UNJUDGED = NO_RESULT + 1


class TopK(NamedTuple):
    """What the judgments say about the first k results: all that P@k, nDCG@k and Judged@k need."""

    levels: NDArray[np.int32]
    """[filters, topics, k]: relevance level, UNJUDGED or NO_RESULT, in trec_eval's order."""
    ideal: NDArray[np.int32]
    """[topics, k]: the highest levels of each topic, descending, 0 where there are no more."""


def top_k(
    qrels: Qrels, topics: Sequence[str], documents: NDArray[np.integer], docnos: Sequence[str]
) -> TopK:
    """Look up `documents` [filters, topics, k]: indexes into `docnos`, below 0 where there is no result.

    They must be in trec_eval's order (see bpsearch.evaluation.ranking), as the rankings of a sweep are.
    """
    levels = np.full(documents.shape, NO_RESULT, dtype=np.int32)
    depth = documents.shape[-1]
    ideal = np.zeros((len(topics), depth), dtype=np.int32)
    for position, topic in enumerate(topics):
        if topic not in qrels:
            raise BpsearchError(f"topic {topic} has no judgments and cannot be measured")
        judgments = qrels[topic]
        numbers, where = np.unique(documents[:, position], return_inverse=True)
        known = [judgments.get(docnos[number], UNJUDGED) if number >= 0 else NO_RESULT for number in numbers]
        levels[:, position] = np.array(known, dtype=np.int32)[where].reshape(documents[:, position].shape)
        best = sorted((level for level in judgments.values() if level > 0), reverse=True)[:depth]
        ideal[position, : len(best)] = best
    return TopK(levels, ideal)


def topk_measures(top: TopK, measures: Sequence[Measure]) -> dict[str, Floats]:
    """The values [filters, topics] of each measure; a topic without results is worth 0 (trec_eval -c)."""
    depth = top.levels.shape[-1]
    for measure in measures:
        if not is_topk_measure(measure):
            raise BpsearchError(f"{measure} cannot be had from the first results alone; evaluate the runs")
        if measure["cutoff"] > depth:
            raise BpsearchError(f"{measure} needs {measure['cutoff']} results for each topic, not {depth}")
    return {str(measure): _FORMULAS[measure.NAME](top, measure) for measure in measures}


def is_topk_measure(measure: Measure) -> bool:
    """Whether `topk_measures` can compute it: P@k, nDCG@k or Judged@k without unusual parameters."""
    defaults = {name: parameter.default for name, parameter in measure.SUPPORTED_PARAMS.items()}
    unusual = {name for name, value in measure.params.items() if value != defaults[name]}
    return measure.NAME in _FORMULAS and "cutoff" in unusual and unusual <= {"cutoff", "rel"}


def _precision(top: TopK, measure: Measure) -> Floats:
    relevant = top.levels[..., : measure["cutoff"]] >= measure["rel"]
    return np.asarray(relevant.sum(axis=-1) / measure["cutoff"])


def _ndcg(top: TopK, measure: Measure) -> Floats:
    gain, ideal = _discounted(top.levels, measure["cutoff"]), _discounted(top.ideal, measure["cutoff"])
    return gain / np.where(ideal > 0, ideal, 1.0)


def _judged(top: TopK, measure: Measure) -> Floats:
    levels = top.levels[..., : measure["cutoff"]]
    results = (levels != NO_RESULT).sum(axis=-1)
    return np.asarray((levels > UNJUDGED).sum(axis=-1) / np.maximum(results, 1))


def _discounted(levels: NDArray[np.int32], cutoff: int) -> Floats:
    """Cumulated gain, added rank by rank as trec_eval does, so that not even the last bit differs."""
    total = np.zeros(levels.shape[:-1])
    for rank in range(1, cutoff + 1):
        total += np.maximum(levels[..., rank - 1], 0) / math.log2(rank + 1)
    return total


_FORMULAS: dict[str | None, Callable[[TopK, Measure], Floats]] = {
    "P": _precision,
    "nDCG": _ndcg,
    "Judged": _judged,
}
