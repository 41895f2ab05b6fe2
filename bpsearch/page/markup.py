"""HTML as the WHATWG standard reads it, as far as blocks need it: one pattern for tags, tables for elements.

Measured against lxml's tree and its SAX interface, this is faster and, unlike libxml2, loses no text. All
repetitions are possessive and everything may end where the page ends: time is linear in its length.
"""

from __future__ import annotations

import re
from functools import cache

_SPACE = r" \t\n\f\r"
_NAME_ENDS = rf"(?=[{_SPACE}/>])"
_VALUE = rf"\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|[^{_SPACE}\"'>][^{_SPACE}>]*+|(?=>|\Z)"
_ATTRIBUTES = rf"[^>=]*+(?:=(?:\"[^\"]*+\"|[{_SPACE}]*+(?:{_VALUE}))[^>=]*+)*+(?:>|\Z)"
_RAW = ("script", "style", "iframe", "noembed", "noframes", "xmp", "textarea", "title")  # hold no markup


def _any_case(name: str) -> str:
    return "".join(f"[{letter}{letter.upper()}]" for letter in name)


def _raw_content(name: str) -> str:
    """Up to the end tag; one that a script writes, between `<!--` and `-->`, is not it (double escaped)."""
    start, end = (rf"<{slash}{_any_case(name)}{_NAME_ENDS}" for slash in ("", "/"))
    double_escaped = rf"(?:[^<-]++|-(?!->)|(?!{end})<)*+(?:{end})?+"
    escaped = rf"(?:-*+>|(?:[^<-]++|-(?!->)|{start}{double_escaped}|(?!{end})<)*+(?:-->)?+)"
    inside = rf"(?:!--{escaped})?+" if name == "script" else ""
    return rf"[^<]*+(?:(?!{end})<{inside}[^<]*+)*+"


def _token_pattern() -> str:
    raw_names = "|".join(_any_case(name) + _NAME_ENDS for name in _RAW)
    raw = "|".join(_any_case(name) + _NAME_ENDS + _ATTRIBUTES + _raw_content(name) for name in _RAW)
    rest = rf"[^{_SPACE}/>]*+"
    names = (  # the most frequent first, so that few tags meet the list of raw names
        rf"/[a-zA-Z]{rest}",
        rf"[b-hj-mo-ru-wyzB-HJ-MO-RU-WYZ]{rest}",
        rf"[aA](?=[{_SPACE}](?:[^>hH]++|[hH](?![rR][eE][fF]))*+>)[{_SPACE}]",
        rf"(?!{raw_names})[a-zA-Z]{rest}",
    )
    comment = r"!--(?:-?>|[^-]*+(?:-(?!-!?>)[^-]*+)*+(?:--!?>|\Z))"
    return rf"<(?:({'|'.join(names)})(?:>|{_ATTRIBUTES})|({raw})|{comment}|[!?/][^>]*+(?:>|\Z))"


# Groups: the name of a tag, with a slash before that of an end tag and a space after that of an A without HREF;
# or a raw element, from its name to its end tag. A comment or declaration has neither.
TOKEN = re.compile(_token_pattern())
_START_TAG = re.compile(rf"([a-zA-Z][^{_SPACE}/>]*+){_ATTRIBUTES}")


def _set(names: str) -> frozenset[str]:
    return frozenset(names.split())


# HEAD is among them so that text which comes before its end is not taken for a part of it.
VOID = _set(
    "area base basefont bgsound br col embed frame head hr image img input keygen link meta param source track wbr"
)
# Holding text that a reader whose browser runs scripts never sees. What TEXTAREA and XMP hold is seen.
HIDDEN = _set("datalist noscript optgroup option select template")
HEADINGS = _set("h1 h2 h3 h4 h5 h6")
INLINE = _set(
    "abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q rb rp rt ruby s samp small span "
    "strike strong sub sup time tt u var wbr"
)
RULES = {"atomic": _set("a"), "inline": INLINE | {"a"}}  # the elements whose tags do not end a block

_CELLS = _set("caption table td template th")
_ROWS = _set("tbody tfoot thead tr") | _CELLS
_LISTS = _set("dir dl menu ol ul") | _CELLS
_PARAGRAPH_ENDS = _set(
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form header "
    "hgroup listing main menu nav ol p plaintext pre section summary table ul"
)
_BLOCKS = _PARAGRAPH_ENDS | HEADINGS | _ROWS | _LISTS | _set("body button dd dt html li marquee object")
_KNOWN = VOID | HIDDEN | INLINE | _BLOCKS | _set("a label legend map") | frozenset(_RAW)

Search = tuple[frozenset[str], frozenset[str]]  # the elements wanted, and those where the search for them stops
_NOTHING: Search = (frozenset(), frozenset())
# Optional end tags: what a start tag closes first.
_CLOSED_FIRST: dict[str, Search] = {
    **dict.fromkeys(HEADINGS, (HEADINGS | {"p"}, _BLOCKS - HEADINGS - {"p"})),
    **dict.fromkeys(("dd", "dt"), (_set("dd dt"), _LISTS)),
    **dict.fromkeys(("td", "th"), (_set("td th"), _set("table template tr"))),
    **dict.fromkeys(("tbody", "tfoot", "thead"), (_set("caption tbody tfoot thead"), _set("table template"))),
    "li": (_set("li"), _LISTS),
    "tr": (_set("tr"), _set("table template")),
    "option": (_set("option"), _set("datalist optgroup select") | _CELLS),
    "optgroup": (_set("optgroup"), _set("datalist select") | _CELLS),
}

# What becomes of the tree at a tag; from BLOCK_START on, more than opening an element.
IGNORED, END, LINK_END, EMPTY, START, BLOCK_START, LINK_START, HIDDEN_START, CLOSING_START, ROOT, RAW = range(11)
Tag = tuple[int, str, bool, Search]  # action, element, whether text before and after it is in one block, what it closes
RAW_TAG: Tag = (RAW, "", False, _NOTHING)


def tag(name: str, rule: str) -> Tag:
    """What a tag means, by its name in any case, written as in `TOKEN`."""
    lower = name.lower()
    if lower[0] == "/":
        return _end_tag(lower[1:], rule)
    if lower[-1].isspace():  # an A that is no link
        return (START, "a", True, _NOTHING)
    actions = {"a": LINK_START, "html": ROOT, "body": ROOT}
    groups = ((HIDDEN, HIDDEN_START), (_PARAGRAPH_ENDS, BLOCK_START), (_CLOSED_FIRST, CLOSING_START), (VOID, EMPTY))
    action = actions.get(lower) or next((action for group, action in groups if lower in group), START)
    return (action, lower, lower in RULES[rule], _CLOSED_FIRST.get(lower, _NOTHING))


def _end_tag(name: str, rule: str) -> Tag:
    joins = name in RULES[rule]
    if name in VOID or name in _RAW or name in ("html", "body"):  # what follows an early </html> is text as well
        return (IGNORED, name, joins, _NOTHING)
    barrier = _set("table template") if name in _ROWS else _CELLS if name in _BLOCKS else _BLOCKS
    return (LINK_END if name == "a" else END, name, joins, (frozenset({name}), barrier - {name}))


@cache
def tags(rule: str) -> dict[str, Tag]:
    """The tags of all known elements, in lower and in upper case."""
    spellings = [spelling for name in _KNOWN for spelling in (name, f"/{name}")]
    return {spelling: tag(spelling, rule) for name in spellings for spelling in (name, name.upper())}


def raw_element(raw: str) -> tuple[str, str]:
    """The name and the content of a raw element."""
    start = _START_TAG.match(raw)
    return (start[1].lower(), raw[start.end() :]) if start else ("", "")
