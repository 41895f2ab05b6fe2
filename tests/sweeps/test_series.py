from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpsearch.errors import BpsearchError
from bpsearch.index.table import ColumnRecord
from bpsearch.retrieval.filters import parse_filter
from bpsearch.sweeps.references import keeping, references
from bpsearch.sweeps.series import curve, expression_axis, grid, parse_values, shown_number, sliding
from tests.sweeps.small_collection import Small


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1:4", (1, 2, 3, 4)),
        ("0.1:0.9:0.2", (0.1, 0.3, 0.5, 0.7, 0.9)),
        ("0:1:0.3", (0, 0.3, 0.6, 0.9)),
        ("7", (7,)),
        ("20,5,10", (5, 10, 20)),
        ("1:3,3:9:3", (1, 2, 3, 6, 9)),
        ("-1:1", (-1, 0, 1)),
    ],
)
def test_values(text: str, values: tuple[float, ...]) -> None:
    assert parse_values(text, "--values") == values


@given(st.integers(-50, 50), st.integers(0, 200), st.sampled_from([0.01, 0.05, 0.1, 0.5, 1, 7]))
def test_ranges_ascend_from_their_start_and_do_not_pass_their_end(start: int, count: int, step: float) -> None:
    end = round(start + count * step, 6)
    values = parse_values(f"{start}:{end}:{step}", "--values")
    assert values[0] == start and len(values) == count + 1
    assert values[-1] == pytest.approx(end)
    assert list(values) == sorted(set(values))


@pytest.mark.parametrize("text", ["", "a", "5:1", "1:2:0", "1:2:-1", "1:2:3:4", "1:", "nan", "1:inf", "1e99", "1,,2"])
def test_unreadable_values_say_what_is_expected(text: str) -> None:
    with pytest.raises(BpsearchError, match=r"--words .*expected FROM:TO"):
        parse_values(text, "--words")


@pytest.mark.parametrize("text", ["0:1e8", "1:1e9", "1:1e12", "0:1:1e-320", "0:1000", "1:900,2000:2900"])
def test_too_many_values(text: str) -> None:
    with pytest.raises(BpsearchError, match="too many values; expected 1,000 at most"):
        parse_values(text, "--words")


@given(st.floats(-1e6, 1e6).map(lambda value: round(value, 8)))
def test_numbers_in_filters_are_read_back(value: float) -> None:
    text = shown_number(value)
    assert "e" not in text
    assert float(text) == pytest.approx(value, abs=1e-9)
    parse_filter(f"words >= {text}")


def test_words_and_density_slide_from_below_links_from_above() -> None:
    assert sliding("words", "1:2").filters == ["words >= 1", "words >= 2"]
    assert sliding("density", "10").filters == ["density >= 10"]
    assert sliding("links", "0.5").filters == ["links <= 0.5"]


def test_minima_are_recognised() -> None:
    assert sliding("words", "1:2").minimum_of == "words"
    assert expression_axis("tokens >= {t}", "1").minimum_of == "tokens"
    assert expression_axis("words >= {t} and bte", "1").minimum_of is None
    assert sliding("links", "1").minimum_of is None


def test_an_expression_without_a_threshold_is_refused() -> None:
    with pytest.raises(BpsearchError, match=r"has no \{t\}"):
        expression_axis("words < 3", "1:2")


def test_a_grid_crosses_two_axes() -> None:
    one = grid([sliding("words", "1:2"), expression_axis("bte or links < {t}", "0.5")])
    assert [point.filter for point in one.points] == [
        "(words >= 1) and (bte or links < 0.5)",
        "(words >= 2) and (bte or links < 0.5)",
    ]
    assert [point.thresholds for point in one.points] == [(1, 0.5), (2, 0.5)]
    with pytest.raises(BpsearchError, match="crosses two ranges, not 1"):
        grid([sliding("words", "1:2")])


def test_points_of_a_curve_are_in_the_order_of_their_thresholds() -> None:
    assert [point.thresholds for point in curve(sliding("words", "3,1,2")).points] == [(1,), (2,), (3,)]


@pytest.mark.parametrize(
    ("record", "text"),
    [
        (ColumnRecord("bte", "verdict", keep=(1, float("inf"))), "bte"),
        (ColumnRecord("mine", "verdict"), "mine"),
        (ColumnRecord("score", "score", keep=(0.5, float("inf"))), "score >= 0.5"),
        (ColumnRecord("boilerplate", "score", keep=(float("-inf"), 0.5)), "boilerplate <= 0.5"),
        (ColumnRecord("kind", "class", classes=("a", "b"), keep=(1, 1)), "kind >= 1 and kind <= 1"),
    ],
)
def test_what_a_cleaner_keeps_as_a_filter(record: ColumnRecord, text: str) -> None:
    assert keeping(record) == text


def test_references_are_named_as_cleaners_are(small: Small) -> None:
    for name in ("words-links", "words_links", "some/mine.py:words_links"):
        assert [point.filter for point in references(small.index, (name,)).points] == ["", "words_links"]
