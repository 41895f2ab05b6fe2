"""The 37 features of seed 003, Table 1, for the stretches of a page between container tags.

A stretch holds one or more of our blocks, which share its features: text that only B or BR interrupts is one piece
to texrex.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.cleaners.records import CleanerInput
from bpsearch.page import Blocks, markup
from bpsearch.page.characters import ALPHANUMERIC, SENTENCE_END, SPACE, UPPER, WORD, bits
from bpsearch.page.tree import KNOWN

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

# Kinds of tags: those of containers open one of eight or close any of them; A counts with HREF only.
_OPENING, _CLOSING, _LINK, _CONTAINER_END, _FIRST_CONTAINER = range(5)
_CONTAINERS = ("article", "blockquote", "div", "h1,h2,h3,h4,h5,h6", "li", "p", "section", "td")  # seed 003, footnote 9
_DOCTYPES = (
    ("DtHtml4", re.compile(r"\bhtml 4", re.I)),
    ("DtHtml5", re.compile(r"html(?: system \S+)?\Z", re.I)),
    ("DtXhtml", re.compile(r"xhtml", re.I)),
)
_COUNTED = (  # each starts where a fixed character is, so that most pages are searched no further
    ("EmailProp", re.compile(r"@(?<=[\w.+-]@)[\w-]+\.[a-z]", re.I)),
    ("HashProp", re.compile(r"#(?<![\w&#]#)[^\W\d_]")),
    ("UriProp", re.compile(r"://(?<=[pst]://)\w|www(?<![\w/.]www)\.\w", re.I)),
    ("YearProp", re.compile(r"(?:19|20)(?<!\d\d\d)\d\d(?!\d)")),
)
_CLOSING_QUOTES = "\"')]”’»"
_SENTENCE_MARKS = ".!?…:;"
LONGEST, MOST_SENTENCES, LONGEST_SENTENCE, MOST_SKIPPED = 1000, 10, 100, 20  # counts are clamped here

FEATURES = (
    *("AnchorProp", "ContArticle", "ContBlock", "ContDiv", "ContH", "ContLi", "ContP", "ContSection", "ContTd"),
    *("ContClose", "Copy", "DocMarkupProp", "DtHtml4", "DtHtml5", "DtXhtml", "EmailProp", "EndsPunct", "HashProp"),
    *("Length", "LetterProp", "MarkupProp", "NumberProp", "OpenProp", "PageProp", "PercDiv", "PercText", "PunctProp"),
    *("SentBogus", "SentCount", "SentLength", "SkippedDivs", "TagProp", "UpperProp", "UriProp", "Window1", "Window2"),
    "YearProp",
)


class Stretches(NamedTuple):
    """The features of each stretch with text, one row each, and which of them each block is in."""

    features: NDArray[np.float32]
    of_block: Integers


class _Kinds(dict[str, int]):
    """The kind of a tag, by its name as a page spells it."""

    def __init__(self) -> None:
        super().__init__({name: _CLOSING if name[0] == "/" else _OPENING for name in KNOWN})
        self["a"] = _LINK
        for number, names in enumerate(_CONTAINERS):
            for name in names.split(","):
                self[name], self[f"/{name}"] = _FIRST_CONTAINER + number, _CONTAINER_END
        self.update({name.upper(): kind for name, kind in self.items()})

    def __missing__(self, name: str) -> int:
        return self.get(name.lower(), _CLOSING if name[0] == "/" else _OPENING)


_KINDS = _Kinds()


class _Tags(NamedTuple):
    """The tags of a page in order: the kind and the characters of each."""

    kinds: Integers
    lengths: Integers


def stretches(item: CleanerInput) -> Stretches:
    """Cut a page at its container tags and describe each stretch that has text."""
    blocks = item.blocks
    if not len(blocks):
        return Stretches(np.zeros((0, len(FEATURES)), np.float32), np.zeros(0, np.int64))
    tags = _tags(item.html)
    boundaries = np.flatnonzero(tags.kinds >= _CONTAINER_END)
    numbers = np.searchsorted(boundaries, _tags_before(blocks), "left")
    kept, of_block = np.unique(numbers, return_inverse=True)
    values = _of_markup(tags, boundaries, kept) | _of_text(blocks, of_block, len(kept))
    values |= {name: np.full(len(kept), bool(pattern.search(blocks.doctype))) for name, pattern in _DOCTYPES}
    markup_characters, characters = values.pop("markup"), values["characters"]
    _add_proportions(values, markup_characters, characters, float(tags.lengths.sum()))
    return Stretches(np.stack([values[name] for name in FEATURES], axis=1).astype(np.float32), of_block)


def _tags(html: str) -> _Tags:
    """Elements that hold no markup, such as SCRIPT, are two tags; what they hold is neither tag nor text."""
    endless_comment = html.rfind("<!--") > html.rfind("-->")
    source = markup.split(html)[0] if endless_comment else html
    names: list[str] = []
    lengths: list[int] = []
    for token in markup.TOKEN.finditer(source):
        name = token[1]
        if not name:
            continue
        if markup.is_raw(name):
            raw, start, end = markup.raw_element(name)
            names += (raw, f"/{raw}")
            lengths += (start + 1, len(name) - end + 1)
        else:
            names.append(name)
            start, end = token.span()
            lengths.append(end - start)
    return _Tags(np.array([_KINDS[name] for name in names], np.int64), np.array(lengths, np.int64))


def _tags_before(blocks: Blocks) -> Integers:
    """How many tags come before the text of each block."""
    before = np.cumsum(np.asarray(blocks.tags, np.int64)[:-1])
    inside = np.cumsum(np.asarray(blocks.inner_tags, np.int64))
    before[1:] += inside[:-1]
    return before


def _of_markup(tags: _Tags, boundaries: Integers, kept: Integers) -> dict[str, Floats]:
    """What the tags of each stretch tell; the container tag at its start is its own."""
    edges = np.concatenate(([0], boundaries, [len(tags.lengths)]))
    first, end = edges[kept], edges[kept + 1]

    def inside(values: NDArray[np.generic]) -> Floats:
        sums = np.concatenate(([0], np.cumsum(values, dtype=np.float64)))
        return np.asarray(sums[end] - sums[first])

    container = np.where(kept > 0, np.append(tags.kinds, _OPENING)[first], _OPENING)
    count = (end - first).astype(np.float64)
    kinds = tags.kinds
    return {
        **{name: container == _FIRST_CONTAINER + number for number, name in enumerate(FEATURES[1:9])},
        "ContClose": container == _CONTAINER_END,
        "markup": inside(tags.lengths),
        "TagProp": count,
        "AnchorProp": inside(kinds == _LINK),
        "OpenProp": 1 - inside((kinds == _CLOSING) | (kinds == _CONTAINER_END)) / np.maximum(count, 1),
        "SkippedDivs": np.minimum((np.diff(kept, prepend=-1) - 1) / MOST_SKIPPED, 1),
    }


def _of_text(blocks: Blocks, of_block: Integers, count: int) -> dict[str, Floats]:
    """What the characters of each stretch tell."""
    text = " ".join([*blocks.texts, ""])
    block_ends = np.cumsum([len(block) + 1 for block in blocks.texts])
    last_blocks = np.searchsorted(of_block, np.arange(count), "right") - 1
    ends = block_ends[last_blocks]
    starts = np.concatenate(([0], ends[:-1]))
    kinds = bits(text)
    codes = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    digit = (codes >= ord("0")) & (codes <= ord("9"))

    def counted(where: NDArray[np.bool_]) -> Floats:
        sums = np.concatenate(([0], np.cumsum(where, dtype=np.float64)))
        return np.asarray(sums[ends] - sums[starts])

    characters = (ends - starts - 1).astype(np.float64)
    space = kinds & SPACE != 0
    letters = counted((kinds & ALPHANUMERIC != 0) & ~digit)
    before_space = np.append(space[1:], True)
    sentence_ends = counted((kinds & SENTENCE_END != 0) & before_space)
    words = counted(~space & before_space)
    lasts = [text[start:end].rstrip(f" {_CLOSING_QUOTES}")[-1:] for start, end in zip(starts, ends, strict=True)]
    total = float(ends[-1])
    values = {
        "characters": characters,
        "Copy": (counted(codes == ord("©")) > 0).astype(np.float64),
        "EndsPunct": np.array([last in _SENTENCE_MARKS and last != "" for last in lasts], np.float64),
        "Length": np.minimum(characters / LONGEST, 1),
        "LetterProp": letters / characters,
        "NumberProp": counted(digit) / characters,
        "PageProp": characters / total,
        "PercDiv": _from_middle((np.arange(count) + 0.5) / count),
        "PercText": _from_middle((starts + ends) / 2 / total),
        "PunctProp": counted(kinds & (SPACE | WORD) == 0) / characters,
        "SentBogus": (counted(kinds & SENTENCE_END != 0) == 0).astype(np.float64),
        "SentCount": np.minimum(sentence_ends / MOST_SENTENCES, 1),
        "SentLength": np.minimum(words / np.maximum(sentence_ends, 1) / LONGEST_SENTENCE, 1),
        "UpperProp": counted(kinds & UPPER != 0) / np.maximum(letters, 1),
    }
    for name, pattern in _COUNTED:
        found = [match.start() for match in pattern.finditer(text)]
        inside = np.searchsorted(ends, found, "right")
        values[name] = np.bincount(inside, minlength=count) / characters
    return values


def _from_middle(places: Floats) -> Floats:
    """0 in the middle of the page, 1 at its ends."""
    return np.abs(2 * places - 1)


def _add_proportions(values: dict[str, Floats], tags: Floats, text: Floats, all_tags: float) -> None:
    """Markup to all characters: of a stretch, of it with one and two neighbours on either side, of the page."""
    for name in ("TagProp", "AnchorProp"):
        values[name] = values[name] / (tags + text)
    for name, width in (("MarkupProp", 0), ("Window1", 1), ("Window2", 2)):
        values[name] = _windowed(tags, width) / _windowed(tags + text, width)
    values["DocMarkupProp"] = np.full(len(text), all_tags / max(all_tags + float(text.sum()), 1))


def _windowed(values: Floats, width: int) -> Floats:
    sums = np.concatenate(([0], np.cumsum(values)))
    places = np.arange(len(values))
    return np.asarray(sums[np.minimum(places + width + 1, len(values))] - sums[np.maximum(places - width, 0)])
