"""Block scoring is Lucene's own search of the blocks with range filters, folded into documents by best block."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from bpsearch.index.block_index import LUCENE
from bpsearch.lucene.searcher import Searcher
from bpsearch.retrieval.block_scoring import rank_topics_by_block
from bpsearch.retrieval.document_scoring import Ranking
from bpsearch.retrieval.filters import parse_filter
from bpsearch.retrieval.similarities import BM25, ClassicTFIDF, QueryLikelihood
from tests.indexes import assert_same, build, pages_of_blocks, write_pages

HIGHEST = 2**31 - 1
QUERIES = {
    "1": "government security forces",
    "2": "the president said said said",
    "3": "absent xyzzyqwert",
    "4": "home page contact",
    "5": "the of",
}
FILTERS = {
    None: {},
    "words >= 11": {"words": (11, HIGHEST)},
    "density >= 9.5 and links <= 0.25": {"density": (9.5, np.inf), "links": (0, 0.25)},
    "2 <= words <= 5": {"words": (2, 5)},
    "words > 100000": {"words": (100_001, HIGHEST)},
}


def folded(index, searcher, query, conditions, hits):
    """Lucene's ranking of all blocks, of which each document keeps its first."""
    blocks, scores = searcher.search(searcher.query(Counter(index.terms(query)), conditions), index.block_table.blocks)
    documents = index.documents.of_blocks(blocks)
    _, first = np.unique(documents, return_index=True)
    order = first[np.lexsort((documents[first], -scores[first]))][:hits]
    return Ranking(documents[order], scores[order])


@pytest.mark.parametrize("similarity", [BM25(), ClassicTFIDF(), QueryLikelihood()])
@pytest.mark.parametrize("where", FILTERS)
def test_best_blocks_are_lucenes(real_index, where, similarity):
    searcher = Searcher(real_index.folder / LUCENE, similarity.java())
    try:
        for hits in (10, 1000):
            ranked = rank_topics_by_block(real_index, QUERIES, parse_filter(where), similarity, hits)
            for topic, ranking in ranked:
                expected = folded(real_index, searcher, QUERIES[topic], FILTERS[where], hits)
                assert_same(ranking, expected, f"{where}, {similarity}, {topic}")
                assert len(expected.documents) or topic in "35" or where == "words > 100000"
    finally:
        searcher.close()


def test_a_document_with_thousands_of_good_blocks_takes_one_place(tmp_path):
    documents = [["apple bee"] * 3000, ["apple"], ["bee bee apple cat"], ["cat"]]
    index = build(write_pages(tmp_path / "pages.jsonl", pages_of_blocks(documents)), tmp_path / "index")
    hits = index.search({"1": "apple"}, scoring="block", hits=3)["1"]
    assert [hit.docno for hit in hits] == ["p1", "p0", "p2"]
