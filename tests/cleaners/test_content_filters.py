"""The largest and the main content filter of seed 001, section 4.3.2, and the tree filter of seed 004."""

from __future__ import annotations

import numpy as np
import pytest

from bpsearch.cleaners import get, prepare
from bpsearch.cleaners.largest_content import largest_content
from bpsearch.cleaners.main_content import is_comment_marker, main_stretch, title_variants
from bpsearch.cleaners.tree import ancestor, largest_group
from bpsearch.page import Page, segment

SENTENCE = "This is sentence number {} of a text that has more than sixteen words, so that it counts as content."


def verdict(*values: int) -> np.ndarray:
    return np.array(values, np.int8)


def test_the_stretch_with_most_words_stays_and_one_dropped_block_does_not_end_it() -> None:
    words = np.array([50, 1, 1, 30, 1, 30, 1, 1, 40])
    assert largest_content(verdict(1, 0, 0, 1, 0, 1, 0, 0, 1), words).tolist() == [0, 0, 0, 1, 0, 1, 0, 0, 0]
    assert largest_content(verdict(0, -1), np.array([1, 2])).tolist() == [0, 0]
    assert largest_content(verdict(), np.array([], np.int64)).tolist() == []


@pytest.mark.parametrize(
    "text", ["Comments", "User comments:", "Comments (12)", "23 comments", "Readers’ Comments", "Have your say!"]
)
def test_comment_markers(text: str) -> None:
    assert is_comment_marker(text)


@pytest.mark.parametrize("text", ["No comment", "He refused to leave a comment", "Commentary", ""])
def test_no_comment_markers(text: str) -> None:
    assert not is_comment_marker(text)


def test_sites_put_their_name_beside_the_title() -> None:
    assert "a good day" in title_variants("A good day | The Daily Planet")
    assert "a good day" in title_variants("BBC News - A good day")
    assert not title_variants("News")


def test_main_content_is_between_title_and_comments() -> None:
    texts = ["teaser", "A good day", "first", "second", "Comments", "third"]
    words = np.array([0, 3, 80, 50, 1, 70])
    assert main_stretch(texts, "A good day - The Daily Planet", words) == (1, 4)
    assert main_stretch(texts, "Something else", words) == (0, 4)
    assert main_stretch(["Comments", *texts], "", np.array([1, *words])) == (0, 5), "no content before the first"
    assert main_stretch([*texts, "Weather report"], "Weather report", np.array([*words, 0])) == (0, 4), "too late"
    assert main_stretch([], "A title", np.array([], np.int64)) == (0, 0)


def test_main_content_of_a_page() -> None:
    paragraphs = "".join(f"<p>{SENTENCE.format(n)}</p>" for n in range(1, 6))
    comments = "".join(f"<p>{SENTENCE.format(n)}</p>" for n in range(10, 30))
    html = f"<title>The news of today | Site</title><p>{SENTENCE.format(0)}</p><h1>The news of today</h1>{paragraphs}"
    item = prepare(Page("page", f"{html}<h2>User comments:</h2>{comments}".encode()))
    for name in ("main-content", "main-content-density"):
        kept = [text for text, keep in zip(item.blocks.texts, item.verdict(get(name)), strict=True) if keep]
        assert [text for text in kept if text.startswith("This")] == [SENTENCE.format(n) for n in range(1, 6)]
    assert item.verdict(get("largest-content")).sum() > 20


TREE = "<body><div><div><p>one</p><p>two <b>bold</b></p></div></div><div><ul><li>three three three</li></ul></div>"


def test_ancestors_are_counted_from_the_paragraph() -> None:
    blocks = segment(TREE)
    names = [[blocks.element_names[ancestor(blocks, block, up)] for up in (1, 2, 9)] for block in range(len(blocks))]
    assert names == [["div", "div", "body"]] * 3 + [["div", "body", "body"]]


def test_the_group_with_most_text_stays() -> None:
    blocks = segment(TREE)
    assert list(blocks.texts) == ["one", "two", "bold", "three three three"]
    assert largest_group(blocks, verdict(1, 1, 1, 1), 2).tolist() == [0, 0, 0, 1]
    assert largest_group(blocks, verdict(1, 1, 1, 0), 2).tolist() == [1, 1, 1, 0]
    assert largest_group(blocks, verdict(0, 0, 0, 0), 2).tolist() == [0, 0, 0, 0]
    assert largest_group(blocks, verdict(1, 1, 1, 1), 3).tolist() == [1, 1, 1, 1]


def test_tree_over_boilerpipe_drops_what_boilerpipe_drops() -> None:
    paragraphs = "".join(f"<p>{SENTENCE.format(n)}</p>" for n in range(8))
    related = "".join(f"<p>{SENTENCE.format(n)}</p>" for n in range(50, 52))
    html = f"<body><div><div>{paragraphs}</div></div><div><div><div>{related}</div></div></div><p>tiny</p>"
    item = prepare(Page("page", html.encode()))
    below, kept = item.verdict(get("boilerpipe")), item.verdict(get("tree"))
    assert kept.tolist() == [1] * 8 + [0] * 3
    assert (below >= kept).all() and below.sum() > kept.sum()
