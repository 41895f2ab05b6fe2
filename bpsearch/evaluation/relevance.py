"""Topics without relevant documents: every run is worth 0 there, which says nothing about the run."""

from __future__ import annotations

from collections.abc import Sequence

from ir_measures import Measure

from bpsearch.errors import BpsearchError
from bpsearch.evaluation.coverage import counted, examples
from bpsearch.evaluation.qrels import Qrels

_OF_ANY_LEVEL = ("Judged", "NumRet", "NumQ")


def relevance_notes(qrels: Qrels, topics: Sequence[str], measures: Sequence[Measure]) -> list[str]:
    """A sentence for each relevance level that some of the topics do not reach."""
    by_level: dict[int, list[str]] = {}
    for measure in measures:
        level = lowest_level(measure)
        if level is not None:
            by_level.setdefault(level, []).append(str(measure))
    return [note for level, names in by_level.items() for note in _note(qrels, topics, level, names)]


def check_choice(qrels: Qrels, topics: Sequence[str], measure: Measure) -> None:
    """An error where nothing can be chosen by a measure, as no topic has a relevant document."""
    level = lowest_level(measure)
    if level is not None and len(_without_relevant(qrels, topics, level)) == len(topics):
        raise BpsearchError(
            f"nothing can be chosen by {measure}: {_none_at_all(qrels, topics, level)}; "
            "choose another relevance level or measure, or check the judgments"
        )


def lowest_level(measure: Measure) -> int | None:
    """The relevance level from which a document counts; None where every document may."""
    parameter = measure.SUPPORTED_PARAMS.get("rel")
    level = measure.params.get("rel", None if parameter is None else parameter.default)
    if isinstance(level, int):
        return level
    return None if measure.NAME in _OF_ANY_LEVEL or "gains" in measure.params else 1


def _note(qrels: Qrels, topics: Sequence[str], level: int, measures: Sequence[str]) -> list[str]:
    without = _without_relevant(qrels, topics, level)
    worth = f"worth 0 in {', '.join(measures)}"
    if not without:
        return []
    if len(without) == len(topics):
        return [f"{_none_at_all(qrels, topics, level)}: everything is {worth}"]
    verb = "has" if len(without) == 1 else "have"
    return [f"{counted(without)} {verb} no document of level {level} or higher: {worth} ({examples(without)})"]


def _without_relevant(qrels: Qrels, topics: Sequence[str], level: int) -> list[str]:
    return [topic for topic in topics if max(qrels[topic].values()) < level]


def _none_at_all(qrels: Qrels, topics: Sequence[str], level: int) -> str:
    highest = max(max(qrels[topic].values()) for topic in topics)
    return f"no topic has a document of level {level} or higher (the highest is {highest})"
