"""How much of the gold text a cleaner leaves: F1 over bags of tokens, page by page (seed 001, section 4.3.2)."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from bpsearch.cleaners.records import KEEP, Verdict
from bpsearch.labelled.gold_text import plain
from bpsearch.labelled.records import LabelledPage

_TOKEN = re.compile(r"\w+|[^\w\s]+")


class TokenBags:
    """The tokens of a page's blocks and of its gold text as numbers, so that any verdict is measured fast."""

    def __init__(self, page: LabelledPage) -> None:
        numbers: dict[str, int] = {}

        def numbered(text: str) -> list[int]:
            return [numbers.setdefault(token, len(numbers)) for token in _TOKEN.findall(text)]

        blocks = [numbered(text) for text in page.item.blocks.texts]
        gold = numbered(plain(page.gold))
        self._tokens = np.array([token for block in blocks for token in block], np.int64)
        self._owners = np.repeat(np.arange(len(blocks)), [len(block) for block in blocks])
        self._gold = _counts(np.array(gold, np.int64), len(numbers))

    def f1(self, verdict: Verdict) -> float:
        """Token F1 of the kept blocks; 1 where nothing is gold and nothing is kept."""
        kept = self._tokens[(verdict == KEEP)[self._owners]]
        ours = _counts(kept, len(self._gold))
        both = int(ours.sum() + self._gold.sum())
        return 2 * int(np.minimum(ours, self._gold).sum()) / both if both else 1.0


def _counts(tokens: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    return np.bincount(tokens, minlength=size) if size else np.zeros(0, np.int64)
