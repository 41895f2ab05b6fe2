"""Where the terms of topics occur: postings joined with documents, once for all filters and thresholds.

A row is a term of a topic. Terms that several topics share are held once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.index.block_index import BlockIndex
from bpsearch.retrieval import kernels

Array = NDArray[Any]
POSTINGS_AT_ONCE = 4_000_000  # how many are looked at together: bounds the memory
KEPT_POSTINGS = 24_000_000  # as many as several sweeps share: about 300 MB


class Matches(NamedTuple):
    """The matches of some consecutive topics."""

    topics: NDArray[np.int64]  # where the rows of each topic begin and end
    rows: NDArray[np.int64]  # the term of each row
    boosts: NDArray[np.float32]  # of each row: how often the topic has the term
    bounds: NDArray[np.int64]  # where the postings of each term begin and end
    blocks: NDArray[np.int32]  # of each posting
    frequencies: NDArray[np.int32]
    documents: NDArray[np.int32]


def topic_matches(index: BlockIndex, queries: Mapping[str, str]) -> Iterator[Matches]:
    """The matches of all topics, so many together that memory stays bounded."""
    topics = [Counter(index.terms(query)) for query in queries.values()]
    terms = list(dict.fromkeys(term for topic in topics for term in topic))
    counts = dict(zip(terms, index.reader.document_frequencies(terms).tolist(), strict=True))
    for first, last in _batches([sum(counts[term] for term in topic) for topic in topics]):
        yield _joined(index, topics[first:last], counts)


def shared_matches(
    index: BlockIndex, queries: Mapping[str, str], limit: int = KEPT_POSTINGS
) -> Callable[[], Iterable[Matches]]:
    """The matches of all topics for several sweeps: kept after the first one where they are not too many."""
    kept: list[Matches] = []
    complete = False

    def matches() -> Iterator[Matches]:
        nonlocal complete
        if complete:
            yield from kept
            return
        size = 0
        kept.clear()
        for part in topic_matches(index, queries):
            size += len(part.blocks)
            if size <= limit:
                kept.append(part)
            yield part
        complete = size <= limit

    return matches


def _batches(sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Ranges of topics that have about as many postings as may be looked at together."""
    first = size = 0
    for place, own in enumerate(sizes, start=1):
        size += own
        if size >= POSTINGS_AT_ONCE or place == len(sizes):
            yield first, place
            first, size = place, 0


def _joined(index: BlockIndex, topics: Sequence[Counter[str]], counts: Mapping[str, int]) -> Matches:
    terms = list(dict.fromkeys(term for topic in topics for term in topic))
    places = {term: place for place, term in enumerate(terms)}
    found = index.reader.postings(terms, np.array([counts[term] for term in terms], np.int32))
    blocks, frequencies = (
        np.concatenate([np.zeros(0, np.int32), *(part[place] for part in found)]) for place in (0, 1)
    )
    return Matches(
        topics=np.cumsum([0, *map(len, topics)]),
        rows=np.array([places[term] for topic in topics for term in topic], np.int64),
        boosts=np.array([boost for topic in topics for boost in topic.values()], np.float32),
        bounds=np.cumsum([0, *(len(part.blocks) for part in found)]),
        blocks=blocks,
        frequencies=frequencies,
        documents=kernels.documents_of(blocks, index.documents.first_blocks),
    )
