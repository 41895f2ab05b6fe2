"""The classifier by number of words: words and link density of the previous, current and next block."""

from __future__ import annotations

import numpy as np

from bpsearch.cleaners.citations import WSDM_2010
from bpsearch.cleaners.neighbours import before_and_after
from bpsearch.cleaners.records import Array, CleanerInput, verdict_cleaner
from bpsearch.cleaners.registry import register


def words_links(item: CleanerInput) -> Array:
    """Algorithm 2 of seed 001."""
    words, links = item.columns["words"], item.columns["links"]
    previous, following = before_and_after(words)
    links_before, _ = before_and_after(links)
    after_text = (words > 16) | (following > 15) | (previous > 4)
    after_links = (words > 40) | (following > 17)
    return (links <= 0.333333) & np.where(links_before <= 0.555556, after_text, after_links)


WORDS_LINKS = register(
    verdict_cleaner(
        "words-links",
        f"{WSDM_2010}, Algorithm 2",
        "a decision tree over number of words and link density of a block and its neighbours",
        words_links,
    )
)
