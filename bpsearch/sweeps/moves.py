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
from bpsearch.sweeps.records import Curve, MovedBlock, MovedDocument, MovedTopic, Places
from bpsearch.sweeps.snippets import Snippets

# These bound the size of a report, whatever the collection.
TOPICS, LISTED, DOCUMENTS, BLOCKS = 30, 8, 30, 8
SHOWN_COLUMNS = ("words", "density", "links")

Array = NDArray[Any]
Rankings = Mapping[str, Array]  # by series: [points, topics, rank], as trec_eval sorts


class _Plan(NamedTuple):
    """What is shown of a topic: documents in order of importance, and blocks of the first of them."""

    topic: str
    terms: tuple[str, ...]
    documents: list[int]
    matched: dict[int, int]
    shown: dict[int, list[int]]
    places: dict[str, Places]


def moved_topics(inputs: Inputs, curves: Sequence[Curve], rankings: Rankings) -> tuple[MovedTopic, ...]:
    """What the report shows of the topics that change most along the curves; the first curve is the references'."""
    index = inputs.search.index
    decisive = _decisive(curves)
    chosen = {curve.series.name: curve.chosen.place for curve in curves if curve.chosen is not None}
    plans = [_plan(inputs, place, rankings, chosen, decisive) for place in most_changed(curves)]
    blocks = np.unique([block for plan in plans for some in plan.shown.values() for block in some]).astype(np.int64)
    facts = _Facts(index, curves, blocks)
    snippets = Snippets(index)
    return tuple(
        MovedTopic(
            plan.topic,
            plan.terms,
            tuple(_document(inputs, plan, place, facts, snippets) for place in plan.documents),
            plan.places,
        )
        for plan in plans
    )


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


def _decisive(curves: Sequence[Curve]) -> list[Filter]:
    """The filters that readers look at first: those chosen, and the references."""
    texts = [point.filter for point in curves[0].points[1:]]
    texts += [curve.points[curve.chosen.place].filter for curve in curves if curve.chosen is not None]
    return [parse_filter(text) for text in texts]


def _plan(
    inputs: Inputs, number: int, rankings: Rankings, chosen: Mapping[str, int], decisive: Sequence[Filter]
) -> _Plan:
    topic = inputs.topics[number]
    index = inputs.search.index
    terms = tuple(dict.fromkeys(index.terms(inputs.search.queries[topic])))
    lists = {series: found[:, number].tolist() for series, found in rankings.items()}
    documents = _by_importance(lists, chosen)
    matched = _matched(inputs, terms, documents)
    shown = {place: _shown(index, place, matched, decisive) for place in documents[:DOCUMENTS]}
    numbers = {place: order for order, place in enumerate(documents)}
    places = {series: _places(found, numbers) for series, found in lists.items()}
    return _Plan(topic, terms, documents, matched, shown, places)


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


def _shown(index: Index, place: int, matched: Mapping[int, int], decisive: Sequence[Filter]) -> list[int]:
    """The blocks with most matches; half of the room is for blocks that fall."""
    found = sorted((block for block in range(*_blocks(index, place)) if block in matched), key=lambda b: -matched[b])
    if len(found) <= BLOCKS:
        return sorted(found)
    at = np.array(found, np.int64)
    stay = [where.mask_at(index.block_table, at) for where in decisive]
    fallen = at[~np.logical_and.reduce([np.ones(len(at), np.bool_), *stay])].tolist()
    return sorted(list(dict.fromkeys([*fallen[: BLOCKS // 2], *found]))[:BLOCKS])


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
    """Columns of some blocks, and where along each series they fall: each filter is asked once."""

    def __init__(self, index: Index, curves: Sequence[Curve], blocks: Array) -> None:
        table = index.block_table
        self._places = {int(block): place for place, block in enumerate(blocks)}
        self._columns = {name: table[name].at(blocks) for name in SHOWN_COLUMNS if name in table}
        self._kept = {
            curve.series.name: np.stack([parse_filter(point.filter).mask_at(table, blocks) for point in curve.points])
            for curve in curves
        }

    def columns(self, block: int) -> dict[str, float]:
        place = self._places[block]
        return {name: round(float(values[place]), 3) for name, values in self._columns.items()}

    def changes(self, block: int) -> dict[str, tuple[int, ...]]:
        place = self._places[block]
        return {
            series: tuple(np.flatnonzero(np.diff(kept[:, place].astype(np.int8), prepend=1)).tolist())
            for series, kept in self._kept.items()
        }


def _document(inputs: Inputs, plan: _Plan, place: int, facts: _Facts, snippets: Snippets) -> MovedDocument:
    index = inputs.search.index
    docno = index.documents[place]
    first, end = _blocks(index, place)
    level = inputs.qrels[plan.topic].get(docno)
    blocks = tuple(
        MovedBlock(block - first, snippets.marked(block, plan.terms), facts.columns(block), facts.changes(block))
        for block in plan.shown.get(place, ())
    )
    title = snippets.title(first, end) if blocks else ""
    matched = sum(block in plan.matched for block in range(first, end))
    return MovedDocument(docno, level, title, matched, blocks)
