"""The elements of a page: who is inside whom, with the end tags that HTML lets authors leave out."""

from __future__ import annotations

from collections.abc import Iterable

from bpsearch.page.markup import RAW, is_raw, raw_element

DEEPEST = 512  # as in Blink: elements further down become siblings, and no path is longer


def _set(names: str) -> frozenset[str]:
    return frozenset(names.split())


# HEAD is among them so that text which comes before its end is not taken for a part of it.
VOID = _set(
    "area base basefont bgsound br col embed frame head hr image img input keygen link meta param source track wbr"
)
HEADINGS = _set("h1 h2 h3 h4 h5 h6")
CELLS = _set("caption table td th")
_ROWS = _set("tbody tfoot thead tr") | CELLS
_LISTS = _set("dir dl menu ol ul") | CELLS
_SECTIONS = _set(
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form header "
    "hgroup listing main menu nav ol p plaintext pre section summary table ul"
)
_BLOCKS = _SECTIONS | HEADINGS | _ROWS | _LISTS | _set("body button dd dt html li marquee object select")
_INLINE = _set("a b center em font i label legend small span strong sub sup u")


# What a tag does: it closes the nearest of some elements, looking no further than others; then an element may appear,
# and it may have content.
_Tag = tuple[frozenset[str], frozenset[str], str, bool]
_NOTHING: frozenset[str] = frozenset()
_CLOSED_FIRST = {  # optional end tags
    **dict.fromkeys(_SECTIONS, (_set("p"), _BLOCKS - {"p"})),
    **dict.fromkeys(HEADINGS, (HEADINGS | {"p"}, _BLOCKS - HEADINGS - {"p"})),
    **dict.fromkeys(("dd", "dt"), (_set("dd dt"), _LISTS)),
    **dict.fromkeys(("td", "th"), (_set("td th"), _set("table tr"))),
    **dict.fromkeys(("tbody", "tfoot", "thead"), (_set("caption tbody tfoot thead"), _set("table"))),
    "a": (_set("a"), _BLOCKS),
    "li": (_set("li"), _LISTS),
    "tr": (_set("tr"), _set("table")),
    "option": (_set("option"), _set("datalist optgroup select")),
    "optgroup": (_set("optgroup"), _set("datalist select")),
}


def _tag(tag: str) -> _Tag:
    name = tag.lower().split()[0]  # at the end of a page there may be more
    if name[0] != "/":
        return (*_CLOSED_FIRST.get(name, (_NOTHING, _NOTHING)), name, name not in VOID)
    name = name[1:]
    if name in VOID or name in RAW or name in ("body", "html"):  # text after an early </html> is in BODY, too
        return (_NOTHING, _NOTHING, "", False)
    barrier = _set("table") if name in _ROWS else CELLS if name in _BLOCKS else _BLOCKS
    return (frozenset({name}), barrier - {name}, "", False)


KNOWN = {
    spelling: _tag(spelling)
    for name in VOID | _BLOCKS | _INLINE | _set("option optgroup datalist")
    for tag in (name, f"/{name}")
    for spelling in (tag, tag.upper())
}


def elements_around(tags: list[str], places: Iterable[tuple[int, int]]) -> tuple[list[int], list[str], list[int]]:
    """Innermost elements around texts that start and end after so many tags; names and parents of all elements."""
    names, parents, currents = _elements(tags)
    around = [_common_ancestor(currents[first], currents[last], parents) for first, last in places]
    return around, names, parents


def _elements(tags: list[str]) -> tuple[list[str], list[int], list[int]]:
    """Names and parents of the elements, and the innermost open one before each tag and at the end."""
    names: list[str] = []
    parents: list[int] = []
    current, depth = -1, 0
    currents = [current]
    roots: set[str] = set()
    in_vain: dict[str, int] = {}  # where the search of a tag found nothing: it is not repeated there
    for tag in filter(None, tags):  # comments have no name
        known = KNOWN.get(tag)
        if known is None:
            if is_raw(tag):
                names.append(raw_element(tag)[0])
                parents.append(current)
                currents += (len(names) - 1, current)
                continue
            known = _tag(tag)
        closes, barrier, appears, opens = known
        if closes and current >= 0:
            name = names[current]
            if name in closes:
                current = parents[current]
                depth -= 1
            elif name not in barrier and in_vain.get(tag) != current:
                element, levels = _nearest(current, closes, barrier, names, parents)
                if element < 0:
                    in_vain[tag] = current
                else:
                    current, depth = parents[element], depth - levels
        if appears and appears not in roots:
            names.append(appears)
            parents.append(current)
            if appears in ("html", "body"):
                roots.add(appears)
            if opens and depth < DEEPEST:
                current = len(names) - 1
                depth += 1
        currents.append(current)
    return names, parents, currents


def _nearest(
    current: int, wanted: frozenset[str], barrier: frozenset[str], names: list[str], parents: list[int]
) -> tuple[int, int]:
    """The nearest open element of those wanted and how many are closed with it; -1 if a barrier is nearer."""
    element, levels = current, 1
    while element >= 0 and names[element] not in wanted:
        if names[element] in barrier:
            return -1, 0
        element = parents[element]
        levels += 1
    return element, levels


def _common_ancestor(element: int, other: int, parents: list[int]) -> int:
    while element != other:
        if element > other:
            element = parents[element]
        else:
            other = parents[other]
    return element
