"""Block-level scoring: Lucene's own ranking of blocks under a filter, folded into documents by their best block.

Statistics are those of all blocks, as when Lucene applies a range filter. Every block that has a query term is
scored, so the best documents are exact however many blocks each of them has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from bpsearch.index.block_index import BlockIndex
from bpsearch.index.table import LENGTH
from bpsearch.lucene.lengths import encode_length
from bpsearch.lucene.reader import Postings
from bpsearch.retrieval.document_scoring import Ranking, best, term_postings
from bpsearch.retrieval.filters import Filter
from bpsearch.retrieval.similarities import Collection, Similarity, TermCounts


def rank_blocks(
    index: BlockIndex,
    postings: Sequence[Postings],
    boosts: Sequence[float],
    collection: Collection,
    where: Filter,
    similarity: Similarity,
) -> Ranking:
    """Score all surviving blocks that have any of the terms, in block order."""
    norms = similarity.norms(collection)
    blocks = np.unique(np.concatenate([part.blocks for part in postings])) if postings else np.zeros(0, np.int64)
    totals = np.zeros(len(blocks))
    for part, boost in zip(postings, boosts, strict=True):
        counts = TermCounts(np.int64(len(part.blocks)), part.frequencies.sum(dtype=np.int64), boost)  # type: ignore[arg-type]
        codes = encode_length(index.block_table[LENGTH].at(part.blocks))
        scores = similarity.score(part.frequencies, similarity.weight(collection, counts), norms[codes], boost)
        totals[np.searchsorted(blocks, part.blocks)] += scores
    kept = where.mask_at(index.block_table, blocks)
    return Ranking(blocks[kept], totals[kept].astype(np.float32))


def rank_topics_by_block(
    index: BlockIndex, queries: Mapping[str, str], where: Filter, similarity: Similarity, hits: int
) -> Iterator[tuple[str, Ranking]]:
    """The ranking of each query, by its id, in order: documents with the score of their best block."""
    lengths = index.block_table[LENGTH].read()
    collection = Collection(np.int64(np.count_nonzero(lengths)), lengths.sum(dtype=np.int64))  # type: ignore[arg-type]
    for topic, terms, postings in term_postings(index, queries):
        ranked = rank_blocks(index, postings, list(terms.values()), collection, where, similarity)
        documents = index.documents.of_blocks(ranked.documents)
        if len(documents):
            starts = np.flatnonzero(np.diff(documents, prepend=-1))
            documents, scores = documents[starts], np.maximum.reduceat(ranked.scores, starts)
            yield topic, best(documents, scores, hits)
        else:
            yield topic, Ranking(documents, ranked.scores)
