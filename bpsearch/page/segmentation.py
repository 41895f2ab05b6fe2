"""A page to its text blocks (seed 001, section 4.1).

Each tag leaves a mark in the text. The marked text of the whole page is unescaped and single-spaced in one go, then
cut at the marks that end blocks.
"""

from __future__ import annotations

import re
from functools import cache, cached_property
from html import unescape
from operator import sub

from bpsearch.page import markup
from bpsearch.page.characters import single_spaced
from bpsearch.page.decoding import decode
from bpsearch.page.lazy import LazyList
from bpsearch.page.records import Blocks, Span
from bpsearch.page.tree import CELLS, KNOWN, elements_around

# What a tag leaves: the end of a block, the start or end of a link, a mere mark, or the start of the title. Tags of
# cells add a mark that ends links. Comments leave one until entities are read. A page's own marks are dropped.
_END, _LINK, _LINK_END, _JOIN, _TITLE, _CELL, _COMMENT = MARKS = "\0\1\2\3\4\5\6"
_NOT_TEXT = f" {_LINK}{_LINK_END}{_JOIN}"
_GAP = re.compile(f"({_END}[{_END}-{_CELL} ]*+)")
_TITLE_TEXT = re.compile(f"{_TITLE}([^{_END}]*+)")
_SPACED_MARKS = re.compile(f" ([{_LINK}-{_JOIN} ]*[{_LINK}-{_JOIN}]) ")

_SURROGATE = re.compile("[\ud800-\udfff]")
_HUGE_NUMBER = re.compile(r"(?<=&#)[0-9]{8,}")
_DOCTYPE = re.compile(r"(?:\s++|<!--.*?-->|<\?[^>]*+>)*+<!doctype\s++([^>]*+)", re.I | re.S)


def segment(html: bytes | str, *, rule: str = "atomic", charset: str | None = None, sources: bool = False) -> Blocks:
    """Cut a page into its text blocks; `rule` is `atomic` (any tag but A ends a block) or `inline`.

    `charset` is what the HTTP header says; with `sources`, the blocks know their places in the page's text.
    """
    if rule not in markup.RULES:
        raise ValueError(f"no rule {rule!r}; there are {', '.join(markup.RULES)}")
    source = decode(html, charset) if isinstance(html, bytes) else _SURROGATE.sub("\ufffd", html)
    for mark in MARKS:
        if mark in source:
            source = source.replace(mark, "")
    source, parts = markup.split(source)
    tag_names = parts[1::2]
    parts[1::2] = map(_marks(rule).__getitem__, tag_names)
    marked = "".join(parts)
    title = _TITLE_TEXT.search(marked)
    if title:
        marked = _TITLE_TEXT.sub(_END, marked)
    # A first and a last mark, so that there is a gap before each text and at the end.
    parts = _GAP.split(single_spaced(f"{_END}{_unescaped(marked)}{_END}", without=_COMMENT))
    marked_texts, gaps = parts[2:-1:2], parts[1::2]
    texts: list[str] = []
    links: list[tuple[Span, ...]] = []
    linked, before = False, ""
    for text, gap in zip(marked_texts, gaps):  # noqa: B905
        gap = before + gap
        if gap[-1] == _LINK:
            linked = True
        elif _LINK in gap:
            linked = gap.rfind(_LINK) > max(gap.rfind(_LINK_END), gap.rfind(_CELL))
        elif linked and (_LINK_END in gap or _CELL in gap):
            linked = False
        body = text.rstrip(_NOT_TEXT)
        before = "" if len(body) == len(text) else text[len(body) :]
        if _LINK in body or _LINK_END in body or _JOIN in body:
            body, spans, linked = _linked_text(body, linked)
            links.append(spans)
        else:
            links.append(((0, len(body)),) if linked else ())
        texts.append(body)

    tags = _Tags(tag_names, marked_texts, gaps)
    doctype = _DOCTYPE.match(source)
    return Blocks(
        texts=texts,
        links=links,
        elements=LazyList(lambda: tags.elements[0]),
        tags=LazyList(lambda: tags.between),
        element_names=LazyList(lambda: tags.elements[1]),
        element_parents=LazyList(lambda: tags.elements[2]),
        title=" ".join(_unescaped(title[1]).split()) if title else "",
        inner_tags=LazyList(lambda: tags.inside),
        doctype=" ".join(doctype[1].split()) if doctype else "",
        sources=_sources(source, tags.places) if sources else (),
    )


class _Marks(dict[str | None, str]):
    """The mark of each tag under a rule."""

    def __init__(self, rule: str) -> None:
        joining = {f"{slash}{name}": _JOIN for name in markup.RULES[rule] for slash in ("", "/")}
        cells = {f"{slash}{name}": _END + _CELL for name in CELLS for slash in ("", "/")}
        special = {**cells, **joining, "a": _LINK, "/a": _LINK_END}
        super().__init__(dict.fromkeys(KNOWN, _END))
        self.update(special)
        self.update({name.upper(): mark for name, mark in special.items()})
        self[None] = _COMMENT

    def __missing__(self, tag: str) -> str:
        if not markup.is_raw(tag):
            return _JOIN if tag[-1].isspace() else self.get(tag.lower(), _END)
        if tag[0] not in "tTxX":  # neither title, textarea nor xmp
            return _END + _END
        name, start, end = markup.raw_element(tag)
        content = "" if name == "template" else tag[start:end]
        if name == "xmp":
            content = content.replace("&", "&amp;")
        return (_TITLE if name == "title" else _END) + content + _END


_marks = cache(_Marks)


class _Tags:
    """Where blocks are among a page's tags; from what is between the texts, when asked for."""

    def __init__(self, names: list[str], texts: list[str], gaps: list[str]) -> None:
        self._names = names
        self._texts = texts
        self._gaps = gaps

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        """How many tags come before the first and before the last text of each block."""
        places: list[tuple[int, int]] = []
        tags = -1
        for text, gap in zip(self._texts, self._gaps):  # noqa: B905
            tags += _tags(gap)
            body = text.rstrip(_NOT_TEXT)
            last = tags + body.count(_LINK) + body.count(_LINK_END) + body.count(_JOIN)
            places.append((tags, last))
            tags = last + _tags(text[len(body) :])
        return places

    @cached_property
    def between(self) -> list[int]:
        firsts, lasts = zip(*self.places, strict=True) if self.places else ((), ())
        after = _tags(self._gaps[-1]) - 1
        if self._texts:
            after += _tags(self._texts[-1][len(self._texts[-1].rstrip(_NOT_TEXT)) :])
        else:
            after -= 1
        return [*map(sub, firsts, (0, *lasts)), after]

    @cached_property
    def inside(self) -> list[int]:
        return [last - first for first, last in self.places]

    @cached_property
    def elements(self) -> tuple[list[int], list[str], list[int]]:
        return elements_around(self._names, self.places)


def _tags(marks: str) -> int:
    """How many tags left these marks."""
    return len(marks) - marks.count(" ") - marks.count(_CELL)


def _linked_text(marked: str, linked: bool) -> tuple[str, tuple[Span, ...], bool]:
    """A block's text without its marks, where the links in it are, and whether it ends in one."""
    text, spans, still_linked = _joined(marked, linked)
    if "  " in text:  # there were spaces on both sides of a mark
        spaced = _SPACED_MARKS.sub(lambda found: " " + found[1].replace(" ", ""), marked)
        text, spans, still_linked = _joined(spaced, linked)
    return text, tuple(spans), still_linked


def _joined(marked: str, linked: bool) -> tuple[str, list[Span], bool]:
    marked = marked.replace(_JOIN, "")
    outside, *parts = (_LINK + marked if linked else marked).split(_LINK)
    pieces = [outside.replace(_LINK_END, "")]
    length = len(pieces[0])
    spans: list[Span] = []
    linked = False
    for part in parts:
        inside, end, outside = part.partition(_LINK_END)
        anchor = inside.strip(" ")
        if anchor:
            if spans and spans[-1][1] == length and inside[0] != " ":  # two links with nothing between
                pieces.append(" ")
                length += 1
            start = length + inside.index(anchor)
            spans.append((start, start + len(anchor)))
        outside = outside.replace(_LINK_END, "")
        pieces += (inside, outside)
        length += len(inside) + len(outside)
        linked = not end
    return "".join(pieces), spans, linked


def _unescaped(text: str) -> str:
    if "&" not in text:
        return text
    text = text.replace("&nbsp;", " ")  # by far the most frequent
    try:
        return unescape(text)
    except ValueError:  # Python reads no number of thousands of digits
        return unescape(_HUGE_NUMBER.sub("1114112", text))


def _sources(source: str, places: list[tuple[int, int]]) -> list[Span]:
    """From the end of the tag before each block to the start of the tag after it."""
    starts: list[int] = []
    ends = [0]
    for token in markup.TOKEN.finditer(source):
        tag = token[1]
        if tag and markup.is_raw(tag):
            _, start, end = markup.raw_element(tag)
            starts += (token.start(), token.start(1) + end)
            ends += (token.start(1) + start, token.end())
        elif tag:
            starts.append(token.start())
            ends.append(token.end())
    starts.append(len(source))
    return [(ends[first], starts[last]) for first, last in places]
