"""Tools that give text, not blocks: a block is kept when the tool's text has all of it, in its place."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable

import numpy as np

from bpsearch.cleaners.alignment import Alignment, align
from bpsearch.cleaners.records import Array, Cleaner, CleanerInput, verdict_cleaner
from bpsearch.cleaners.registry import register

_UNSEEN = re.compile(r"<(script|style)\b[^<>]*+>.*?(?:</\1\s*>|\Z)|<\?xml[^<>]*+>", re.S | re.I)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")

Extract = Callable[[CleanerInput], str]
EXTRACTORS: dict[str, Extract] = {}


def extractor(name: str, source: str, description: str, package: str, extract: Extract) -> Cleaner:
    """Register a cleaner that keeps the blocks of which the extracted text consists."""
    EXTRACTORS[name] = extract
    logging.getLogger(package).setLevel(logging.CRITICAL)  # failures are counted; complaints help nobody

    def verdict(item: CleanerInput) -> Array:
        if not len(item.blocks):
            return np.zeros(0, np.int8)
        return kept(item, aligned(name, item))

    return register(verdict_cleaner(name, source, description, verdict, package))


def aligned(name: str, item: CleanerInput) -> Alignment:
    """Where the blocks of a page stand in what the extractor of that name makes of it."""
    return align(item.blocks.texts, EXTRACTORS[name](item), item.blocks.title)


def kept(item: CleanerInput, alignment: Alignment) -> Array:
    """The blocks that were found; one without a letter or digit is kept when both its neighbours are."""
    found = np.array(alignment.places) >= 0
    lettered = np.flatnonzero(found | (item.columns["words"] > 0))
    if not len(lettered):
        return found
    after = np.searchsorted(lettered, np.arange(len(found)))
    before = np.maximum(np.searchsorted(lettered, np.arange(len(found)), "right") - 1, 0)
    return found[lettered[np.minimum(after, len(lettered) - 1)]] & found[lettered[before]]


def visible_html(item: CleanerInput) -> str:
    """The page without scripts, styles, XML declaration and control characters, over which some tools stumble."""
    return _CONTROL.sub(" ", _UNSEEN.sub(" ", item.html))
