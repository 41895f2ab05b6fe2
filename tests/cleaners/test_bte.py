"""BTE in linear time is BTE by its quadratic definition."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bpsearch.cleaners import get, prepare
from bpsearch.cleaners.bte import best_stretch, tags_inside
from bpsearch.page import Page, segment

stretches = st.integers(1, 12).flatmap(
    lambda size: st.tuples(
        st.lists(st.integers(-3, 9), min_size=size, max_size=size),
        st.lists(st.integers(0, 9), min_size=size - 1, max_size=size - 1),
    )
)


def words_inside_tags_outside(words: list[int], between: list[int], start: int, end: int) -> int:
    """Finn's objective for the blocks from start up to end; tags before the first block are the same for all."""
    inside_gaps = range(start, end - 1)
    return sum(words[start:end]) + sum(tags for gap, tags in enumerate(between) if gap not in inside_gaps)


@given(stretches)
def test_the_stretch_maximises_words_inside_plus_tags_outside(page: tuple[list[int], list[int]]) -> None:
    words, between = page
    start, end = best_stretch(np.array(words), np.array(between, np.int64))
    every = [
        words_inside_tags_outside(words, between, first, last)
        for first in range(len(words))
        for last in range(first + 1, len(words) + 1)
    ]
    assert 0 <= start < end <= len(words)
    assert words_inside_tags_outside(words, between, start, end) == max(every)


def test_a_page_without_blocks_has_no_stretch() -> None:
    assert best_stretch(np.zeros(0, np.int64), np.zeros(0, np.int64)) == (0, 0)
    assert len(prepare(Page("empty", b"")).verdict(get("bte"))) == 0


def test_only_link_tags_with_text_on_both_sides_are_inside_a_block() -> None:
    blocks = segment("<p>see <a>this one</a> here</p><p><a>all linked</a></p><p><a>half</a> linked</p>")
    assert tags_inside(blocks).tolist() == [2, 0, 1]


def test_navigation_around_an_article_is_dropped() -> None:
    menu = "<ul>" + "".join(f"<li><a href='/{n}'>Item {n}</a></li>" for n in range(20)) + "</ul>"
    article = "".join(f"<p>Paragraph {n} of the article has quite a few more words than tags.</p>" for n in range(5))
    item = prepare(Page("page", f"<body>{menu}<div>{article}</div>{menu}".encode()))
    kept = [text for text, keep in zip(item.blocks.texts, item.verdict(get("bte")), strict=True) if keep]
    assert kept == [f"Paragraph {n} of the article has quite a few more words than tags." for n in range(5)]
