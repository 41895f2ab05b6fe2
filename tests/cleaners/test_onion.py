"""Onion: the first of near-duplicate paragraphs stays."""

from __future__ import annotations

import numpy as np

from bpsearch.cleaners import fit, get, label_page, prepare
from bpsearch.cleaners.onion import SeenHashes
from bpsearch.page import Page

STORY = "The quick brown fox jumps over the lazy dog and runs away into the dark green forest."


def labelled(name: str, *pages: str) -> list[list[int]]:
    cleaner = get(name)
    items = [prepare(Page(str(number), html.encode())) for number, html in enumerate(pages)]
    fitted = fit([cleaner], lambda: items)
    failures: list[object] = []
    labels = [label_page([cleaner], item, failures.append, fitted) for item in items]
    assert not failures
    return [columns[cleaner.columns[0].name].tolist() for columns in labels]


def test_only_the_first_occurrence_is_kept() -> None:
    other = "Something else entirely happened on the other side of the large river today."
    assert labelled("onion", f"<p>{STORY}</p>", f"<p>{other}</p><p>{STORY}</p>") == [[1], [1, 0]]
    assert labelled("onion", f"<p>{STORY}</p><p>{STORY}</p>") == [[1, 0]]


def test_near_duplicates_are_dropped_and_half_new_ones_are_not() -> None:
    near = STORY.replace("forest", "wood")
    half = STORY[:45] + "which was rather surprising to everybody who had been watching the scene there."
    assert labelled("onion", f"<p>{STORY}</p>", f"<p>{near}</p>", f"<p>{half}</p>") == [[1], [0], [1]]


def test_inline_markup_does_not_hide_a_duplicate() -> None:
    marked = STORY.replace("lazy", "<b>lazy</b>")
    assert labelled("onion", f"<p>{STORY}</p>", f"<p>{marked}</p>") == [[1], [0, 0, 0]]


def test_short_paragraphs_are_one_n_gram() -> None:
    """As in seed 002, section IV: "To whom it may concern," goes missing the second time."""
    letter = "<p>To whom it may concern,</p><p>Yours</p>"
    assert labelled("onion", letter, letter, "<p>To whom it may</p>") == [[1, 1], [0, 0], [1]]


def test_over_another_cleaner_only_its_text_counts() -> None:
    menu = f"<ul><li><a href='#'>{STORY}</a></li></ul>"
    article = f"<p>{STORY}</p>"
    assert labelled("onion", menu, article) == [[1], [0]]
    assert labelled("onion:min-density-7-links", menu, article) == [[0], [1]]


def test_pages_without_text() -> None:
    assert labelled("onion", "", "<p>—</p>") == [[], [1]]


def test_memory_is_fixed_and_errors_are_few() -> None:
    seen = SeenHashes(1 << 17)
    random = np.random.default_rng(1)
    first, second = (random.integers(0, 2**64, 50_000, np.uint64) for _ in range(2))
    assert not seen.check_and_add(first[:100]).any()
    seen.check_and_add(first)
    assert seen.check_and_add(first).all()
    assert seen.check_and_add(second).mean() < 0.02
    assert seen.bits.nbytes == 1 << 17
