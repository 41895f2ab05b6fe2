"""Block-level scoring: Lucene's own ranking of blocks under a filter, folded into documents by their best block.

Statistics are those of all blocks, as when Lucene applies a range filter. Every block that has a query term is
scored, so the best documents are exact however many blocks each of them has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bpsearch.index.block_index import BlockIndex
from bpsearch.index.table import LENGTH
from bpsearch.lucene.lengths import encode_length
from bpsearch.retrieval import kernels
from bpsearch.retrieval.document_scoring import Ranking
from bpsearch.retrieval.filters import Filter
from bpsearch.retrieval.matches import Matches, topic_matches
from bpsearch.retrieval.similarities import Collection, Similarity, TermCounts

Array = NDArray[Any]


def rank_topics_by_block(
    index: BlockIndex, queries: Mapping[str, str], where: Filter, similarity: Similarity, hits: int
) -> Iterator[tuple[str, Ranking]]:
    """The ranking of each query, by its id, in order: documents with the score of their best block."""
    lengths = index.block_table[LENGTH].read()
    collection = Collection(np.int64(np.count_nonzero(lengths)), lengths.sum(dtype=np.int64))  # type: ignore[arg-type]
    topics = iter(queries)
    for part in topic_matches(index, queries):
        for low, high in pairwise(part.topics.tolist()):
            blocks, scores = _score_blocks(part, low, high, lengths, collection, similarity)
            kept = where.mask_at(index.block_table, blocks)
            yield next(topics), _folded(index, blocks[kept], scores[kept], hits)


def _score_blocks(
    matches: Matches, low: int, high: int, lengths: Array, collection: Collection, similarity: Similarity
) -> tuple[Array, NDArray[np.float32]]:
    """All blocks that have any of the terms of rows low to high-1, in order, and their scores."""
    norms = np.ascontiguousarray(similarity.norms(collection))
    postings = [slice(*matches.bounds[row : row + 2]) for row in matches.rows[low:high]]
    blocks = np.unique(np.concatenate([np.zeros(0, np.int32), *(matches.blocks[part] for part in postings)]))
    totals = np.zeros(len(blocks))  # Lucene adds the terms' floats as doubles
    for part, boost in zip(postings, matches.boosts[low:high], strict=True):
        own, frequencies = matches.blocks[part], matches.frequencies[part]
        counts = TermCounts(np.int64(len(own)), frequencies.sum(dtype=np.int64), boost)  # type: ignore[arg-type]
        weight = similarity.weight(collection, counts)[()]
        found = kernels.scores_of(similarity.formula, frequencies, weight, norms[encode_length(lengths[own])], boost)
        totals[np.searchsorted(blocks, own)] += found
    return blocks, totals.astype(np.float32)


def _folded(index: BlockIndex, blocks: Array, scores: NDArray[np.float32], hits: int) -> Ranking:
    """The documents with the best blocks; index order decides between equal scores."""
    documents = index.documents.of_blocks(blocks)
    starts = np.flatnonzero(np.diff(documents, prepend=-1))
    scores = np.maximum.reduceat(scores, starts) if len(starts) else scores
    order = np.argsort(-scores, kind="stable")[:hits]
    return Ranking(documents[starts][order], scores[order])
