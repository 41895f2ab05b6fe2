"""A page's markup to its text blocks, in one pass over the tags (seed 001, section 4.1)."""

from __future__ import annotations

import html as entities
import re

from bpsearch.page.decoding import decode
from bpsearch.page.records import Blocks, Span

# Text that a reader with a browser never sees: not parsed at all (raw) or parsed as markup (hidden).
_RAW = ("script", "style", "iframe", "noembed", "noframes", "xmp", "textarea", "title")
HIDDEN = frozenset("script style iframe noembed noframes title noscript template select datalist".split())
VOID = frozenset(
    "area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr".split()
)
INLINE = frozenset(
    "abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q s samp small span strike strong "
    "sub sup time tt u var wbr".split()
)
RULES = {"atomic": frozenset({"a"}), "inline": INLINE | {"a"}}

_SPACE = r" \t\n\f\r"
_ATTRIBUTES = (
    rf"[^>=]*+(?:=[{_SPACE}]*+(?:\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|[^{_SPACE}\"'>][^{_SPACE}>]*+|(?=>|\Z))[^>=]*+)*+(?:>|\Z)"
)


def _any_case(name: str) -> str:
    return "".join(f"[{letter}{letter.upper()}]" for letter in name)


_TOKEN = re.compile(
    rf"<(?:(/?[a-zA-Z][^{_SPACE}/>]*+){_ATTRIBUTES}|(!--(?:-?>|(?s:.*?)(?:--!?>|\Z))|[!?/](?:[^>]*+)(?:>|\Z)))"
)
_RAW_END = {name: re.compile(rf"</{_any_case(name)}(?=[{_SPACE}/>])") for name in _RAW}
_HUGE_NUMBER = re.compile(r"(?<=&#)[0-9]{8,}")
_SURROGATE = re.compile("[\ud800-\udfff]")
DEEPEST = 512  # as Blink does: below this depth, elements become siblings, so that no path is longer

# What a start tag closes, as the standard's optional end tags have it, looking no further than the given elements.
_CLOSES_PARAGRAPH = frozenset(
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 "
    "h4 h5 h6 header hgroup hr listing main menu nav ol p pre section summary table ul xmp dd dt li".split()
)
_IMPLIED_ENDS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    **{name: (frozenset({"p"}), frozenset("td th li table div button".split())) for name in _CLOSES_PARAGRAPH},
    "li": (frozenset({"li"}), frozenset("ul ol menu dir table td th".split())),
    "dd": (frozenset({"dd", "dt"}), frozenset("dl table td th".split())),
    "dt": (frozenset({"dd", "dt"}), frozenset("dl table td th".split())),
    "option": (frozenset({"option"}), frozenset("select datalist optgroup".split())),
    "tr": (frozenset({"tr"}), frozenset({"table"})),
    "td": (frozenset({"td", "th"}), frozenset({"table", "tr"})),
    "th": (frozenset({"td", "th"}), frozenset({"table", "tr"})),
    "tbody": (frozenset({"tbody", "thead", "tfoot"}), frozenset({"table"})),
    "thead": (frozenset({"tbody", "thead", "tfoot"}), frozenset({"table"})),
    "tfoot": (frozenset({"tbody", "thead", "tfoot"}), frozenset({"table"})),
    "body": (frozenset({"head"}), frozenset()),
}
_CELL_BARRIER = frozenset("table td th caption".split())  # an end tag inside a cell closes nothing outside of it
_CROSSES_CELLS = frozenset("table tr td th tbody thead tfoot caption body html".split())


def segment(html: bytes | str, *, rule: str = "atomic", charset: str | None = None) -> Blocks:
    """Cut a page into its text blocks; `rule` is `atomic` (any tag but A ends a block) or `inline`."""
    joining = RULES[rule]
    source = html if isinstance(html, str) else decode(html, charset)
    source = _SURROGATE.sub("\ufffd", source.replace("\0", "")) if isinstance(html, str) else source.replace("\0", "")
    source = _without_endless_comment(source)

    texts: list[str] = []
    links: list[tuple[Span, ...]] = []
    elements: list[int] = []
    tags: list[int] = []
    names: list[str] = []
    parents: list[int] = []
    depths: list[int] = []
    title: list[str] = []
    pieces: list[tuple[str, int, bool]] = []  # raw text, its element, whether a link
    tag_count = 0
    current, position, link_depth, hidden_depth = -1, 0, 0, 0

    def close(element: int) -> int:
        """Close the current element and all up to `element`; its parent becomes current."""
        nonlocal link_depth, hidden_depth, current
        while True:
            name = names[current]
            link_depth -= name == "a"
            hidden_depth -= name in HIDDEN
            closed, current = current, parents[current]
            if closed == element:
                return current

    def find_open(wanted: frozenset[str], barrier: frozenset[str]) -> int:
        element = current
        while element >= 0:
            name = names[element]
            if name in wanted:
                return element
            if name in barrier:
                return -1
            element = parents[element]
        return -1

    def flush() -> None:
        nonlocal tag_count
        if not pieces:
            return
        text, spans = _normalised(pieces)
        if text:
            around = {element for raw, element, _ in pieces if not raw.isspace()}
            element = around.pop()
            while around:
                while names[element] in joining:
                    element = parents[element]
                around = {e for e in around if e != element and names[e] not in joining}
            texts.append(text)
            links.append(spans)
            elements.append(element)
            tags.append(tag_count)
            tag_count = 0
        pieces.clear()

    size = len(source)
    while position < size:
        token = _TOKEN.search(source, position)
        start = token.start() if token else size
        if start > position and not hidden_depth:
            pieces.append((source[position:start], current, link_depth > 0))
        if token is None:
            break
        position = token.end()
        tag = token[1]
        if tag is None:  # a comment
            continue
        ends = tag[0] == "/"
        name = tag[1:].lower() if ends else tag.lower()
        if name not in joining:
            flush()
            tag_count += 1
        if ends:
            if name in VOID:
                continue
            element = find_open(frozenset({name}), frozenset() if name in _CROSSES_CELLS else _CELL_BARRIER)
            if element >= 0:
                close(element)
            continue
        if name == "a" and link_depth:
            element = find_open(frozenset({"a"}), _CELL_BARRIER)
            if element >= 0 and element == current:
                close(element)
        elif name in _IMPLIED_ENDS:
            element = find_open(*_IMPLIED_ENDS[name])
            if element >= 0:
                close(element)
        names.append(name)
        parents.append(current)
        depth = depths[current] + 1 if current >= 0 else 1
        depths.append(depth)
        self_closing = source[position - 2] == "/" and name == "a"
        if name in VOID or self_closing:
            continue
        if name in _RAW_END:
            end = _RAW_END[name].search(source, position)
            stop = end.start() if end else size
            if name == "title" and not title:
                title.append(source[position:stop])
            elif name not in HIDDEN and not hidden_depth:
                pieces.append((source[position:stop], len(names) - 1, link_depth > 0))
                flush()
            position = stop
        if depth < DEEPEST:
            current = len(names) - 1
            link_depth += name == "a"
            hidden_depth += name in HIDDEN
    flush()
    tags.append(tag_count)
    heading = _unescaped(title[0]) if title else ""
    return Blocks(texts, links, elements, tags, names, parents, " ".join(heading.split()))


def _without_endless_comment(source: str) -> str:
    """Let a comment that never closes end at its first `>`, as browsers did before they lost the page's rest."""
    closed = max(source.rfind("-->"), source.rfind("--!>"))
    opened = source.find("<!--", closed + 1)
    return source if opened < 0 else source[:opened] + source[opened:].replace("<!--", "<!  ")


def _unescaped(text: str) -> str:
    if "&" not in text:
        return text
    return entities.unescape(_HUGE_NUMBER.sub("1114112", text))


def _normalised(pieces: list[tuple[str, int, bool]]) -> tuple[str, tuple[Span, ...]]:
    """The block's text with single spaces, and the spans of its link text."""
    joined: list[str] = []
    spans: list[Span] = []
    length, spaced = 0, True
    run, in_link = "", False
    runs: list[tuple[str, bool]] = []
    for raw, _, link in pieces:
        if link == in_link:
            run += raw
        else:
            runs.append((run, in_link))
            run, in_link = raw, link
    runs.append((run, in_link))
    pending = False
    for raw, link in runs:
        text = _unescaped(raw)
        words = text.split()
        if not words:
            pending |= bool(text)
            continue
        if (pending or text[0].isspace()) and not spaced:
            joined.append(" ")
            length += 1
        body = " ".join(words)
        joined.append(body)
        if link:
            spans.append((length, length + len(body)))
        length += len(body)
        spaced = False
        pending = text[-1].isspace()
    return "".join(joined), tuple(spans)
