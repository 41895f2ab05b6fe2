"""A page to its text blocks, in one pass over its tags (seed 001, section 4.1)."""

from __future__ import annotations

import re
from html import unescape
from itertools import chain, count
from operator import sub

from bpsearch.page import characters, markup
from bpsearch.page.decoding import decode
from bpsearch.page.markup import (
    BLOCK_START,
    CLOSING_START,
    EMPTY,
    END,
    HIDDEN_START,
    IGNORED,
    LINK_END,
    LINK_START,
    RAW,
    ROOT,
    START,
)
from bpsearch.page.records import Blocks, Span

DEEPEST = 512  # as in Blink: elements further down become siblings, and no path is longer
_BLOCK_END, _LINK_EDGE = "\0", "\1"  # marks while the text is put together; a page's own are dropped
_BLOCK_GAP = f" {_BLOCK_END} "
_HUGE_NUMBER = re.compile(r"(?<=&#)[0-9]{8,}")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SHOWN_RAW = ("textarea", "xmp")


def segment(html: bytes | str, *, rule: str = "atomic", charset: str | None = None) -> Blocks:
    """Cut a page into its text blocks; `rule` is `atomic` (any tag but A ends a block) or `inline`."""
    parts = _tokens(_prepared(html, charset))
    tag_names = parts[1::3]
    known = markup.tags(rule)
    names: list[str] = []
    parents: list[int] = []
    output: list[str] = []  # the text of all blocks, with marks
    elements: list[int] = []
    firsts: list[int] = []  # how many tags come before the first text of a block
    lasts: list[int] = []  # and before its last text
    roots: set[str] = set()
    title = ""
    current = link = hidden = paragraph = watched = -1  # elements; the last is the innermost of the three before
    element = last = depth = comments = 0
    opened = linked = False
    for piece, text, tag in zip(count(), parts[::3], map(known.get, tag_names)):  # noqa: B905
        if text and hidden < 0:
            if opened:
                if not text.isspace():
                    if linked != (link >= 0):
                        output.append(_LINK_EDGE)
                        linked = not linked
                    if element != current:
                        element = _common_ancestor(element, current, parents)
                    last = piece - comments
                output.append(text)
            elif not text.isspace():
                opened = True
                linked = link >= 0
                if linked:
                    output.append(_LINK_EDGE)
                output.append(text)
                element = current
                last = piece - comments
                firsts.append(last)
        if tag is None:
            tag_name, raw = tag_names[piece], parts[3 * piece + 2]
            if tag_name is not None:
                tag = markup.tag(tag_name, rule)
            elif raw is not None:
                tag = markup.RAW_TAG
            else:
                comments += 1
                continue
        action, name, joins, closes = tag
        if opened and not joins:
            opened = False
            output.append(_BLOCK_GAP)
            elements.append(element)
            lasts.append(last)

        if action <= LINK_END:
            if current < 0 or action == IGNORED:
                continue
            if names[current] == name:
                current = parents[current]
                depth -= 1
            else:
                current, depth = _closed(current, depth, closes, names, parents)
            if action == LINK_END:
                link, watched = -1, hidden if hidden > paragraph else paragraph
            elif current < watched:
                link, hidden, paragraph, watched = _still_open(current, link, hidden, paragraph)
            continue
        if action >= BLOCK_START:
            if action == BLOCK_START:
                if paragraph >= 0:
                    while current >= paragraph:
                        current = parents[current]
                        depth -= 1
                    link, hidden, paragraph, watched = _still_open(current, link, hidden, paragraph)
            elif action == LINK_START:
                if link >= 0 and names[current] == name:
                    current = parents[current]
                    depth -= 1
            elif action <= CLOSING_START:
                if current >= 0 and names[current] not in closes[1]:
                    current, depth = _closed(current, depth, closes, names, parents)
                    if current < watched:
                        link, hidden, paragraph, watched = _still_open(current, link, hidden, paragraph)
            elif action == ROOT:
                if name in roots:
                    continue
                roots.add(name)
            else:
                name, content = markup.raw_element(raw)
                if name == "title":
                    title = title or content
                elif name in _SHOWN_RAW and hidden < 0 and content and not content.isspace():
                    output += (_LINK_EDGE if link >= 0 else "", content, _BLOCK_GAP)
                    elements.append(len(names))
                    firsts.append(piece + 1 - comments)
                    lasts.append(piece + 1 - comments)
                action = EMPTY
        parents.append(current)
        names.append(name)
        if action != EMPTY and depth < DEEPEST:
            depth += 1
            current = len(names) - 1
            if action >= BLOCK_START:
                if action == LINK_START:
                    link = watched = current
                elif name == "p":
                    paragraph = watched = current
                elif action == HIDDEN_START and hidden < 0:
                    hidden = watched = current
    total = len(tag_names) - 1 - comments
    texts, links = _texts_and_links(_unescaped("".join(output)), len(elements))
    if "" in texts:  # what entities made whitespace of
        kept = [block for block, text in enumerate(texts) if text]
        texts, links = [texts[block] for block in kept], [links[block] for block in kept]
        elements, firsts, lasts = ([values[block] for block in kept] for values in (elements, firsts, lasts))
    tags = list(map(sub, chain(firsts, (total,)), chain((0,), lasts)))
    return Blocks(texts, links, elements, tags, names, parents, " ".join(_unescaped(title).split()))


def _texts_and_links(joined, n):
    joined = characters.single_spaced(joined)
    if joined.startswith(" "): joined = joined[1:]
    texts = joined.split(_BLOCK_GAP)
    texts.pop()
    if len(texts) != n:
        texts = [text.strip(" ") for text in joined.split(_BLOCK_END)]
        texts.pop()
    links: list[tuple[Span, ...]] = []
    for block, text in enumerate(texts):
        if _LINK_EDGE not in text:
            links.append(())
        elif text.rfind(_LINK_EDGE) == 0:
            text = text[1:].lstrip(" ")
            links.append(((0, len(text)),))
            texts[block] = text
        else:
            texts[block], spans = _without_edges(text)
            links.append(spans)
    return texts, links

def _without_edges(text):
    pieces = text.split(_LINK_EDGE)
    joined=""
    spans=[]
    inside=False
    for p in pieces:
        if not joined or joined[-1]==' ': p=p.lstrip(' ')
        if inside:
            s=p.strip(' ')
            if s:
                st=len(joined)+len(p)-len(p.lstrip(' '))
                spans.append((st,st+len(s)))
        joined+=p
        inside=not inside
    return joined.rstrip(' '), tuple(spans)


def _tokens(source):
    parts=markup.TOKEN.split(source)
    parts += ('/br',None)
    return parts

def _unescaped(text: str) -> str:
    if "&" not in text:
        return text
    try:
        return unescape(text)
    except ValueError:
        return unescape(_HUGE_NUMBER.sub("1114112", text))

def _still_open(current, link, hidden, paragraph):
    link = link if link <= current else -1
    hidden = hidden if hidden <= current else -1
    paragraph = paragraph if paragraph <= current else -1
    return link, hidden, paragraph, max(link, hidden, paragraph)

def _common_ancestor(element, other, parents):
    while element != other:
        if element > other: element = parents[element]
        else: other = parents[other]
    return element
def _closed(current, depth, search, names, parents):
    wanted, barrier = search
    candidate = current
    d=depth
    while candidate >= 0:
        name = names[candidate]
        d-=1
        if name in wanted:
            return parents[candidate], d
        if name in barrier:
            break
        candidate = parents[candidate]
    return current, depth
def _prepared(html, charset):
    source=html if isinstance(html, str) else decode(html, charset)
    if "\0" in source or "\x01" in source:
        source = source.replace("\0", "").replace("\x01","")
    return source.replace("&nbsp;", "      ")
