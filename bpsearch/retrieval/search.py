"""Searching an index: what `bpsearch.open` gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bpsearch.errors import BpsearchError
from bpsearch.index.block_index import BlockIndex
from bpsearch.index.table import LENGTH
from bpsearch.retrieval.block_scoring import rank_topics_by_block
from bpsearch.retrieval.document_scoring import Ranking, rank_topics
from bpsearch.retrieval.filters import Filter, chunks, parse_filter
from bpsearch.retrieval.runs import Hit
from bpsearch.retrieval.similarities import Similarity, make_similarity
from bpsearch.retrieval.topics import Topic, read_topics

Scorer = Callable[[BlockIndex, Mapping[str, str], Filter, Similarity, int], Iterator[tuple[str, Ranking]]]
SCORINGS: dict[str, Scorer] = {"document": rank_topics, "block": rank_topics_by_block}
Topics = str | Path | Iterable[Topic] | Mapping[str, str]


class Count(NamedTuple):
    """What a filter leaves of an index."""

    documents: int  # with at least one token left
    blocks: int
    tokens: int


class Index(BlockIndex):
    """A block index that can be searched."""

    def search(
        self,
        topics: Topics,
        *,
        where: str | None = None,
        hits: int = 1000,
        similarity: str | Similarity = "bm25",
        scoring: str = "document",
    ) -> dict[str, list[Hit]]:
        """Rank documents for each topic, looking only at the blocks that survive the filter `where`.

        `topics` is a file, topics, or a mapping from ids to queries.
        """
        return dict(self.rankings(topics, where=where, hits=hits, similarity=similarity, scoring=scoring))

    def rankings(
        self,
        topics: Topics,
        *,
        where: str | None = None,
        hits: int = 1000,
        similarity: str | Similarity = "bm25",
        scoring: str = "document",
    ) -> Iterator[tuple[str, list[Hit]]]:
        """As `search`, topic by topic."""
        if scoring not in SCORINGS:
            raise BpsearchError(f"unknown scoring {scoring!r}; known: {', '.join(SCORINGS)}")
        if hits < 1:
            raise BpsearchError(f"{hits} hits: at least one is needed")
        asked = parse_filter(where, self.block_table)
        asked.check(self.block_table)
        chosen = make_similarity(similarity) if isinstance(similarity, str) else similarity
        most = max(min(hits, len(self.documents)), 1)  # room is made for so many
        for topic, ranking in SCORINGS[scoring](self, queries_of(topics), asked, chosen, most):
            yield topic, self.hits(ranking)

    def hits(self, ranking: Ranking) -> list[Hit]:
        """A ranking with docnos."""
        pairs = zip(ranking.documents.tolist(), ranking.scores.tolist(), strict=True)
        return [Hit(self.documents[document], score) for document, score in pairs]

    def count(self, where: str | None = None) -> Count:
        """How many documents, blocks and analysed tokens a filter leaves."""
        asked = parse_filter(where, self.block_table)
        asked.check(self.block_table)
        first = self.documents.first_blocks
        documents = blocks = tokens = 0
        for start, end in chunks(first):
            low, high = int(first[start]), int(first[end])
            mask = asked.mask(self.block_table, low, high)
            lengths = self.block_table[LENGTH].read(low, high) * mask
            totals = np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))
            documents += int(np.count_nonzero(np.diff(totals[np.asarray(first[start : end + 1], np.int64) - low])))
            blocks += int(np.count_nonzero(mask))
            tokens += int(totals[-1])
        return Count(documents, blocks, tokens)


def queries_of(topics: Topics, fields: tuple[str, ...] = ("title",)) -> dict[str, str]:
    """Topic ids and their query texts."""
    if isinstance(topics, Mapping):
        return {str(topic): query for topic, query in topics.items()}
    listed = read_topics(topics) if isinstance(topics, str | Path) else topics
    return {topic.id: topic.query(fields) for topic in listed}
