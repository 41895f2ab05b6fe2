"""Labels of L3S-GN1: they name the class of blocks and are no markup."""

from __future__ import annotations

import pytest

from bpsearch.labelled.l3s import LABELS, labelled_blocks
from bpsearch.page import segment


@pytest.mark.parametrize(
    ("html", "labelled"),
    [
        ("<p>plain</p>", [("plain", 0)]),
        ('<p><span class="x-nc-sel2">one</span> <a href=xyz><span class="x-nc-sel2">two</span></a>', [("one two", 2)]),
        ('<p>a<b><span class="x-nc-sel1">b</span></b>c', [("a", 0), ("b", 1), ("c", 0)]),
        ('<p><span class="x-nc-sel0">menu <SPAN class="y x-nc-sel2">text</SPAN> end</span>', [("menu text end", 0)]),
        ('<p><span class="x-nc-sel2">of<span>the</span>page</span>', [("of", 2), ("the", 2), ("page", 2)]),
        ('<div class="x-nc-sel5"><p>one</p><div>two</div></div><p>three', [("one", 5), ("two", 5), ("three", 0)]),
        ('<span class="x-nc-sel2">longer <a href=x><span class="x-nc-sel3">text</span></a>', [("longer text", 2)]),
        ('<noscript><span class="x-nc-sel2">x</span></noscript><p>after', [("after", 0)]),
        ("<p>\0<span class=x-nc-sel4>one\1</span><p>two", [("one", 4), ("two", 0)]),
    ],
)
def test_the_nearest_label_holds(html: str, labelled: list[tuple[str, int]]) -> None:
    _, blocks, labels = labelled_blocks(html.encode())
    assert list(zip(blocks.texts, labels, strict=True)) == labelled


def test_the_page_is_as_it_was_without_the_labels() -> None:
    original = "<html><body><p>one <a href=x>two</a><span>three</span></p></body></html>"
    annotated = original.replace("one", '<span class="x-nc-sel2">one</span>')
    annotated = annotated.replace("three", "<SPAN class=x-nc-sel0>three</SPAN>")
    html, blocks, _ = labelled_blocks(annotated.encode())
    assert html == original
    assert list(blocks.tags) == list(segment(original).tags)
    assert len(LABELS) == 6
