"""Where pages come from: HTML files, WARC, TREC web and text, JSON lines, ir_datasets.

    ledger = Ledger()
    for page in open_collection("crawl/").pages(ledger):
        ...
    ledger.write("skipped.jsonl")

A format is one file with a `Format` and one line in `registry`.
"""

from __future__ import annotations

from bpsearch.collections.collection import Collection
from bpsearch.collections.ledger import Ledger, Skip
from bpsearch.collections.opening import open_collection

__all__ = ["Collection", "Ledger", "Skip", "open_collection"]
