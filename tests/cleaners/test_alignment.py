"""An extractor's text finds its blocks again."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpsearch.cleaners import get, prepare
from bpsearch.cleaners.alignment import align
from bpsearch.cleaners.extraction import aligned
from bpsearch.page import Page
from tests.shared_data import shared_data

words = st.sampled_from(["the", "a", "of", "cat", "dog", "news", "home", "read", "more", "Žluť", "12", "x"])
blocks = st.lists(st.tuples(st.lists(words, min_size=1, max_size=5).map(" ".join), st.booleans()), max_size=25)

SETS = {
    "l3s-gn1": "*/original/*.html",
    "cleaneval-en": "cleaneval-final/input/*.html",
    "cleanportaleval": "*/input/*.html",
    "msv-chaos": "*/html/*.htm*",
}


def test_thousands_of_blocks_that_are_alike() -> None:
    many = ["Reply", "yes", "Reply to this message, please", "a b c d e f g h i j k l m n o p q r s t u"] * 2_000
    assert align(many, "\n".join(many)).share == 1.0
    assert align([*many, "end"], "\n".join([*many[4_000:], "end"])).share > 0.99


@given(blocks)
def test_all_text_that_consists_of_blocks_in_order_is_found(page: list[tuple[str, bool]]) -> None:
    kept = [text for text, keep in page if keep]
    alignment = align([text for text, _ in page], "\n".join(kept))
    assert alignment.share == 1.0
    found = [(place, text) for place, (text, _) in zip(alignment.places, page, strict=True) if place >= 0]
    assert found == sorted(found)
    assert "".join(text.replace(" ", "") for _, text in found) == "".join(kept).replace(" ", "")


@given(st.lists(st.booleans(), min_size=1, max_size=40), st.randoms(use_true_random=False))
def test_distinct_blocks_are_kept_exactly(keep: list[bool], dice: random.Random) -> None:
    texts = [f"block{number} " + " ".join(dice.choices(["the", "of", "a"], k=6)) for number in range(len(keep))]
    text = "\n• ".join(text for text, kept in zip(texts, keep, strict=True) if kept)
    assert [place >= 0 for place in align(texts, text).places] == keep


def test_of_equal_blocks_the_one_beside_the_kept_text_is_kept() -> None:
    article = ["A first paragraph of some length about it.", "And a second one, which is as long."]
    page = ["News", "Home", "News", *article, "News", "Home", "News"]
    headed, followed = align(page, "\n".join(["News", *article])), align(page, "\n".join([*article, "News"]))
    assert [block for block, place in enumerate(headed.places) if place >= 0] == [2, 3, 4]
    assert [block for block, place in enumerate(followed.places) if place >= 0] == [3, 4, 5]


def test_glued_words_punctuation_and_moved_blocks_do_not_matter() -> None:
    texts = ["Story", "A cell that stood before the text", "The Switch", "is the clearest example of this, they say"]
    text = "| The Switchis the clearest example of this – they say |\n| A cell that stood before the text |"
    assert [place >= 0 for place in align(texts, text).places] == [False, True, True, True]


def test_the_title_of_the_page_takes_no_block() -> None:
    headline = "Nikkei tops 13,000 for the first time"
    title, blocks = f"BBC News - {headline}", ["5 April 2013", headline, "Text."]
    alignment = align(blocks, "\n".join([title, *blocks]), title)
    assert min(alignment.places) > 0 and alignment.share == 1.0


def test_blocks_without_letters_follow_their_neighbours() -> None:
    text = "A paragraph with some words in it, "
    html = f"<article><h1>Title</h1><p>{text * 9}<b>—</b><i>{text * 9}</i></p></article><p>©</p><footer>foot</footer>"
    verdict = prepare(Page("page", html.encode())).verdict(get("readability")).tolist()
    assert verdict[1:4] == [1, 1, 1] and verdict[-2:] == [0, 0]


@pytest.mark.parametrize("tool", ["boilerpipe", "readability", "resiliparse", "trafilatura"])
def test_the_blocks_hold_99_percent_of_an_extractors_text(tool: str) -> None:
    found = letters = 0
    for name, pattern in SETS.items():
        for file in random.Random(7).sample(sorted(shared_data(name).glob(pattern)), 10):
            alignment = aligned(tool, prepare(Page(file.name, file.read_bytes())))
            found, letters = found + alignment.found, letters + alignment.letters
    print(f"{tool}: {found / letters:.2%} of {letters:,} letters")
    assert letters > 50_000
    assert found / letters >= 0.99
