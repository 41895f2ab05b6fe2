"""Corpora whose gold is text: CleanEval, CleanPortalEval, and folders of pages beside folders of texts.

The text is aligned to the blocks of the page; how much of it the blocks account for is measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from bpsearch.cleaners.alignment import align
from bpsearch.cleaners.extraction import kept
from bpsearch.cleaners.labelling import prepare
from bpsearch.labelled.cleaneval import read_cleaneval, read_text, words
from bpsearch.labelled.records import FULL_TEXT, LabelledPage
from bpsearch.page.records import Page

_MARKERS = frozenset(("<h>", "<p>", "<l>"))


def plain(gold: str) -> str:
    """A gold text without its URL and the marks of its segments."""
    return " ".join(word for word in words(gold) if word.lower() not in _MARKERS)


def labelled(page: Page, gold: str) -> LabelledPage:
    """A page with the class of each block, from the text that a person would keep of it."""
    item = prepare(page)
    alignment = align(item.blocks.texts, plain(gold), item.blocks.title)
    content = kept(item, alignment) if len(item.blocks) else np.zeros(0, np.bool_)
    return LabelledPage(item, (content * FULL_TEXT).astype(np.int8), gold, alignment.share)


def read_cleaneval_pages(folder: Path) -> Iterator[LabelledPage]:
    """The pages of `input/` with their texts in `GoldStandard/`."""
    for entry in read_cleaneval(folder):
        yield labelled(entry.page, entry.gold)


def read_pairs(folder: Path) -> Iterator[LabelledPage]:
    """The pages of `html/` with their texts in `gold/`, by file name."""
    for file in sorted((folder / "html").iterdir()):
        gold = folder / "gold" / f"{file.stem}.txt"
        if gold.is_file():
            yield labelled(Page(file.stem, file.read_bytes()), read_text(gold.read_bytes()))
