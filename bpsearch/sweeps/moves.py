"""The topics that change most, their documents, and which of the documents' blocks matched the query and fell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.retrieval.filters import Filter, parse_filter
from bpsearch.retrieval.search import Index
from bpsearch.sweeps.inputs import Inputs
from bpsearch.sweeps.records import LISTED, Curve, MovedBlock, MovedDocument, MovedTopic, Places
from bpsearch.sweeps.snippets import Snippets

# These bound the size of a report, whatever the collection.
TOPICS, DOCUMENTS, BLOCKS = 30, 30, 12
SHOWN_COLUMNS = ("words", "density", "links")

Array = NDArray[Any]
Rankings = Mapping[str, Array]  # by series: [points, topics, rank], as trec_eval sorts


class _Plan(NamedTuple):
    """What is shown of a topic: documents in order of importance, and how often its terms are in their blocks."""

    topic: str
    terms: tuple[str, ...]
    documents: list[int]
    matched: dict[int, int]
    places: dict[str, Places]


def moved_topics(inputs: Inputs, curves: Sequence[Curve], rankings: Rankings) -> tuple[MovedTopic, ...]:
    """What the report shows of the topics that change most along the curves; the first curve is the references'."""
    index = inputs.search.index
    chosen = {curve.series.name: curve.chosen.place for curve in curves if curve.chosen is not None}
    filters = {curve.series.name: [parse_filter(point.filter) for point in curve.points] for curve in curves}
    snippets = Snippets(index)
    topics = []
    for number in most_changed(curves):
        plan = _plan(inputs, number, rankings, chosen)
        facts = _Facts(index, filters, chosen, list(plan.matched))
        documents = tuple(
            _document(inputs, plan, place, facts, snippets, order < DOCUMENTS)
            for order, place in enumerate(plan.documents)
        )
        topics.append(MovedTopic(plan.topic, plan.terms, documents, plan.places))
    return tuple(topics)


def most_changed(curves: Sequence[Curve]) -> list[int]:
    """Places of topics: those that the report lists first, then those that stray furthest from the baseline."""
    baseline = curves[0]
    changes = []
    for measure in baseline.values:
        parts = [np.abs(curve.values[measure] - baseline.values[measure][0]).max(axis=0) for curve in curves]
        changes.append(-np.max(parts, axis=0).round(9))
    listed = _listed(curves)
    ordered = dict.fromkeys([*listed, *np.lexsort(changes[::-1]).tolist()])
    return list(ordered)[: max(TOPICS, len(listed))]


def _listed(curves: Sequence[Curve]) -> list[int]:
    """The topics that gain and lose most at the chosen filters, by each measure, as the report sorts them."""
    baseline, *others = curves
    found: list[int] = []
    for curve, measure in product(others, baseline.values):
        if curve.chosen is not None:
            changes = (curve.values[measure][curve.chosen.place] - baseline.values[measure][0]).round(9)
            order = np.argsort(-changes, kind="stable")
            found += order[changes[order] > 0][:LISTED].tolist()
            found += order[changes[order] < 0][::-1][:LISTED].tolist()
    return list(dict.fromkeys(found))


def _plan(inputs: Inputs, number: int, rankings: Rankings, chosen: Mapping[str, int]) -> _Plan:
    topic = inputs.topics[number]
    index = inputs.search.index
    terms = tuple(dict.fromkeys(index.terms(inputs.search.queries[topic])))
    lists = {series: found[:, number].tolist() for series, found in rankings.items()}
    documents = _by_importance(lists, chosen)
    matched = _matched(inputs, terms, documents)
    numbers = {place: order for order, place in enumerate(documents)}
    places = {series: _places(found, numbers) for series, found in lists.items()}
    return _Plan(topic, terms, documents, matched, places)


def _matched(inputs: Inputs, terms: Sequence[str], documents: Sequence[int]) -> dict[int, int]:
    """How often the terms occur in each block of these documents that has any."""
    first = inputs.search.index.documents.first_blocks
    starts = first[np.array(documents, np.int64)]
    ends = first[np.array(documents, np.int64) + 1]
    counts: Counter[int] = Counter()
    for blocks, frequencies in inputs.search.index.postings(terms):
        for low, high in zip(np.searchsorted(blocks, starts), np.searchsorted(blocks, ends), strict=True):
            counts.update(dict(zip(blocks[low:high].tolist(), frequencies[low:high].tolist(), strict=True)))
    return dict(counts)


def _by_importance(lists: Mapping[str, list[list[int]]], chosen: Mapping[str, int]) -> list[int]:
    """Documents of the baseline first, then of the chosen filters, of the references, and of most other filters."""
    baseline, *references = next(iter(lists.values()))
    first = [baseline, *(lists[series][place] for series, place in chosen.items()), *references]
    seen = Counter(place for found in lists.values() for ranking in found for place in ranking)
    ordered = [*(place for ranking in first for place in ranking), *(place for place, _ in seen.most_common())]
    return [place for place in dict.fromkeys(ordered) if place >= 0]


def _places(found: list[list[int]], numbers: Mapping[int, int]) -> Places:
    lists = [tuple(numbers[place] for place in ranking if place >= 0) for ranking in found]
    distinct = {ranking: number for number, ranking in enumerate(dict.fromkeys(lists))}
    return Places(tuple(distinct), tuple(distinct[ranking] for ranking in lists))


def _blocks(index: Index, place: int) -> tuple[int, int]:
    first, end = index.documents.first_blocks[place : place + 2].tolist()
    return first, end


class _Facts:
    """Columns of the blocks of a topic that match, and where along each series they fall."""

    def __init__(
        self, index: Index, filters: Mapping[str, Sequence[Filter]], chosen: Mapping[str, int], blocks: Sequence[int]
    ) -> None:
        table, at = index.block_table, np.array(blocks, np.int64)
        self._places = {block: place for place, block in enumerate(blocks)}
        self._columns = {name: table[name].at(at) for name in SHOWN_COLUMNS if name in table}
        self._kept = {name: np.stack([where.mask_at(table, at) for where in some]) for name, some in filters.items()}
        references = next(iter(self._kept.values()))  # these and the chosen filters are what readers look at first
        self._stays = np.logical_and.reduce([*references, *(self._kept[name][place] for name, place in chosen.items())])

    def columns(self, block: int) -> dict[str, float]:
        place = self._places[block]
        return {name: round(float(values[place]), 3) for name, values in self._columns.items()}

    def changes(self, block: int) -> dict[str, tuple[int, ...]]:
        place = self._places[block]
        return {
            series: tuple(np.flatnonzero(np.diff(kept[:, place].astype(np.int8), prepend=1)).tolist())
            for series, kept in self._kept.items()
        }

    def fell(self, blocks: Sequence[int]) -> dict[str, tuple[tuple[int, int], ...]]:
        """For each series, from which point on how many of these blocks are gone."""
        at = [self._places[block] for block in blocks]
        found = {}
        for series, kept in self._kept.items():
            counts = (~kept[:, at]).sum(axis=1)
            points = np.flatnonzero(np.diff(counts, prepend=0))
            found[series] = tuple(zip(points.tolist(), counts[points].tolist(), strict=True))
        return found

    def shown(self, blocks: Sequence[int]) -> list[int]:
        """As many of these blocks, the most important first, as there is room for; some of them fall, if any does.

        Along each series that which falls first is among them, so that wherever some fell, one is shown.
        """
        at = [self._places[block] for block in blocks]
        early = [blocks[int(kept[:, at].sum(axis=0).argmin())] for kept in self._kept.values()] if blocks else []
        fallen = [block for block, place in zip(blocks, at, strict=True) if not self._stays[place]]
        return sorted(list(dict.fromkeys([*early, *fallen[: BLOCKS // 2], *blocks]))[:BLOCKS])


def _document(
    inputs: Inputs, plan: _Plan, place: int, facts: _Facts, snippets: Snippets, with_blocks: bool
) -> MovedDocument:
    index = inputs.search.index
    docno = index.documents[place]
    first, end = _blocks(index, place)
    matched = sorted((block for block in range(first, end) if block in plan.matched), key=lambda b: -plan.matched[b])
    blocks = tuple(
        MovedBlock(block - first, snippets.marked(block, plan.terms), facts.columns(block), facts.changes(block))
        for block in (facts.shown(matched) if with_blocks else ())
    )
    level = inputs.qrels[plan.topic].get(docno)
    title = snippets.title(first, end) if blocks else ""
    return MovedDocument(docno, level, title, len(matched), facts.fell(matched), blocks)
