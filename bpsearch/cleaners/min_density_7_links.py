"""A single rule of seed 001: text density at least 7 and link density at most 0.35."""

from __future__ import annotations

from bpsearch.cleaners.citations import WSDM_2010
from bpsearch.cleaners.records import verdict_cleaner
from bpsearch.cleaners.registry import register

register(
    verdict_cleaner(
        "min-density-7-links",
        f"{WSDM_2010}, section 4.3.2 (trained on CleanEval)",
        "text density at least 7 and link density at most 0.35",
        lambda item: (item.columns["density"] >= 7) & (item.columns["links"] <= 0.35),
    )
)
