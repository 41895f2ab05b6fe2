"""Everything a sweep is given, read and checked before any long work."""

from __future__ import annotations

from collections.abc import Sequence, Set
from pathlib import Path
from typing import NamedTuple

from ir_measures import Measure

from bpsearch.errors import BpsearchError
from bpsearch.evaluation.choices import FOLDS
from bpsearch.evaluation.coverage import Coverage, counted, coverage, examples
from bpsearch.evaluation.measures import is_summed, parse_measures
from bpsearch.evaluation.qrels import Qrels, read_qrels
from bpsearch.evaluation.relevance import check_choice, relevance_notes
from bpsearch.evaluation.selection import check_folds
from bpsearch.evaluation.significance import check_correction
from bpsearch.evaluation.topk import is_topk_measure
from bpsearch.retrieval.filters import parse_filter
from bpsearch.retrieval.search import Index, queries_of
from bpsearch.retrieval.similarities import make_similarity
from bpsearch.retrieval.topics import check_fields, read_topics
from bpsearch.sweeps.rankings import Search, make_search
from bpsearch.sweeps.references import DEFAULT, how_to_add, references
from bpsearch.sweeps.series import Series, curve, grid
from bpsearch.sweeps.settings import Settings

MOST_RESULTS = 250_000_000  # of all rankings together: 3 GB
DEEP = 1000  # results that measures without a cutoff, such as AP, are computed from


class Inputs(NamedTuple):
    """What is swept, over which topics, and how it is measured."""

    search: Search
    qrels: Qrels
    measures: list[Measure]
    references: Series
    series: list[Series]
    notes: list[str]

    @property
    def topics(self) -> list[str]:
        """The topics that are searched and measured: those with judgments."""
        return list(self.search.queries)


def check_inputs(index: Index, topics: str | Path, qrels: str | Path, settings: Settings) -> Inputs:
    """Read topics and judgments and check all choices; an error here costs nobody a minute."""
    check_correction(settings.test, settings.correction)
    make = make_similarity(settings.similarity, **dict(settings.parameters))
    measures = _measures(settings)
    listed = read_topics(topics)
    noted = check_fields(listed, settings.fields, topics)
    judgments = read_qrels(qrels)
    queries = queries_of(listed, settings.fields)
    covered = coverage(judgments, queries, judged_by=str(qrels), found_in=str(topics))
    common = set(covered.common)
    queries = {topic: query for topic, query in queries.items() if topic in common}
    _check_documents(index, qrels, {docno for topic in queries for docno in judgments[topic]})
    check_choice(judgments, list(queries), measures[0])
    not_selected = _why_not_selected(len(queries), settings)
    compared = references(index, settings.against)
    search = make_search(index, queries, make, _depth(settings, measures))
    series = _series(index, settings)
    _check_size(search, [compared, *series])
    irrelevant = relevance_notes(judgments, list(queries), measures)
    notes = [*noted, *_notes(index, settings, covered, topics, qrels), *irrelevant, *not_selected]
    return Inputs(search, judgments, measures, compared, series, notes)


def _why_not_selected(topics: int, settings: Settings) -> list[str]:
    """A note where topics are too few for the usual folds; an error where these folds were asked for."""
    if settings.select is False:
        return []
    try:
        check_folds(topics, settings.folds)
    except BpsearchError as error:
        if settings.select or settings.folds != FOLDS:
            raise
        return [f"chosen thresholds are not tried on other topics: {error}"]
    return []


def _check_documents(index: Index, qrels: str | Path, judged: Set[str]) -> None:
    """Judgments of another collection would make every value 0."""
    if not any(docno in judged for docno in index.documents):
        raise BpsearchError(
            f"{qrels} judges none of the {len(index.documents):,} documents of {index.folder}: "
            f"{examples(sorted(judged))} against {examples(index.documents[:4], what='documents')}; "
            "check that they belong together"
        )


def _check_size(search: Search, series: Sequence[Series]) -> None:
    filters = sum(len(one.points) for one in series)
    if filters * len(search.queries) * search.hits > MOST_RESULTS:
        raise BpsearchError(
            f"{filters:,} filters, {len(search.queries):,} topics and {search.hits:,} results for each are more than "
            f"memory should hold ({MOST_RESULTS:,} results); sweep fewer thresholds, or look at fewer results"
        )


def _measures(settings: Settings) -> list[Measure]:
    measures = parse_measures(settings.measures, relevance_level=settings.relevance_level)
    for measure in measures:
        if is_summed(measure):
            raise BpsearchError(f"{measure} counts over all topics; a sweep compares averages, such as P@10")
    return measures


def _depth(settings: Settings, measures: Sequence[Measure]) -> int:
    """As deep as the deepest measure looks."""
    if settings.hits is not None and settings.hits < 1:
        raise BpsearchError(f"{settings.hits} hits: at least one is needed")
    deepest = max(measures, key=lambda measure: measure.params.get("cutoff", 1))
    needed = int(deepest.params.get("cutoff", 1))
    if settings.hits is None:
        return max(needed, 10) if all(map(is_topk_measure, measures)) else max(needed, DEEP)
    if settings.hits < needed:
        raise BpsearchError(f"--hits {settings.hits} is not enough for {deepest}, which looks at {needed} results")
    return settings.hits


def _series(index: Index, settings: Settings) -> list[Series]:
    if not settings.axes:
        raise BpsearchError("nothing to sweep: name a range, for example --words 1:100")
    series = [curve(axis) for axis in settings.axes]
    names = [one.name for one in series]
    if len(set(names)) < len(names):
        raise BpsearchError(f"the same threshold is swept twice: {', '.join(names)}; put its values together")
    if settings.grid:
        series.append(grid(settings.axes))
    for one in series:
        asked = parse_filter(one.points[0].filter, index.block_table)
        asked.check(index.block_table)
        asked.mask(index.block_table, 0, 0)  # shows a class that does not exist
    return series


def _notes(
    index: Index, settings: Settings, covered: Coverage, topics: str | Path, qrels: str | Path
) -> list[str]:
    notes = []
    if covered.without_judgments:
        left_out = covered.without_judgments
        notes.append(f"left out: {counted(left_out)} without judgments ({examples(left_out)})")
    if covered.without_results:
        left_out = covered.without_results
        notes.append(f"left out: {counted(left_out)} of {qrels} not in {topics} ({examples(left_out)})")
    if settings.against is None and DEFAULT not in index.block_table:
        command = how_to_add(index, DEFAULT)
        notes.append(f"no comparison with BTE, for the index lacks its verdicts; to add them: {command}")
    return notes
