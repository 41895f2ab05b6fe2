"""A sweep: the same topics over a sliding minimum of one column, every threshold ranked exactly.

The postings of a term are read once; joined with the block table they say at which thresholds each occurrence
survives, and `document_scoring` ranks all thresholds from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bpsearch.compiled import in_background
from bpsearch.index.block_index import BlockIndex
from bpsearch.retrieval.document_scoring import Rankings, rank_levels
from bpsearch.retrieval.filters import Filter
from bpsearch.retrieval.levels import MOST_LEVELS, Survival, levels_of_column
from bpsearch.retrieval.matches import Matches, topic_matches
from bpsearch.retrieval.similarities import Similarity

Array = NDArray[Any]
LENGTHS_AT_ONCE = 1 << 28  # length bytes: documents times thresholds that are swept together


def sweep_column(
    index: BlockIndex,
    queries: Mapping[str, str],
    column: str,
    thresholds: Sequence[float],
    similarity: Similarity,
    hits: int = 10,
    where: Filter | None = None,
    matches: Callable[[], Iterable[Matches]] | None = None,
    tie_order: Array | None = None,
) -> Rankings:
    """Rank all topics at every threshold t of `column >= t`, among blocks that satisfy `where`.

    The thresholds must ascend. `matches` lets several sweeps of the same topics share where their terms occur.
    Documents with equal scores come in `tie_order`; index order, as in Lucene, if there is none.
    """
    together = min(max(1, LENGTHS_AT_ONCE // max(len(index.documents), 1)), MOST_LEVELS)
    parts = []
    for start in range(0, len(thresholds), together):
        own = np.asarray(thresholds[start : start + together])
        levels = in_background(partial(levels_of_column, index, column, own, where))  # while postings are read
        found = matches() if matches else topic_matches(index, queries)
        parts.append(rank_levels(levels, found, len(queries), similarity, hits, tie_order))
    return joined(parts)


def joined(parts: Sequence[Rankings]) -> Rankings:
    """Rankings of some thresholds after those of others."""
    if len(parts) == 1:
        return parts[0]
    survival = Survival(*(np.concatenate(counts) for counts in zip(*(part.survival for part in parts), strict=True)))
    documents, scores = (np.concatenate([part[place] for part in parts]) for place in (0, 1))
    return Rankings(documents, scores, survival)
