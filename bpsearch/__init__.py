"""bpsearch: which text of a page should my index see?

One block index, every threshold, every cleaner: documents ranked exactly as if only the surviving blocks
of their pages had been indexed.

    import bpsearch
    index = bpsearch.open("indexes/demo")
    run = index.search("qrels/demo.topics.txt", where="words >= 11")
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bpsearch.retrieval.search import Index

__version__ = "0.1.0"


def open(folder: str | Path) -> Index:
    """Open a block index: `search`, `count`, `block_table`, `documents`, `add_column`."""
    from bpsearch.retrieval.search import Index

    return Index(folder)
