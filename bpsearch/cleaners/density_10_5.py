"""A single rule of seed 001: blocks with a text density of at least 10.5."""

from __future__ import annotations

from bpsearch.cleaners.citations import WSDM_2010
from bpsearch.cleaners.records import verdict_cleaner
from bpsearch.cleaners.registry import register

register(
    verdict_cleaner(
        "density-10.5",
        f"{WSDM_2010}, Table 2 (1R)",
        "blocks with a text density of at least 10.5",
        lambda item: item.columns["density"] >= 10.5,
    )
)
