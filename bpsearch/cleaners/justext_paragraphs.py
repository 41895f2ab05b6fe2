"""A page as jusText sees it: its paragraphs, the tags between them, and which of our blocks they hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from bpsearch.cleaners.alignment import align
from bpsearch.cleaners.extraction import visible_html
from bpsearch.cleaners.records import Array, CleanerInput
from bpsearch.errors import BpsearchError
from bpsearch.page import Span

DEFAULT_LANGUAGE = "English"
_NUMBER = re.compile(r"\d+")
DEFAULTS: Mapping[str, float] = {}  # as the package has them
# What the authors of seed 002 must have used: their outputs keep all lone paragraphs from 110 characters on (the
# package: 200), with up to 0.37 of their characters in links (0.2) and a fifth of function words (0.32).
LENIENT: Mapping[str, float] = {
    "length_high": 110,
    "max_link_density": 0.37,
    "stopwords_low": 0.20,
    "stopwords_high": 0.22,
}


@dataclass(frozen=True)
class JustextPage:
    """The paragraphs of a page in order, and its tags: paragraph i has its text between tags `spans[i]`."""

    paragraphs: list[Any]
    tags: list[str]
    spans: list[Span]


def read_page(item: CleanerInput) -> JustextPage:
    """A page parsed by jusText's own parser and paragraph maker; `classify` changes the paragraphs."""
    return item.once("jusText's paragraphs", _parsed)


def paragraphs_of_blocks(item: CleanerInput) -> Array:
    """For each block the number of the paragraph that it is in, -1 where jusText does not have it.

    A block without letters or digits is in the paragraph of the blocks before and after it, if that is the same.
    """
    return item.once("jusText's paragraphs of blocks", _mapped)


def _parsed(item: CleanerInput) -> JustextPage:
    from justext import core
    from lxml.etree import ParserError
    from lxml.sax import saxify

    if not len(item.blocks):
        return JustextPage([], [], [])
    maker = _tag_recorder()()
    try:
        saxify(core.preprocessor(core.html_to_dom(visible_html(item))), maker)
    except ParserError:  # nothing but markup
        return JustextPage([], [], [])
    return JustextPage(maker.paragraphs, maker.tags, maker.spans)


def classify(paragraphs: list[Any], language: str, settings: Mapping[str, float]) -> None:
    """Give paragraphs their context-free class (`cf_class`) and their final one (`class_type`)."""
    from justext import core

    for paragraph in paragraphs:  # an earlier class would be looked at
        paragraph.class_type = ""
    core.classify_paragraphs(paragraphs, stoplist(language), **settings)
    core.revise_paragraph_classification(paragraphs)


@cache
def stoplist(language: str) -> frozenset[str]:
    """The function words of a language, from jusText's lists."""
    import justext

    known = sorted(justext.get_stoplists())
    if language not in known:
        raise BpsearchError(f"jusText has no stoplist for {language!r}; it has: {', '.join(known)}")
    return frozenset(justext.get_stoplist(language))


def _mapped(item: CleanerInput) -> Array:
    texts = [paragraph.text for paragraph in read_page(item).paragraphs]
    alignment = align(item.blocks.texts, "\n".join(texts), item.blocks.title)
    ends = np.cumsum([sum(map(str.isalnum, text)) for text in texts], dtype=np.int64)
    places = np.array(alignment.places, np.int64)
    numbers = np.where(places >= 0, np.searchsorted(ends, places, "right"), -1)
    known = np.flatnonzero((places >= 0) | (item.columns["words"] > 0))
    if len(known):
        every = np.arange(len(numbers))
        before = known[np.maximum(np.searchsorted(known, every, "right") - 1, 0)]
        after = known[np.minimum(np.searchsorted(known, every), len(known) - 1)]
        numbers = np.where(numbers[before] == numbers[after], numbers[before], numbers)
    return numbers


@cache
def _tag_recorder() -> Any:
    from justext.core import ParagraphMaker

    class TagRecorder(ParagraphMaker):  # type: ignore[misc]
        """Makes paragraphs as jusText does and notes the tags on the way."""

        def __init__(self) -> None:
            self.tags: list[str] = []
            self.spans: list[Span] = []
            self.first, self.last = -1, -1  # tags before the first and before the last text of a paragraph
            super().__init__()

        def _start_new_pragraph(self) -> None:
            count = len(self.paragraphs)
            super()._start_new_pragraph()
            if len(self.paragraphs) > count:
                self.spans.append((self.first, self.last))
            self.first = -1

        def startElementNS(self, name: tuple[str | None, str], qname: str, attrs: Any) -> None:
            super().startElementNS(name, qname, attrs)
            self.tags.append(_tag(name[1], attrs))

        def endElementNS(self, name: tuple[str | None, str], qname: str) -> None:
            super().endElementNS(name, qname)
            self.tags.append(f"</{name[1]}>")

        def characters(self, content: str) -> None:
            if not content.isspace():
                self.last = len(self.tags)
                self.first = self.last if self.first < 0 else self.first
            super().characters(content)

    return TagRecorder


def _tag(name: str, attributes: Any) -> str:
    """A start tag with what tells elements apart on the pages of a site: its id and classes, # for numbers."""
    marks = "".join(
        f' {key}="{_NUMBER.sub("#", " ".join(value.split()))}"'
        for key in ("id", "class")
        if (value := attributes.get((None, key), ""))
    )
    return f"<{name}{marks}>"
