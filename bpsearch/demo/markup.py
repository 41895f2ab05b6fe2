# ruff: noqa: E501
"""Pieces of HTML that several templates share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from bpsearch.demo.encodings import ENCODINGS
from bpsearch.demo.grammar import MARK, UNMARK
from bpsearch.demo.style import Style
from bpsearch.demo.view import Link, View

MODERN = frozenset({"photo", "notebook", "minimal", "cards"})
MARKED = re.compile(f"{MARK}(.*?){UNMARK}")


def anchor(link: Link) -> str:
    return f'<a href="{link.url}">{link.text}</a>'


def inline(view: View, text: str) -> str:
    """The text with some of its marked words linked or emphasised, as often as the site does."""
    style, dice = view.style, view.dice
    opening, closing = style.emphasis

    def mark_up(match: re.Match[str]) -> str:
        draw = dice.random()
        if draw < style.link_rate:
            return f'<a href="http://{view.site.host}/go/{int(draw * 100000)}">{match[1]}</a>'
        if draw < style.link_rate + style.emphasis_rate:
            return f"{opening}{match[1]}{closing}"
        return match[1]

    return MARKED.sub(mark_up, text)


def link_list(style: Style, links: Sequence[Link], css: str = "") -> str:
    """A list of links in the site's way: list items, line breaks, table rows, terms, or one run with bars."""
    anchors = [anchor(link) for link in links]
    attribute = f' class="{style.prefix}{css}"' if css else ""
    if style.lists == "items":
        return f"<ul{attribute}>\n" + "".join(f"<li>{each}</li>\n" for each in anchors) + "</ul>"
    if style.lists == "breaks":
        return "<br>\n".join(anchors) + "<br>"
    if style.lists == "rows":
        return "<table>" + "".join(f"<tr><td>{each}</td></tr>\n" for each in anchors) + "</table>"
    if style.lists == "terms":
        return f"<dl{attribute}>" + "".join(f"<dt>{each}</dt>\n" for each in anchors) + "</dl>"
    return " | ".join(anchors)


def tag_cloud(view: View) -> str:
    """The site's tags in different sizes; one run of links on some sites, one element each on others."""
    style, tags = view.style, view.furniture.tags.links
    sizes = [80 + len(tag.text) * 37 % 90 for tag in tags]
    if style.tags_in_one_block:
        return "\n".join(f'<a href="{t.url}" style="font-size:{size}%">{t.text}</a>' for t, size in zip(tags, sizes, strict=True))
    return "\n".join(
        f'<span style="font-size:{size}%"><a href="{t.url}">{t.text}</a></span>' for t, size in zip(tags, sizes, strict=True)
    )


def elements(tag: str, texts: Iterable[str]) -> str:
    """Each text in an element of its own."""
    return "\n".join(f"<{tag}>{text}</{tag}>" for text in texts)


def heading(level: int, text: str, attributes: str = "") -> str:
    level = min(level, 6)
    return f"<h{level}{attributes}>{text}</h{level}>"


class BodyTags(NamedTuple):
    """How a template writes each kind of line: {text} is the text, {picture} the address of a picture."""

    paragraph: str = "<p>{text}</p>\n"
    heading: str = "<h3>{text}</h3>\n"
    quote: str = "<blockquote><p>{text}</p></blockquote>\n"
    item: str = "<li>{text}</li>\n"
    items: str = "<ul>\n{text}</ul>\n"
    caption: str = '<p><img src="{picture}" alt="" width="400" height="260"><br><small>{text}</small></p>\n'
    verse: str = "{text}<br>\n"
    verses: str = "<p>\n{text}</p>\n"


def body(view: View, tags: BodyTags) -> str:
    """The lines of the article; items and verses that follow one another stand in one list or stanza."""
    pieces = []
    for kind, lines in groupby(view.article.lines, key=lambda line: line.kind):
        texts = [
            getattr(tags, kind).format(text=inline(view, line.text), picture=f"/img/{view.post.number}-{index}.jpg")
            for index, line in enumerate(lines)
        ]
        around = {"item": tags.items, "verse": tags.verses}.get(kind, "{text}")
        pieces.append(around.format(text="".join(texts)))
    return "".join(pieces)


def charset_meta(view: View) -> str:
    """The META element with the character set that the page claims, if it claims one."""
    declared = ENCODINGS[view.site.encoding].declared
    if not declared:
        return ""
    if view.site.template in MODERN:
        return f'<meta charset="{declared}">'
    return f'<meta http-equiv="Content-Type" content="text/html; charset={declared}">'
