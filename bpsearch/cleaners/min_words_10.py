"""A single rule of seed 001: blocks of at least 10 words."""

from __future__ import annotations

from bpsearch.cleaners.citations import WSDM_2010
from bpsearch.cleaners.records import verdict_cleaner
from bpsearch.cleaners.registry import register

register(
    verdict_cleaner(
        "min-words-10",
        f"{WSDM_2010}, section 4.3.2",
        "blocks of at least 10 words",
        lambda item: item.columns["words"] >= 10,
    )
)
