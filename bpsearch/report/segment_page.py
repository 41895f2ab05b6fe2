"""The blocks of pages as one HTML file: coloured by text density, with sliders that grey out what falls."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from math import log1p
from typing import NamedTuple

from bpsearch.page import Blocks
from bpsearch.page.measures import Values

# From this text density on, a block has this colour: steps of viridis, which colour-blind readers can tell apart.
COLOURS = {0: "#fde725", 3: "#90d743", 6: "#35b779", 9: "#21918c", 11: "#31688e", 14: "#443983", 17: "#440154"}
_ON_BLACK = tuple(COLOURS.values())[::-1]  # so that dense text stands out there as well
_SHOWN_PATH = 4
_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")


class SegmentedPage(NamedTuple):
    """A page's name, its blocks and their columns."""

    name: str
    blocks: Blocks
    columns: dict[str, Values]


def segment_page(pages: Sequence[SegmentedPage], rule: str) -> str:
    """One self-contained HTML document that shows the blocks of pages."""
    count = sum(len(page.blocks) for page in pages)
    parts = {
        "title": escape(_title(pages[0]) if len(pages) == 1 else f"{len(pages):,} pages"),
        "summary": f"{count:,} blocks, cut by the rule “{rule}”. Link text is underlined. Higher bars: more words.",
        "colours": f"{_colours(COLOURS.values())}\n@media (prefers-color-scheme: dark) {{ {_colours(_ON_BLACK)} }}",
        "legend": "".join(
            f'<li class="d{step}"><i></i>{density}+</li>' for step, density in enumerate(COLOURS)
        ),
        "pages": "\n".join(_page(page, number, len(pages) > 1) for number, page in enumerate(pages)),
    }
    template = files("bpsearch.report").joinpath("segment_page.html").read_text(encoding="utf-8")
    return _PLACEHOLDER.sub(lambda found: parts[found[1]], template)


def _colours(colours: Iterable[str]) -> str:
    return " ".join(f".d{step} {{ --colour: {colour}; }}" for step, colour in enumerate(colours))


def _title(page: SegmentedPage) -> str:
    return page.blocks.title or page.name


def _page(page: SegmentedPage, number: int, with_heading: bool) -> str:
    heading = f"<h2 dir=\"auto\">{escape(_title(page))}</h2>" if with_heading else ""
    rows = list(zip(*(page.columns[name].tolist() for name in ("words", "density", "links")), strict=True))
    steps = [bisect_right(list(COLOURS), density) - 1 for _, density, _ in rows]
    highest = max((log1p(words) for words, _, _ in rows), default=0) or 1
    bars = "".join(
        f'<a class="d{step}" href="#b{number}-{block}" tabindex="-1" title="block {block}: {words} words, '
        f'density {density:.1f}" style="--height: {6 + 94 * log1p(words) / highest:.0f}%"></a>'
        for block, (step, (words, density, _)) in enumerate(zip(steps, rows, strict=True))
    )
    note = f'<p class="note">{escape(page.name)}</p>' if page.blocks.title else ""
    strip = f'<div class="strip" aria-hidden="true">{bars}</div>' if rows else '<p class="note">no text</p>'
    blocks = "\n".join(
        f'<div class="block d{step}" id="b{number}-{block}" data-words="{words}" data-density="{density:.4f}" '
        f'data-links="{links:.4f}"><span dir="auto">{"".join(_text(page.blocks, block))}</span>'
        f"<small>words {words}, density {density:.1f}, links {links:.2f}<br>"
        f"{block}: {escape(' '.join(page.blocks.path(block)[-_SHOWN_PATH:]))}</small></div>"
        for block, (step, (words, density, links)) in enumerate(zip(steps, rows, strict=True))
    )
    return f"<section>{heading}{note}{strip}\n{blocks}\n</section>"


def _text(blocks: Blocks, block: int) -> Iterator[str]:
    text, at = blocks.texts[block], 0
    for start, end in blocks.links[block]:
        yield f"{escape(text[at:start])}<u>{escape(text[start:end])}</u>"
        at = end
    yield escape(text[at:])
