"""Algorithms 1 and 2 of seed 001, vectorised, agree with the trees as they are printed."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpsearch.cleaners import get, prepare
from bpsearch.cleaners.density_links import density_links
from bpsearch.cleaners.words_links import words_links
from bpsearch.page import Page

links = st.one_of(st.sampled_from([0.0, 0.333333, 0.34, 0.555556, 0.56, 1.0]), st.floats(0, 1, width=32))
densities = st.one_of(st.sampled_from([4.0, 4.5, 9.0, 9.5, 10.0, 10.5, 11.0, 11.5]), st.floats(0.5, 30, width=32))


def algorithm_1(previous: tuple[float, float], current: tuple[float, float], following: tuple[float, float]) -> bool:
    if current[1] > 0.333333:
        return False
    if previous[1] > 0.555556:
        return following[0] > 11
    if current[0] > 9:
        return following[0] != 0
    if following[0] > 10:
        return True
    return previous[0] > 4


def algorithm_2(previous: tuple[float, float], current: tuple[float, float], following: tuple[float, float]) -> bool:
    if current[1] > 0.333333:
        return False
    if previous[1] > 0.555556:
        return current[0] > 40 or following[0] > 17
    if current[0] > 16:
        return True
    if following[0] > 15:
        return True
    return previous[0] > 4


@given(st.lists(st.tuples(densities, links), max_size=8))
def test_algorithm_1(page: list[tuple[float, float]]) -> None:
    columns = {"density": np.array([d for d, _ in page], np.float64), "links": np.array([x for _, x in page])}
    padded = [(0.0, 0.0), *page, (0.0, 0.0)]
    expected = [algorithm_1(*padded[i : i + 3]) for i in range(len(page))]
    assert density_links(SimpleNamespace(columns=columns)).tolist() == expected


@given(st.lists(st.tuples(st.integers(0, 60), links), max_size=8))
def test_algorithm_2(page: list[tuple[int, float]]) -> None:
    columns = {"words": np.array([w for w, _ in page], np.int32), "links": np.array([x for _, x in page])}
    padded = [(0, 0.0), *page, (0, 0.0)]
    expected = [algorithm_2(*padded[i : i + 3]) for i in range(len(page))]
    assert words_links(SimpleNamespace(columns=columns)).tolist() == expected


def test_the_last_dense_block_of_a_page_is_boilerplate_for_algorithm_1_only() -> None:
    text = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    item = prepare(Page("page", f"<p>{text}</p><p>{text}</p>".encode()))
    assert item.verdict(get("density-links")).tolist() == [1, 0]
    assert item.verdict(get("words-links")).tolist() == [1, 1]


@pytest.mark.parametrize(
    ("name", "kept"),
    [("min-words-10", [0, 1, 1]), ("density-10.5", [0, 0, 1]), ("min-density-7-links", [0, 1, 0])],
)
def test_single_rules(name: str, kept: list[int]) -> None:
    html = "<p>a b c d e f</p><p>a b c d e f g h i j</p><p><a href='#'>k l m n o p</a> a b c d e f</p>"
    assert prepare(Page("page", html.encode())).verdict(get(name)).tolist() == kept
