"""Which topics can be measured: those with judgments, and what is missing on either side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bpsearch.errors import BpsearchError


class Coverage(NamedTuple):
    """Topics of the qrels and of a run (or of a topic file), by what they have."""

    common: tuple[str, ...]
    without_judgments: tuple[str, ...]
    """Left out, as trec_eval does: nothing can be said about them."""
    without_results: tuple[str, ...]
    """Worth 0 when all topics of the qrels count (trec_eval -c), left out when only common ones do."""


def coverage(
    judged: Iterable[str], found: Iterable[str], *, judged_by: str = "the qrels", found_in: str = "the run"
) -> Coverage:
    """Compare the topic ids of both sides, in their order; an error where they have none in common.

    What is empty fits everything: a filter may leave nothing to be found.
    """
    judged_topics, found_topics = dict.fromkeys(judged), dict.fromkeys(found)
    common = tuple(topic for topic in judged_topics if topic in found_topics)
    if not common and found_topics:
        raise BpsearchError(
            f"{judged_by} and {found_in} have no topic in common: {examples(list(judged_topics))} "
            f"against {examples(list(found_topics))}; check that they belong together"
        )
    return Coverage(
        common,
        tuple(topic for topic in found_topics if topic not in judged_topics),
        tuple(topic for topic in judged_topics if topic not in found_topics),
    )


def counted(topics: Sequence[str]) -> str:
    """How many topics these are, for a message."""
    return f"{len(topics)} topic{'' if len(topics) == 1 else 's'}"


def examples(ids: Sequence[str], shown: int = 3, what: str = "topics") -> str:
    """The first few ids, for a message."""
    if not ids:
        return f"no {what} at all"
    return ", ".join(ids[:shown]) + (", …" if len(ids) > shown else "")
