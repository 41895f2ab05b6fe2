"""Corpora whose gold is text: CleanEval, CleanPortalEval, and folders of pages beside folders of texts.

The text is aligned to the blocks of the page; how much of it the blocks account for is measured.
"""

from __future__ import annotations

import re
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
_SAYS_ITS_URL = re.compile(rb"<(?:link\b[^<>]*\bcanonical\b|meta\b[^<>]*\bog:url\b)[^<>]*>", re.I)
_URL = re.compile(rb"""\b(?:href|content)\s*=\s*["']?(https?://[^"'\s<>]+)""", re.I)


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


def declared_url(html: bytes) -> str | None:
    """The URL that a page gives as its own, by LINK REL=CANONICAL or og:url: so its site is known."""
    found = (_URL.search(element[0]) for element in _SAYS_ITS_URL.finditer(html))
    return next((url[1].decode("utf-8", "replace") for url in found if url), None)


def read_pairs(folder: Path) -> Iterator[LabelledPage]:
    """The pages of `html/` with their texts in `gold/`, by file name."""
    for file in sorted((folder / "html").iterdir()):
        gold = folder / "gold" / f"{file.stem}.txt"
        if gold.is_file():
            html = file.read_bytes()
            yield labelled(Page(file.stem, html, declared_url(html)), read_text(gold.read_bytes()))
