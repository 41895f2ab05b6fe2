"""Effectiveness of a run per topic, measured by ir_measures and through it by trec_eval.

Measures are named as ir_measures names them: P@10, nDCG@10, P(rel=2)@10, AP, RR, Judged@10.

- P@k, AP, RR and the like are binary: a document is relevant from some relevance level on (1 unless told).
- nDCG@k is graded and is trec_eval's ndcg_cut: the gain is the relevance level (linear, not 2^level - 1),
  divided by log2(rank + 1), and the ideal ranking is made of all judged documents of the topic.
- A level below 0 (spam in the web tracks) is not relevant and gains nothing; Judged@k counts it as judged.
- Judged@k is the share of judged documents among the first k results (among all of them, if fewer).
"""

from __future__ import annotations

import contextlib
import difflib
import io
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import ir_measures
import numpy as np
from ir_measures import Measure
from numpy.typing import NDArray

from bpsearch.errors import BpsearchError
from bpsearch.evaluation.coverage import Coverage, coverage
from bpsearch.evaluation.qrels import Qrels
from bpsearch.evaluation.ranking import trec_eval_order
from bpsearch.retrieval.runs import Hit

DEFAULT_MEASURES = ("P@10", "nDCG@10")
DEFAULT_CUTOFF = 10
DEEPEST_CUTOFF = 1_000_000
_BASE_AND_CUTOFF = re.compile(r"([^\d@(]*)\D*(\d*)")


class Evaluation(NamedTuple):
    """The values of one run: for each measure an array with one value for each of `topics`."""

    topics: tuple[str, ...]
    values: dict[str, NDArray[np.float64]]
    coverage: Coverage


def parse_measures(names: Sequence[str], *, relevance_level: int = 1) -> list[Measure]:
    """The measures of these names; `relevance_level` holds for binary measures that do not name their own."""
    if relevance_level < 1:
        raise BpsearchError(f"the relevance level must be 1 or more, not {relevance_level}")
    measures = [_at_level(_parse_measure(name), relevance_level) for name in names]
    return list(dict.fromkeys(measures))


def evaluate(
    qrels: Qrels,
    run: Mapping[str, Sequence[Hit]],
    measures: Sequence[Measure],
    *,
    topics: Sequence[str] | None = None,
) -> Evaluation:
    """Values per topic, for all topics of the qrels or those given; a topic without results is worth 0.

    Their mean is that of `trec_eval -c`: right for comparing filters, which may leave topics without results.
    For plain trec_eval give the common topics of `coverage` as `topics`. Ties: bpsearch.evaluation.ranking.
    """
    covered = coverage(qrels, (topic for topic, hits in run.items() if hits))
    measured = tuple(qrels) if topics is None else tuple(topics)
    unknown = [topic for topic in measured if topic not in qrels]
    if unknown:
        raise BpsearchError(f"topic {unknown[0]} has no judgments and cannot be measured")
    judgments = {topic: _measurable(qrels[topic]) for topic in measured}
    ranked = {
        topic: _scored_by_rank(trec_eval_order(run[topic])) for topic in measured if run.get(topic)
    }  # trec_eval crashes on a topic with an empty ranking
    values = {str(measure): _values(measure, judgments, ranked) for measure in measures}
    return Evaluation(measured, values, covered)


def judged_measure(measure: Measure) -> Measure:
    """The Judged@k that belongs beside a measure: at the same cutoff, or at 10 if it has none."""
    cutoff = measure.params.get("cutoff", DEFAULT_CUTOFF)
    judged: Measure = ir_measures.Judged @ cutoff
    return judged


def is_summed(measure: Measure) -> bool:
    """Whether trec_eval adds the topics up (counts such as NumRet) instead of averaging them."""
    return isinstance(measure.aggregator(), ir_measures.SumAgg)


def _parse_measure(name: str) -> Measure:
    try:
        measure = ir_measures.parse_measure(name)
        measure.validate_params()  # type: ignore[no-untyped-call]
    except NameError:
        raise BpsearchError(f"unknown measure {name!r}; {_near(name)}") from None
    except (AssertionError, ValueError, TypeError) as error:
        raise BpsearchError(f"measure {name!r} is not well formed: {_readable(error)}") from None
    if measure.params.get("cutoff", 1) < 1 or measure.params.get("rel", 1) < 1:
        raise BpsearchError(f"measure {name!r}: cutoff and relevance level must be 1 or more")
    if measure.params.get("cutoff", 1) > DEEPEST_CUTOFF:
        raise BpsearchError(f"measure {name!r}: expected a cutoff of {DEEPEST_CUTOFF:,} at most")
    if _needs_subtopics(measure):
        raise BpsearchError(f"measure {name!r} needs judgments of subtopics, which bpsearch does not read")
    if not ir_measures.DefaultPipeline.supports(measure):  # type: ignore[no-untyped-call]
        raise BpsearchError(f"measure {name!r} needs a provider of ir_measures that is not installed here")
    return measure


def _at_level(measure: Measure, relevance_level: int) -> Measure:
    parameter = measure.SUPPORTED_PARAMS.get("rel")
    binary = parameter is not None and parameter.default == 1
    return measure(rel=relevance_level) if binary and "rel" not in measure.params else measure


def _needs_subtopics(measure: Measure) -> bool:
    return any(measure.NAME == other.NAME for other in ir_measures.pyndeval.SUPPORTED_MEASURES)


def _near(name: str) -> str:
    with contextlib.suppress(ValueError), contextlib.redirect_stdout(io.StringIO()):  # it prints
        translated = [str(measure) for measure in ir_measures.parse_trec_measure(name)]
        return f"that is trec_eval's name, here it is {', '.join(translated)}"
    registry = {known: each for known, each in ir_measures.measures.registry.items() if not _needs_subtopics(each)}
    aliases_first = sorted(registry, key=lambda known: known == registry[known].NAME)
    by_lower = {known.lower(): known for known in aliases_first}
    base, cutoff = _BASE_AND_CUTOFF.findall(name)[0]
    near = [by_lower[match] for match in difflib.get_close_matches(base.lower(), by_lower, n=5, cutoff=0.5)]
    if not near:
        return "known are " + ", ".join(sorted(registry))
    ends = ("@" + cutoff if cutoff and "cutoff" in registry[known].SUPPORTED_PARAMS else "" for known in near)
    return "near names: " + ", ".join(map("".join, zip(near, ends, strict=True)))


def _readable(error: Exception) -> str:
    if str(error).startswith("problem parsing"):
        return "expected a name, and parameters or a cutoff where it has them: AP, P@10, P(rel=2)@10"
    return str(error).split("=<object")[0].replace("invalid param", "invalid or missing parameter")


def _measurable(judgments: Mapping[str, int]) -> dict[str, int]:
    """trec_eval crashes where all levels are below 0: a non-relevant document that no run has prevents it."""
    return dict(judgments) if max(judgments.values()) >= 0 else {**judgments, "": 0}


def _scored_by_rank(docnos: Sequence[str]) -> dict[str, float]:
    """Scores without ties in the given order, so that every provider of ir_measures sees the same ranking."""
    return {docno: float(len(docnos) - position) for position, docno in enumerate(docnos)}


def _values(
    measure: Measure, judgments: dict[str, dict[str, int]], ranked: dict[str, dict[str, float]]
) -> NDArray[np.float64]:
    # One call for each measure: sharing a call, ir_measures may apply one measure's gains to another.
    metrics = ir_measures.iter_calc([measure], judgments, ranked)
    by_topic = {metric.query_id: metric.value for metric in metrics}
    values = np.array([by_topic.get(topic, np.nan) for topic in judgments], dtype=np.float64)
    if np.isnan(values).any():
        topic = list(judgments)[int(np.isnan(values).argmax())]
        raise BpsearchError(f"{measure} has no value for topic {topic}: its mean over topics would mislead")
    return values
