"""Where pages come from: HTML files, WARC, TREC web and text, JSON lines, ir_datasets."""

from __future__ import annotations

from bpsearch.collections.collection import Collection
from bpsearch.collections.ledger import Ledger, Skip
from bpsearch.collections.opening import open_collection

__all__ = ["Collection", "Ledger", "Skip", "open_collection"]
