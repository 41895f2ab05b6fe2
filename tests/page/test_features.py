"""Columns beside a slow, plain reading of their definitions."""

from __future__ import annotations

import re
import textwrap

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpsearch.page import Blocks, segment
from bpsearch.page.features import COLUMNS, DEFAULT, columns

TOKEN = re.compile(r"\w+|[^\w\s]")
LETTERS = "abzAZéßЖ字9.,!?;|-_'“…😀\u0301\xa0    "
words = st.text(st.sampled_from(LETTERS), min_size=1, max_size=60).map(lambda text: " ".join(text.split()))
texts = st.lists(st.lists(words, min_size=1, max_size=30).map(" ".join).map(str.strip), max_size=8).map(
    lambda texts: [" ".join(text.split()) for text in texts if text.split()]
)


def _blocks(texts: list[str]) -> Blocks:
    count = len(texts)
    links = [((0, len(text)),) if number % 2 else () for number, text in enumerate(texts)]
    return Blocks(texts, links, [-1] * count, [1] * (count + 1), [], [])


def _is_word(run: str) -> bool:
    return any(character.isalnum() for character in run)


def _tokens(text: str) -> int:
    """As the glossary has it; a combining mark counts as a part of its word."""
    return len(TOKEN.findall(text.replace("\u0301", "_")))


def _density(text: str, width: int) -> float:
    lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False) or [""]
    counted = lines[:-1] or lines
    return sum(map(_tokens, counted)) / len(counted)


@settings(deadline=None)
@given(texts, st.integers(1, 100))
def test_words_tokens_and_density_are_what_their_definitions_say(texts: list[str], width: int) -> None:
    found = columns(_blocks(texts), width)
    assert found["words"].tolist() == [sum(map(_is_word, text.split())) for text in texts]
    assert found["tokens"].tolist() == [_tokens(text) for text in texts]
    assert found["density"].tolist() == pytest.approx([_density(text, width) for text in texts])


@settings(deadline=None)
@given(texts)
def test_shallow_features_are_what_their_definitions_say(texts: list[str]) -> None:
    found = columns(_blocks(texts))
    for block, text in enumerate(texts):
        runs = [run for run in text.split() if _is_word(run)]
        many = max(len(runs), 1)
        sentences = sum(run[-1] in ".!?;" for run in text.split()) + (text[-1] not in ".!?;")
        assert found["word_length"][block] == pytest.approx(sum(map(len, runs)) / many)
        assert found["sentence_length"][block] == pytest.approx(len(runs) / sentences)
        assert found["upper_initial"][block] == sum(run[0].isupper() for run in runs)
        assert found["upper_whole"][block] == sum(run.isupper() for run in runs)
        assert found["full_stops"][block] == pytest.approx(text.count(".") / many)
        assert found["bars"][block] == text.count("|")
        assert found["links"][block] == block % 2
    assert found["position"].tolist() == list(range(len(texts)))


@settings(deadline=None)
@given(texts)
def test_a_subset_of_columns_has_the_same_values(texts: list[str]) -> None:
    blocks = _blocks(texts)
    everything = columns(blocks)
    assert list(everything) == list(COLUMNS)
    for name, values in columns(blocks, names=("density_quotient", *DEFAULT)).items():
        assert values.dtype == COLUMNS[name].dtype
        assert values.tolist() == everything[name].tolist()


def test_types_and_descriptions() -> None:
    found = columns(segment("<h1>one</h1><p>two <a href=x>three</a>"))
    for name, column in COLUMNS.items():
        assert found[name].dtype == np.dtype(column.dtype)
        assert column.dtype in ("int32", "float32", "bool")
        assert column.source.startswith("WSDM 2010")
        assert column.description


def test_no_block_no_values() -> None:
    assert {name: values.shape for name, values in columns(segment("")).items()} == dict.fromkeys(COLUMNS, (0,))


def test_the_last_line_does_not_count_unless_it_is_the_only_one() -> None:
    line = " ".join(["seven"] * 13)  # 77 characters
    found = columns(segment(f"<p>{line}<p>{line} more<p>{line} {line} !! more"), names=("tokens", "density"))
    assert found["tokens"].tolist() == [13, 14, 29]
    assert found["density"].tolist() == [13, 13, 14]


def test_a_word_longer_than_a_line_has_a_line_for_itself() -> None:
    found = columns(segment(f"<p>{'x' * 200}<p>{'x' * 200} one two<p>one {'x' * 200}"), names=("density",))
    assert found["density"].tolist() == [1, 1, 1]


def test_link_density_is_the_share_of_tokens_inside_a() -> None:
    found = columns(segment('<p>see <a href="x">this page</a>, please<p><a href=y>all</a><p>none'), names=("links",))
    assert found["links"].tolist() == pytest.approx([2 / 5, 1, 0])


def test_dates_and_times() -> None:
    html = "<p>Monday, 12 May 2008, 10:45 am GMT<p>on 2008-05-12 or 12/5/08<p>maybe a monument, 12 of 4.6<p>Sat, Jan 5"
    assert columns(segment(html), names=("dates",))["dates"].tolist() == [5, 2, 0, 2]


def test_enclosing_elements() -> None:
    html = "<div><h1>one</h1><p>two <a href=x>link</a></p></div><a href=y><h2>three</h2></a><p>four"
    found = columns(segment(html))
    assert {name: values.tolist() for name, values in found.items() if name.startswith("in_") and values.any()} == {
        "in_h1": [True, False, False, False],
        "in_h2": [False, False, True, False],
        "in_p": [False, True, False, True],
        "in_div": [True, True, False, False],
        "in_a": [False, False, True, False],
    }


def test_quotients_are_to_the_block_before() -> None:
    found = columns(segment("<p>a b<p>a b c d<p>...<p>a b c"))
    assert found["words_quotient"].tolist() == [2, 2, 0, 3]
    assert found["density_quotient"].tolist() == [2, 2, 0.75, 1]


def test_relative_position() -> None:
    assert columns(segment("a<br>b<br>c"))["relative_position"].tolist() == [0, 0.5, 1]
    assert columns(segment("a"))["relative_position"].tolist() == [0]


def test_paper_tokens_count_the_edges_of_links() -> None:
    line = " ".join(["seven"] * 13)
    found = columns(segment(f"<p>see <a href=x>this one</a>, please.<p>{line} <a href=y>{line}</a>"))
    assert found["paper_tokens"].tolist() == [6, 28]
    assert found["paper_density"].tolist() == [6, 13]
