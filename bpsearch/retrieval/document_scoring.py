"""Exact document-level scoring: rankings and scores of a plain Lucene index of each document's surviving text.

Two passes, because a filter has its own statistics: first count what it leaves (documents, tokens, and for each
term the documents and occurrences), then score. All counts are sums, so both passes also work shard by shard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.index.block_index import BlockIndex
from bpsearch.index.table import LENGTH
from bpsearch.lucene.lengths import encode_length
from bpsearch.lucene.reader import Postings
from bpsearch.retrieval.filters import Filter, chunks
from bpsearch.retrieval.similarities import Collection, Similarity, TermCounts

Ints = NDArray[Any]


class Ranking(NamedTuple):
    """Documents by their place in the index, best first, with their scores (float32)."""

    documents: Ints
    scores: NDArray[np.float32]


class Surviving(NamedTuple):
    """What a filter leaves of an index: the length byte of each document, and the totals."""

    length_codes: NDArray[np.uint8]
    collection: Collection


class TermDocuments(NamedTuple):
    """What a filter leaves of a term: documents in ascending order, and how often it occurs in each."""

    documents: Ints
    frequencies: Ints


def surviving(index: BlockIndex, where: Filter) -> Surviving:
    """Count what a filter leaves: N_F, the tokens, and every document's length."""
    first = index.documents.first_blocks
    codes = np.zeros(len(index.documents), np.uint8)
    documents = tokens = 0
    for start, end in chunks(first):
        low, high = int(first[start]), int(first[end])
        kept = where.mask(index.block_table, low, high) * index.block_table[LENGTH].read(low, high)
        totals = np.concatenate(([0], np.cumsum(kept, dtype=np.int64)))
        lengths = np.diff(totals[np.asarray(first[start : end + 1], np.int64) - low])
        codes[start:end] = encode_length(lengths)
        documents += int(np.count_nonzero(lengths))
        tokens += int(totals[-1])
    return Surviving(codes, Collection(np.int64(documents), np.int64(tokens)))  # type: ignore[arg-type]


def term_documents(index: BlockIndex, where: Filter, postings: Postings) -> TermDocuments:
    """Fold the surviving postings of a term into documents."""
    kept = where.mask_at(index.block_table, postings.blocks)
    documents = index.documents.of_blocks(postings.blocks[kept])
    frequencies = postings.frequencies[kept]
    if not len(documents):
        return TermDocuments(documents, frequencies)
    starts = np.flatnonzero(np.diff(documents, prepend=-1))
    return TermDocuments(documents[starts], np.add.reduceat(frequencies, starts))


def rank(
    found: Sequence[TermDocuments], boosts: Sequence[float], left: Surviving, similarity: Similarity, hits: int
) -> Ranking:
    """Score the documents that have any of the terms; ties in index order, as Lucene breaks them."""
    norms = similarity.norms(left.collection)
    documents = np.unique(np.concatenate([term.documents for term in found])) if found else np.zeros(0, np.int64)
    totals = np.zeros(len(documents))  # Lucene adds the terms' floats as doubles
    for term, boost in zip(found, boosts, strict=True):
        counts = TermCounts(np.int64(len(term.documents)), term.frequencies.sum(dtype=np.int64), boost)  # type: ignore[arg-type]
        weight = similarity.weight(left.collection, counts)
        scores = similarity.score(term.frequencies, weight, norms[left.length_codes[term.documents]], boost)
        totals[np.searchsorted(documents, term.documents)] += scores
    return best(documents, totals.astype(np.float32), hits)


def best(documents: Ints, scores: NDArray[np.float32], hits: int) -> Ranking:
    """The best documents; `documents` are in index order, which decides between equal scores."""
    if len(documents) > hits:
        least = np.partition(scores, len(scores) - hits)[len(scores) - hits]
        chosen = np.flatnonzero(scores >= least)
        documents, scores = documents[chosen], scores[chosen]
    order = np.argsort(-scores, kind="stable")[:hits]
    return Ranking(documents[order], scores[order])


def rank_topics(
    index: BlockIndex, queries: Mapping[str, str], where: Filter, similarity: Similarity, hits: int
) -> Iterator[tuple[str, Ranking]]:
    """The ranking of each query, by its id, in order; each term's postings are read once."""
    left = surviving(index, where)
    for topic, terms, postings in term_postings(index, queries):
        found = [term_documents(index, where, part) for part in postings]
        yield topic, rank(found, list(terms.values()), left, similarity, hits)


def term_postings(index: BlockIndex, queries: Mapping[str, str]) -> Iterator[tuple[str, Counter[str], list[Postings]]]:
    """For each query its terms, how often it has them, and their postings.

    Postings that a later query needs too are kept until then, the others are not.
    """
    terms = {topic: Counter(index.terms(query)) for topic, query in queries.items()}
    uses = Counter(term for counted in terms.values() for term in counted)
    kept: dict[str, Postings] = {}
    for topic, counted in terms.items():
        missing = [term for term in counted if term not in kept]
        kept |= dict(zip(missing, index.postings(missing), strict=True))
        yield topic, counted, [kept[term] for term in counted]
        for term in counted:
            uses[term] -= 1
            if not uses[term]:
                del kept[term]
