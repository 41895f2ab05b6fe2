"""The densitometric classifier: text density and link density of the previous, current and next block."""

from __future__ import annotations

import numpy as np

from bpsearch.cleaners.citations import WSDM_2010
from bpsearch.cleaners.neighbours import before_and_after
from bpsearch.cleaners.records import Array, CleanerInput, verdict_cleaner
from bpsearch.cleaners.registry import register


def density_links(item: CleanerInput) -> Array:
    """Algorithm 1 of seed 001."""
    density, links = item.columns["density"], item.columns["links"]
    previous, following = before_and_after(density)
    links_before, _ = before_and_after(links)
    after_text = np.where(density <= 9, (following > 10) | (previous > 4), following > 0)
    return (links <= 0.333333) & np.where(links_before <= 0.555556, after_text, following > 11)


DENSITY_LINKS = register(
    verdict_cleaner(
        "density-links",
        f"{WSDM_2010}, Algorithm 1",
        "a decision tree over text density and link density of a block and its neighbours",
        density_links,
    )
)
