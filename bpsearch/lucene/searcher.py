"""Lucene's own search, for comparison and for document indexes that were exported."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from bpsearch.lucene import fields
from bpsearch.lucene.jvm import java_class
from bpsearch.lucene.reader import IndexReader


class Searcher:
    """An IndexSearcher over a folder, with a similarity of Lucene's."""

    def __init__(self, folder: Path, similarity: Any) -> None:
        self.index = IndexReader(folder)
        self._searcher = java_class("org.apache.lucene.search.IndexSearcher")(self.index.reader.getContext())
        self._searcher.setSimilarity(similarity)
        self._searcher.setQueryCache(None)

    def query(self, terms: Mapping[str, int], conditions: Mapping[str, tuple[float, float]] | None = None) -> Any:
        """A bag of words as Anserini makes it: each distinct term once, boosted by how often it is asked for.

        `conditions` are ranges (from, to) over the numbers of a block index.
        """
        occur = java_class("org.apache.lucene.search.BooleanClause$Occur")
        builder = java_class("org.apache.lucene.search.BooleanQuery$Builder")()
        for term, count in terms.items():
            clause = java_class("org.apache.lucene.search.TermQuery")(
                java_class("org.apache.lucene.index.Term")(fields.CONTENTS, term)
            )
            builder.add(java_class("org.apache.lucene.search.BoostQuery")(clause, float(count)), occur.SHOULD)
        if not conditions:
            return builder.build()
        filtered = java_class("org.apache.lucene.search.BooleanQuery$Builder")()
        filtered.add(builder.build(), occur.MUST)
        for name, (low, high) in conditions.items():
            filtered.add(fields.range_query(name, low, high), occur.FILTER)
        return filtered.build()

    def search(self, query: Any, hits: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Documents (by their place in the index) and float32 scores, best first."""
        found = self.top_docs(query, hits).scoreDocs
        documents = np.array([hit.doc for hit in found], np.int64)
        return documents, np.array([hit.score for hit in found], np.float32)

    def top_docs(self, query: Any, hits: int) -> Any:
        """Lucene's own result, still in the JVM."""
        return self._searcher.search(query, hits)

    def close(self) -> None:
        """Let go of the index's files."""
        self.index.close()
