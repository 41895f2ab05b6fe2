"""The results of a sweep: what its files hold and what plots, tables and the report show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.evaluation.comparison import Comparison
from bpsearch.evaluation.summary import Choice
from bpsearch.retrieval.levels import Survival
from bpsearch.sweeps.series import Point, Series

Floats = NDArray[np.float64]
LISTED = 8  # topics that gain most, and that lose most, are listed first: so many


class Chosen(NamedTuple):
    """The best filter of a series by the first measure; of equally good ones that which keeps most text."""

    place: int
    shares: Floats | None
    """[points]: how often each was chosen in cross-validation; None if there was none."""
    outcomes: tuple[Choice, ...]
    """What chosen filters are worth on topics that had no say, for each measure."""

    @property
    def stability(self) -> float | None:
        """How often the best filter on all topics was also the choice of a part of them."""
        return None if self.shares is None else float(self.shares[self.place])


class Curve(NamedTuple):
    """The results of a series, one row for each of its points; dictionaries are by measure."""

    series: Series
    values: dict[str, Floats]
    """[points, topics]"""
    comparisons: dict[str, list[Comparison]]
    judged: dict[str, Floats]
    """[points]: share of judged documents as deep as the measure looks."""
    survival: Survival
    chosen: Chosen | None

    @property
    def points(self) -> tuple[Point, ...]:
        """The filters."""
        return self.series.points


class MovedBlock(NamedTuple):
    """A block that has terms of the query."""

    number: int
    """Its place in the document."""
    text: tuple[str, ...]
    """In turn: text, a word that matched, text, a word that matched, … Empty where texts are not stored."""
    columns: dict[str, float]
    changes: dict[str, tuple[int, ...]]
    """For each series the points where it falls, comes back, falls, …; before the first it is there."""


class MovedDocument(NamedTuple):
    """A document among the first of a topic somewhere in the sweep."""

    docno: str
    level: int | None
    """Of relevance; None is not judged."""
    title: str
    """How its text begins."""
    matched: int
    """How many of its blocks have terms of the query."""
    fell: dict[str, tuple[tuple[int, int], ...]]
    """For each series, from which point on how many of these are gone: (point, count), (point, count), …"""
    blocks: tuple[MovedBlock, ...]
    """Some of these: where the terms are most frequent, and some of those that fall."""


class Places(NamedTuple):
    """Rankings of a topic over a series: equal ones are kept once."""

    rankings: tuple[tuple[int, ...], ...]
    """Places in the topic's `documents`."""
    at: tuple[int, ...]
    """[points]: which of the rankings holds."""


class MovedTopic(NamedTuple):
    """A topic whose results change much, with the documents that moved."""

    topic: str
    terms: tuple[str, ...]
    documents: tuple[MovedDocument, ...]
    places: dict[str, Places]
    """By the name of the series, the references included."""


@dataclass(frozen=True)
class Sweep:
    """A sweep as its folder holds it."""

    manifest: dict[str, Any]
    queries: dict[str, str]
    """Of the measured topics."""
    measures: tuple[str, ...]
    references: Curve
    """The baseline first, then what it was compared with."""
    curves: tuple[Curve, ...]
    grids: tuple[Curve, ...]
    moved: tuple[MovedTopic, ...]

    @property
    def topics(self) -> list[str]:
        """The measured topics."""
        return list(self.queries)

    @property
    def everything(self) -> tuple[Curve, ...]:
        """References, curves and grids."""
        return (self.references, *self.curves, *self.grids)
