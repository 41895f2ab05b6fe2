"""L3S-GN1, the GoogleNews set of seed 001: 621 pages whose text carries the labels of human assessors.

Labels are SPAN elements (now and then other elements) with a class. They are no markup of the page, so they are
taken out before the page is cut into blocks, and found again in a copy where each word is the mark of its label.
"""

from __future__ import annotations

import html as entities
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from bpsearch.cleaners.labelling import prepare
from bpsearch.errors import InputError
from bpsearch.labelled.cleaneval import marked_text
from bpsearch.labelled.records import (
    BOILERPLATE,
    CLASSES,
    COMMENTS,
    FULL_TEXT,
    HEADLINE,
    RELATED,
    SUPPLEMENTAL,
    LabelledPage,
    article,
)
from bpsearch.page.records import Page
from bpsearch.page.segmentation import segment

# By number of label. The Readme has the last two the other way round; Table 1 of seed 001 tells by their shares.
_CLASS_OF_LABEL = (BOILERPLATE, HEADLINE, FULL_TEXT, SUPPLEMENTAL, COMMENTS, RELATED)
_MARKUP = re.compile(
    r"<!--.*?-->|<(?P<raw>script|style|textarea)\b.*?</(?P=raw)\s*>"
    r"|<(?P<end>/?)(?P<name>[a-z][^\s/>]*)(?P<attributes>(?:\"[^\"]*\"|'[^']*'|[^>\"'])*)>",
    re.S | re.I,
)
_LABEL = re.compile(r"\bx-nc-sel([0-5])")
_ADDED_STYLE = re.compile(r"<style[^>]*>[^<]*\.x-nc-[^<]*</style>", re.I)
_WORD = re.compile(r"\S+")
_FIRST_MARK = 0xE000  # private use: one character per class


def read_l3s(folder: Path) -> Iterator[LabelledPage]:
    """The pages of `annotated/`, without their labels, and the class of each block."""
    urls = _urls(folder / "url-mapping.txt")
    for file in sorted((folder / "annotated").glob("*.html")):
        source = _ADDED_STYLE.sub("", file.read_bytes().decode("utf-8", "replace"))
        html, marked = _without_labels(source)
        item = prepare(Page(file.stem, html.encode(), urls.get(file.stem), "utf-8"))
        marks = segment(marked).texts
        if len(marks) != len(item.blocks):
            raise InputError(file, f"labels for {len(marks)} blocks, and {len(item.blocks)} blocks")
        classes = np.array([_class(text) for text in marks], np.int8)
        yield LabelledPage(item, classes, marked_text(item.blocks, article(classes)))


def _class(marks: str) -> int:
    """The class of most words of a block."""
    counts = [marks.count(chr(_FIRST_MARK + number)) for number in range(len(CLASSES))]
    return counts.index(max(counts))


def _without_labels(source: str) -> tuple[str, str]:
    """The page without label elements, and the same with each word replaced by the mark of its label."""
    html: list[str] = []
    marked: list[str] = []
    around: list[tuple[str, int | None]] = []  # the open elements that might have labels: name, class
    position = 0

    def add_text(text: str) -> None:
        html.append(text)
        number = next((number for _, number in reversed(around) if number is not None), BOILERPLATE)
        marked.append(_WORD.sub(chr(_FIRST_MARK + number), entities.unescape(text)))

    for tag in _MARKUP.finditer(source):
        add_text(source[position : tag.start()])
        position = tag.end()
        if not _is_label(tag, around):
            html.append(tag[0])
            marked.append(tag[0])
    add_text(source[position:])
    return "".join(html), "".join(marked)


def _is_label(tag: re.Match[str], around: list[tuple[str, int | None]]) -> bool:
    """Whether a tag is nothing but a label; keeps track of the labels around the place where it stands."""
    name = (tag["name"] or "").lower()
    if not name or name not in _LABELLED:
        return False
    if tag["end"]:
        for place in range(len(around) - 1, -1, -1):
            if around[place][0] == name:
                _, number = around.pop(place)
                return name == "span" and number is not None
        return False
    label = _LABEL.search(tag["attributes"])
    around.append((name, _CLASS_OF_LABEL[int(label[1])] if label else None))
    return name == "span" and label is not None


_LABELLED = frozenset(("a", "div", "dt", "iframe", "label", "legend", "li", "noscript", "p", "span", "ul"))


def _urls(file: Path) -> dict[str, str]:
    """URLs by the UUID that names a page's file."""
    urls = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        uuid, tab, url = line.partition("\t")
        if not tab:
            raise InputError(file, "expected <urn:uuid:…>, a tab and a URL", line=number)
        urls[uuid.strip("<>").removeprefix("urn:uuid:")] = url.strip()
    return urls
