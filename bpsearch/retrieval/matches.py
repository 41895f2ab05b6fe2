"""Where the terms of topics occur: postings joined with documents, once for all columns that are swept.

A row is a term of a topic, a pair is a topic and a document that has any of its terms, an entry is what a row and a
document have in common, an occurrence is a posting. Pairs are in the order of topics and documents; their entries, and
the occurrences of these, follow in the same order, so that each level is a range of the one below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.index.block_index import BlockIndex
from bpsearch.lucene.reader import Postings

Array = NDArray[Any]
Topic = list[tuple[float, Postings]]  # for each of its terms how often it has it, and the postings
POSTINGS_AT_ONCE = 1_000_000  # how many are looked at together: bounds the memory
KEPT_POSTINGS = 8_000_000  # as many as several sweeps share: about 250 MB


class Matches(NamedTuple):
    """The matches of some consecutive topics."""

    first: int  # the number of the first topic
    topics: int
    boosts: NDArray[np.float32]  # of each row
    row_blocks: Array  # the block of each occurrence, row after row
    row_frequencies: Array
    row_bounds: Array  # where the occurrences of each row begin and end
    order: Array  # these, in the order of pairs
    frequencies: Array  # in the order of pairs
    occurrences: Array  # where the occurrences of each entry begin and end
    rows: Array  # of each entry
    documents: Array  # of each entry
    entries: Array  # where the entries of each pair begin and end
    topic_of_pair: Array


def topic_matches(
    index: BlockIndex, queries: Mapping[str, str], read: Callable[[Sequence[str]], list[Postings]] | None = None
) -> Iterator[Matches]:
    """The matches of all topics, so many together that memory stays bounded."""
    topics = [Counter(index.terms(query)) for query in queries.values()]
    terms = list(dict.fromkeys(term for topic in topics for term in topic))
    counts = dict(zip(terms, index.reader.document_frequencies(terms).tolist(), strict=True))
    kept: dict[str, Postings] = {}
    for first, last in _batches([sum(counts[term] for term in topic) for topic in topics]):
        wanted = dict.fromkeys(term for topic in topics[first:last] for term in topic)
        missing = [term for term in wanted if term not in kept]
        found = dict(zip(missing, (read or index.postings)(missing), strict=True))
        kept = {term: kept[term] if term in kept else found[term] for term in wanted}
        batch = [[(float(boost), kept[term]) for term, boost in topic.items()] for topic in topics[first:last]]
        yield _joined(index, first, batch)


def shared_matches(
    index: BlockIndex,
    queries: Mapping[str, str],
    read: Callable[[Sequence[str]], list[Postings]] | None = None,
    limit: int = KEPT_POSTINGS,
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
        for part in topic_matches(index, queries, read):
            size += len(part.order)
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


def _joined(index: BlockIndex, first: int, topics: Sequence[Topic]) -> Matches:
    parts = [(topic, boost, found) for topic, terms in enumerate(topics) for boost, found in terms]
    sizes = np.array([len(found.blocks) for _, _, found in parts], np.int64)
    blocks = np.concatenate([np.zeros(0, np.int32), *(found.blocks for *_, found in parts)])
    frequencies = np.concatenate([np.zeros(0, np.int32), *(found.frequencies for *_, found in parts)])
    if frequencies.sum(dtype=np.int64) > np.iinfo(np.int32).max:
        frequencies = frequencies.astype(np.int64)  # they are added up over all of them
    rows = np.arange(len(parts)).repeat(sizes)
    documents = index.documents.of_blocks(blocks)
    begins = np.ones(len(blocks), np.bool_)
    begins[1:] = (documents[1:] != documents[:-1]) | (rows[1:] != rows[:-1])
    starts = np.flatnonzero(begins)
    keys = np.array([topic for topic, _, _ in parts], np.int64)[rows[starts]] * max(len(index.documents), 1)
    keys += documents[starts]
    by_pair = keys.argsort(kind="stable")  # merges rows that are in order already
    order, occurrences = ranges(np.append(starts, len(blocks)), by_pair)
    keys = keys[by_pair]
    new_pair = np.flatnonzero(np.diff(keys, prepend=-1))
    return Matches(
        first=first,
        topics=len(topics),
        boosts=np.array([boost for _, boost, _ in parts], np.float32),
        row_blocks=blocks,
        row_frequencies=frequencies,
        row_bounds=np.append(0, np.cumsum(sizes)),
        order=order,
        frequencies=frequencies[order],
        occurrences=occurrences,
        rows=rows[starts][by_pair],
        documents=documents[starts][by_pair],
        entries=np.append(new_pair, len(keys)),
        topic_of_pair=keys[new_pair] // max(len(index.documents), 1),
    )


def ranges(bounds: Array, chosen: Array) -> tuple[Array, Array]:
    """The members of the chosen ranges, one range after another, and the bounds of these."""
    begins = bounds[chosen]
    sizes = bounds[chosen + 1] - begins
    ends = np.append(0, sizes.cumsum())
    return np.arange(ends[-1]) + (begins - ends[:-1]).repeat(sizes), ends
