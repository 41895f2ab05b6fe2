"""A view and a template to HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from bpsearch.demo.encodings import ENCODINGS
from bpsearch.demo.furniture import Link
from bpsearch.demo.grammar import MARK, UNMARK
from bpsearch.demo.style import Style
from bpsearch.demo.templates import Template, template
from bpsearch.demo.view import View

MARKED = re.compile(f"{MARK}(.*?){UNMARK}")
MOODS = ("tired", "cheerful", "curious", "grumpy", "calm", "busy")
AROUND = {"item": "items", "verse": "verses"}  # fragments round the lines of one kind that follow one another
FEW_TAGS = 9

Values = dict[str, object]


def render(view: View) -> str:
    """The page, in the template and the style of its site."""
    source = template(view.post.site.template)
    values = _page_values(view)
    values |= _repeated(view, source, values)
    values["body"] = _body(view, source, values)
    for kind, fragment in (("navigation", "navigation"), ("teasers", "teasing"), ("notice", "consent")):
        if fragment in source:
            filled = source.fill(fragment, values)
            chosen = view.style.places[kind]
            values |= {f"{kind}_{place}": filled if place == chosen else "" for place in source.places(kind)}
    values |= _widget_groups(view, source, values)
    if "columns" in source:
        columns = source.fragments["columns"].split()
        ordered = columns if view.style.side == "left" else columns[::-1]
        values["columns"] = "".join(source.fill(column, values) for column in ordered)
    return source.fill("page", values).strip()


def _page_values(view: View) -> Values:
    """What any fragment may show."""
    site, post, style, furniture = view.post.site, view.post, view.style, view.furniture
    background, ink, accent, panel = style.palette
    return {
        "site": site.name,
        "host": site.host,
        "tagline": site.tagline,
        "headline": view.article.headline,
        "number": post.number,
        "day": style.date(post.day),
        "date": post.day.isoformat(),
        "author": furniture.author,
        "engine": furniture.engine,
        "charset": _charset(view),
        "level": style.heading,
        "widget_level": style.heading + 1,
        "widget_class": f"{style.prefix}widget",
        "size": 6 - style.heading,
        "side": style.side,
        "main_side": "right" if style.side == "left" else "left",
        "background": background,
        "ink": ink,
        "accent": accent,
        "panel": panel,
        "comments_title": furniture.titles["comments"],
        "comments_count": len(view.article.comments),
        "related_title": furniture.titles["related"],
        "kicker": furniture.tags.links[post.number % len(furniture.tags.links)].text,
        "mood": MOODS[post.number % len(MOODS)],
        "music": furniture.friends.links[post.number % len(furniture.friends.links)].text,
        "counter": 40 + post.number * 37 % 9000,
        **furniture.texts,
    }


def _repeated(view: View, source: Template, values: Values) -> Values:
    """The slots of fragments that are repeated: for each of them its filled copies, one after the other."""
    furniture = view.furniture
    neighbours = (("&laquo;", view.previous), ("&raquo;", view.following))
    rows: dict[str, list[Values]] = {
        "link": [link._asdict() for link in furniture.navigation],
        "tag": [link._asdict() for link in furniture.tags.links[:FEW_TAGS]],
        "friend": [link._asdict() for link in furniture.friends.links],
        "ping": [link._asdict() | {"host": link.url.split("/")[2]} for link in view.widgets["elsewhere"].links],
        "neighbour": [link._asdict() | {"label": label} for label, link in neighbours if link],
        "teaser": [
            {"url": teaser.link.url, "headline": teaser.link.text, "excerpt": teaser.excerpt, "day": teaser.day}
            for teaser in view.teasers
        ],
        "comment": [
            comment._asdict() | {"index": index, "indent": f"{index % 3 * 25}px"}
            for index, comment in enumerate(view.article.comments)
        ],
    }
    rows |= {kind: [{"text": text} for text in texts] for kind, texts in furniture.labels.items()}
    return {
        f"{kind}s": "".join(source.fill(kind, values | row) for row in filling) if kind in source else ""
        for kind, filling in rows.items()
    }


def _widget_groups(view: View, source: Template, values: Values) -> Values:
    """The slots for the groups of widgets that the template names; each site has them in an order of its own."""
    groups = {}
    for row in source.fragments["widgets"].splitlines():
        group, _, listed = row.partition(": ")
        kinds = listed.split()
        turn = view.post.site.number % len(kinds)
        groups[f"widgets_{group}"] = "".join(
            source.fill("widget", values | {"title": view.widgets[kind].title, "content": _content(view, kind)})
            for kind in kinds[turn:] + kinds[:turn]
            if view.widgets[kind].links
        )
    return dict(groups)


def _content(view: View, kind: str) -> str:
    links = view.widgets[kind].links
    return _tag_cloud(view.style, links) if kind == "tags" else _link_list(view.style, links)


def _link_list(style: Style, links: Iterable[Link]) -> str:
    """Links in the site's way: list items, line breaks, table rows, terms, or one run with bars."""
    before, between, after = {
        "items": ("<ul>\n<li>", "</li>\n<li>", "</li>\n</ul>"),
        "breaks": ("", "<br>\n", "<br>"),
        "rows": ("<table><tr><td>", "</td></tr>\n<tr><td>", "</td></tr></table>"),
        "terms": ("<dl>\n<dt>", "</dt>\n<dt>", "</dt>\n</dl>"),
        "run": ("", " |\n", ""),
    }[style.lists]
    return before + between.join(f'<a href="{link.url}">{link.text}</a>' for link in links) + after


def _tag_cloud(style: Style, tags: Iterable[Link]) -> str:
    """Tags in different sizes; one run of links on some sites, an element for each on others."""
    sized = ((80 + len(tag.text) * 37 % 90, tag) for tag in tags)
    pattern = '<a href="{1.url}" style="font-size:{0}%">{1.text}</a>'
    if not style.tags_in_one_block:
        pattern = '<span style="font-size:{0}%"><a href="{1.url}">{1.text}</a></span>'
    return "\n".join(pattern.format(size, tag) for size, tag in sized)


def _body(view: View, source: Template, values: Values) -> str:
    """The lines of the article; items and verses that follow one another stand in one list or stanza."""
    pieces, number = [], view.post.number
    for kind, lines in groupby(view.article.lines, key=lambda line: line.kind):
        filled = "".join(
            source.fill(kind, values | {"text": _inline(view, line.text), "picture": f"/img/{number}-{index}.jpg"})
            for index, line in enumerate(lines)
        )
        pieces.append(source.fill(AROUND[kind], {"lines": filled}) if kind in AROUND else filled)
    return "".join(pieces)


def _inline(view: View, text: str) -> str:
    """The text with some of its marked words linked or emphasised, as often as the site does."""
    style, draw = view.style, view.dice.random
    opening, closing = style.emphasis

    def mark_up(match: re.Match[str]) -> str:
        chance = draw()
        if chance < style.link_rate:
            return f'<a href="http://{view.post.site.host}/go/{int(chance * 100000)}">{match[1]}</a>'
        if chance < style.link_rate + style.emphasis_rate:
            return f"{opening}{match[1]}{closing}"
        return match[1]

    return MARKED.sub(mark_up, text)


def _charset(view: View) -> str:
    """The META element with the character set that the page claims, if it claims one."""
    declared = ENCODINGS[view.post.site.encoding].declared
    if not declared:
        return ""
    if view.style.modern:
        return f'<meta charset="{declared}">'
    return f'<meta http-equiv="Content-Type" content="text/html; charset={declared}">'
