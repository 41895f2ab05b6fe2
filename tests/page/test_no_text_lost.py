"""The text of our blocks beside what an HTML5 parser sees, on all real pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from bpsearch.page import Blocks, decode, segment
from tests.shared_data import shared_data

PAGES = {
    "l3s-gn1": ("*/original/*.html", "*/annotated/*.html"),
    "cleaneval-en": ("*/input/*",),
    "cleanportaleval": ("*/input/*",),
    "msv-chaos": ("*/html/*",),
}
TOKEN = re.compile(r"\w+|[^\w\s]")
# What a browser that runs scripts does not show. Lexbor runs none, so it is told what is in NOSCRIPT.
NOSCRIPT = re.compile(r"<noscript[\s>].*?</noscript\s*>", re.S | re.I)
UNSEEN = ["script", "style", "noscript", "template", "select", "iframe", "noembed", "noframes", "title"]


def _seen(page: str) -> Counter[str]:
    parser = LexborHTMLParser(NOSCRIPT.sub("<noscript></noscript>", page))
    parser.strip_tags(UNSEEN)
    return Counter(TOKEN.findall(parser.root.text(separator="\n"))) if parser.root else Counter()


def _found(blocks: Blocks) -> Counter[str]:
    """Tokens as lexbor has them: the edges of links end them."""

    def pieces() -> Iterator[str]:
        for text, spans in zip(blocks.texts, blocks.links, strict=True):
            edges = [0, *(edge for span in spans for edge in span), len(text)]
            yield from (text[start:end] for start, end in pairwise(edges))

    return Counter(TOKEN.findall("\n".join(pieces())))


@pytest.mark.parametrize("name", PAGES)
def test_no_text_is_lost_and_none_invented(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    files = [file for pattern in PAGES[name] for file in sorted(shared_data(name).glob(pattern))]
    total = lost = invented = 0
    losing: list[tuple[Path, int, int]] = []
    for file in files:
        page = decode(file.read_bytes())
        seen, found = _seen(page), _found(segment(page))
        tokens, missing = seen.total(), (seen - found).total()
        total += tokens
        lost += missing
        invented += (found - seen).total()
        if missing > 0.05 * tokens:
            losing.append((file, missing, tokens))
    with capsys.disabled():
        print(f"\n{name}: {len(files)} pages, {total:,} tokens, {lost} lost, {invented} only ours")
    assert len(files) > 50
    assert not losing
    assert lost <= 0.0005 * total
    assert invented <= 0.0005 * total
