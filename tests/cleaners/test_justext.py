"""jusText's paragraphs, mapped to blocks."""

from __future__ import annotations

import random
import re

import justext
import pytest

from bpsearch.cleaners import cleaned_text, get, prepare
from bpsearch.cleaners.justext import CLASSES
from bpsearch.page import Page
from tests.shared_data import shared_data

LONG = "This is a paragraph that has all the words of which it is said that they are the function of a text. " * 3


def letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


def test_classes_before_and_the_verdict_after_the_neighbours() -> None:
    near = "It is what it is and that is all that there is to be said of it, so it was."
    menu = "<ul><li><a href='#'>Home</a></li></ul>"
    html = f"<h1>Title</h1><p>{LONG} <b>bold</b></p><p>Short one.</p><p>{near}</p><p>{LONG}</p>{menu}"
    item = prepare(Page("page", html.encode()))
    labels = item.labels(get("justext"))
    assert [CLASSES[code] for code in labels["justext_class"]] == [
        "short", "good", "good", "short", "near-good", "good", "bad"
    ]  # fmt: skip
    assert labels["justext"].tolist() == [1, 1, 1, 1, 1, 1, 0]


def test_the_stoplist_of_another_language_changes_the_verdict() -> None:
    german = "Das ist ein Absatz, der so lang ist, dass er auch ohne die anderen als Text gelten kann und muss. " * 3
    item = prepare(Page("page", f"<p>{german}</p>".encode()))
    assert item.verdict(get("justext")).tolist() == [0]
    assert item.verdict(get("justext:German")).tolist() == [1]


@pytest.mark.parametrize("name", ["l3s-gn1", "cleaneval-en", "cleanportaleval"])
def test_blocks_hold_what_justext_keeps_and_no_more(name: str) -> None:
    folder = "*/original" if name == "l3s-gn1" else "*/input"
    ours = theirs = shared = 0
    for file in random.Random(3).sample(sorted(shared_data(name).glob(f"{folder}/*.html")), 15):
        item = prepare(Page(file.name, file.read_bytes()))
        kept = letters(cleaned_text(item.blocks.texts, item.verdict(get("justext"))))
        paragraphs = justext.justext(re.sub(r"<\?xml[^>]*>", "", item.html), justext.get_stoplist("English"))
        good = letters("".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate))
        ours, theirs, shared = ours + len(kept), theirs + len(good), shared + sum(_common(kept, good))
    assert shared / ours > 0.995 and shared / theirs > 0.995


def _common(first: str, second: str) -> list[int]:
    """Lengths of the stretches that two texts have in common at their beginnings and ends."""
    if first == second:
        return [len(first)]
    shorter = min(len(first), len(second))
    start = next((i for i in range(shorter) if first[i] != second[i]), shorter)
    rest = shorter - start
    end = next((i for i in range(rest) if first[-1 - i] != second[-1 - i]), rest)
    return [start, end]


def test_cleaners_that_share_paragraphs_do_not_change_each_others_verdict() -> None:
    for file in sorted(shared_data("cleanportaleval").glob("*/input/bbc*.html"))[:6]:
        page = Page(file.name, file.read_bytes())
        shared = prepare(page)
        for name in ("justext-lenient", "justext"):
            assert shared.verdict(get(name)).tolist() == prepare(page).verdict(get(name)).tolist()
