"""Filters: what can be said, what it means block by block, and what is refused."""

from __future__ import annotations

import math
import operator
import warnings

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bpsearch.errors import BpsearchError
from bpsearch.index.table import LENGTH, BlockTable, ColumnRecord, write_catalogue, write_column
from bpsearch.retrieval.filters import all_of, parse_filter

NAN = math.nan
COLUMNS = {
    LENGTH: ("feature", np.array([3, 0, 12, 400, 1, 2, 7, 70_000], np.int64)),
    "words": ("feature", np.array([3, 0, 11, 255, 1, 2, 6, 200], np.int64)),  # one byte each
    "words_links": ("verdict", np.array([1, 0, 1, 1, 0, 0, 1, 1], np.int8)),
    "tokens": ("feature", np.array([3, 1, 13, 300, 1, 2, 7, 65_000], np.int64)),
    "density": ("feature", np.array([3, 1, 6.5, 14.3, 0, 2, 7, 1 / 3], np.float32)),
    "links": ("feature", np.array([0, 1, 1 / 3, 0.1, 1, 0.5, 0, 0.25], np.float32)),
    "bte": ("verdict", np.array([1, 0, -1, 1, 0, -1, 1, 0], np.int8)),
    "score": ("score", np.array([0.5, NAN, 0.1, 1, NAN, 0, 0.9, 0.3], np.float32)),
    "kind": ("class", np.array([0, 1, 2, -1, 0, 1, 2, -1], np.int8)),
}
CLASSES = ("good", "near-good", "bad")


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    folder = tmp_path_factory.mktemp("table")
    records = []
    for name, (kind, values) in COLUMNS.items():
        write_column(folder, name, [values], len(values))
        records.append(ColumnRecord(name, kind, classes=CLASSES if kind == "class" else ()))
    write_catalogue(folder, records)
    return BlockTable(folder)


def kept(table, text):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        asked = parse_filter(text)
        mask = asked.mask(table)
        blocks = np.arange(table.blocks)
        np.testing.assert_array_equal(asked.mask_at(table, blocks), mask)
        np.testing.assert_array_equal(asked.mask(table, 2, 5), mask[2:5])
    return np.flatnonzero(mask).tolist()


ALL = list(range(8))
MEANINGS = {
    "": ALL,
    "words >= 11": [2, 3, 7],
    "words >= 10.5": [2, 3, 7],
    "words >= 70000": [],
    "words < 70000": ALL,
    "words >= -1": ALL,
    "words < -1": [],
    "words == 256": [],
    "words != 300": ALL,
    "-1 < words": ALL,
    "words > 1000000000000000000000000000000": [],
    "words < 1e300": ALL,
    "density < 1e300": ALL,
    "density >= 1e300": [],
    "density > -1e300": ALL,
    "words * words > 60000": [3],
    "words + words > 300": [3, 7],
    "words - 300 < 0": ALL,
    "words - tokens < 0": [1, 2, 3, 6, 7],
    "-words < 0": [0, 2, 3, 4, 5, 6, 7],
    "+words > 200": [3],
    "tokens * tokens > 4000000000": [7],
    "words / tokens < 1": [1, 2, 3, 6, 7],
    "2 <= words < 12": [0, 2, 5, 6],
    "1 < words <= 3 != 2": [0, 5],
    "12 > words >= 2": [0, 2, 5, 6],
    "density >= 14.3": [3],  # the number takes the precision of the column
    "links <= 1/3 and links >= 1/3": [2],
    "links == 0.1": [3],
    "density >= 2 * 7.15": [3],
    "words": [0, 2, 3, 4, 5, 6, 7],
    "not words": [1],
    "not not links": [1, 2, 3, 4, 5, 7],
    "words >= 11 and links < 0.2 or density == 7": [3, 6],
    "words >= 11 and (links < 0.2 or density == 7)": [3],
    "bte": [0, 3, 6],
    "not bte": [1, 4, 7],
    "bte or not bte": [0, 1, 3, 4, 6, 7],
    "bte == -1": [],
    "bte or words >= 11": [0, 2, 3, 6, 7],
    "not bte and words >= 0": [1, 4, 7],
    "not (bte and words < 11)": [1, 2, 3, 4, 7],  # false whatever the verdict would be
    "score >= 0.5": [0, 3, 6],
    "not score >= 0.5": [2, 5, 7],
    "not (score < 0.5)": [0, 3, 6],
    "score != score": [],
    "score + bte >= 1": [0, 3, 6],
    "kind == 'good'": [0, 4],
    'kind != "good"': [1, 2, 5, 6],
    "'near-good' == kind": [1, 5],
    "not kind == 'bad'": [0, 1, 4, 5],
    "words / words == 1": [0, 2, 3, 4, 5, 6, 7],
    "not (words / words == 1)": [],  # 0 / 0 says nothing
    "1 / words > 10": [1],
    "words - 1/words == 0": [4],
    "1": ALL,
    "True": ALL,
    "0": [],
    "1 < 2": ALL,
    "1 / 0 > 5": ALL,
    "0 / 0 > 5 or not 0 / 0 > 5": [],
    "words\n  >=\t11": [2, 3, 7],
    "words>=11and links<0.2": [3],
}


@pytest.mark.parametrize("text", MEANINGS)
def test_meaning(table, text):
    assert kept(table, text) == MEANINGS[text]


def test_none_keeps_everything(table):
    assert kept(table, None) == ALL


REFUSED = [
    "__import__('os').system('true')",
    "words.__class__",
    "words[0]",
    "(lambda: 1)()",
    "[1, 2]",
    "{1}",
    "{1: 2}",
    "(words for words in 1)",
    "words if bte else 1",
    "words := 1",
    "(x := 1)",
    "words ** 1000000000",
    "words // 2",
    "words % 2",
    "words @ 2",
    "words << 99999",
    "words & 1",
    "~words",
    "words is 1",
    "words in (1, 2)",
    "f'{words}'",
    "b'x' == kind",
    "1j",
    "None",
    "...",
    "*words",
    "await words",
    "yield",
    "words; words",
    "words >=",
    "words >= >= 1",
    "words >= 11 and",
    "(words",
    "words)",
    "import os",
    "words = 3",
    "words => 3",
    "words >= 1,000",
    "§",
    "words >= １x",
    "\0",
    "words >= 0b2",
    "words >= 011",
]


@pytest.mark.parametrize("text", REFUSED)
def test_refused(table, text):
    with pytest.raises(BpsearchError, match=r"^filter: ") as caught:
        kept(table, text)
    assert str(caught.value).endswith("^")


@pytest.mark.parametrize(
    ("text", "at", "says"),
    [
        ("words >= 11 and lenks < 0.3", "lenks", "did you mean links"),
        ("words >= 11 and größe < 3", "größe", "no column größe"),
        ("größe < 3 and words.real", "words.real", "only columns"),
        ("words >= 11 and f(links)", "f(links)", "only columns"),
        ("words >= 11 and 'good' == links", "'good'", "only a column of classes"),
        ("kind == 'good' or kind == 'ugly'", "'ugly'", "good, near-good, bad"),
        ("words > 'good'", "'good'", "only a column of classes"),
        ("words + (links > 1) > 3", "links > 1", "expected a column or a number"),
        ("words > 1 and 'good'", "'good'", "expected a column or a number"),
        ("links < 1 and words-bte", "words-bte", "expected a condition"),
        ("links < 1 and not words-links", "words-links", "did you mean words_links"),
        ("words >= 11 links", "links", "cannot be read here"),
        ("words > 1 and kind == bad", "bad", "a class of kind is written in quotes: 'bad'"),
        ("words > 1 and links = 0", "= 0", "= is no sign of filters, write =="),
        ("kind == 'a = b' AND bte", "AND", "write and"),
        ("words > 1 && bte", "&& bte", "write and"),
        ("words > 1 | bte", "| bte", "write or"),
        ("words > 1 and !bte", "!bte", "write not"),
        ("words => 1", "=> 1", "write >="),
        ("words =< 1", "=< 1", "write <="),
        ("words <> 1", "<> 1", "write !="),
        ("words >= " + "9" * 400, "9" * 400, "too large"),
    ],
)
def test_errors_point_at_the_mistake(table, text, at, says):
    with pytest.raises(BpsearchError, match=says) as caught:
        kept(table, text)
    _, shown, mark = str(caught.value).split("\n")
    assert shown[mark.index("^") :].startswith(at[:20])


def test_a_filter_that_ends_too_early_is_marked_at_its_end(table):
    with pytest.raises(BpsearchError, match="cannot be read here") as caught:
        kept(table, "words >= 11 and")
    assert str(caught.value).endswith(f"  words >= 11 and\n  {' ' * len('words >= 11 and')}^")


def test_an_unknown_column_lists_all(table):
    with pytest.raises(BpsearchError) as caught:
        kept(table, "wrods > 1")
    assert "did you mean words?" in str(caught.value)
    assert all(name in str(caught.value) for name in COLUMNS)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5000 + "words" + ")" * 5000,
        "not " * 5000 + "words",
        "-" * 5000 + "words",
        "+".join(["words"] * 5000),
        "(" * 90 + "not " * 900 + "words" + ")" * 90,
        "words < " + "(words + " * 150 + "1" + ")" * 150,
        "9" * 5000,
    ],
)
def test_nesting_ends_in_a_message_not_in_a_crash(table, text):
    try:
        kept(table, text)
    except BpsearchError as error:
        assert len(str(error)) < 1000


def test_long_lists_of_conditions(table):
    assert kept(table, " or ".join(f"words == {n}" for n in range(1, 5000))) == [0, 2, 3, 4, 5, 6, 7]
    with pytest.raises(BpsearchError, match="no column oops") as caught:
        kept(table, " or ".join(["words == 1"] * 5000) + " or oops")
    assert len(str(caught.value)) < 1000


def test_columns():
    assert parse_filter("words >= 11 and (links < 0.3 or not bte)").columns == ["bte", "links", "words"]
    assert parse_filter(None).columns == []


@pytest.mark.parametrize("text", ["words >= ", "words = 11", "words AND", "&&", "f(x)", "-" * 5000 + "1", "'"])
def test_every_error_lists_the_columns_where_they_are_known(text):
    for read in (parse_filter, lambda text, columns: all_of(["words", text], columns)):
        with pytest.raises(BpsearchError, match=r"^filter: .*; columns: words, bte\n"):
            read(text, ["words", "bte"])


def test_comments():
    assert all_of(["links<0.5 # hi", "words >= 5 #"]) == "(links<0.5) and (words >= 5)"
    assert parse_filter("# which\nwords > 1 # some\nand kind == 'a#b'").text == "words > 1   and kind == 'a#b'"
    assert parse_filter("# nothing").tree is None


def test_all_of():
    assert all_of([None, " ", None]) is None
    assert all_of(["words > 1", None]) == "words > 1"
    assert all_of(["a or b", "c"]) == "(a or b) and (c)"
    with pytest.raises(BpsearchError):
        all_of(["words > 1) or (words < 1", "links < 1"])


SIGNS = {
    "<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">=": operator.ge, ">": operator.gt,
}  # fmt: skip


def value_of(name, row):
    """One value as plain Python, None where it is unknown."""
    kind, values = COLUMNS[name]
    value = values[row].item()
    unknown = kind != "feature" and (math.isnan(value) or value < 0)
    return None if unknown else value


def compared(name, sign, number):
    def judge(row):
        value = value_of(name, row)
        if value is None:
            return None
        same_type = np.float32(number).item() if COLUMNS[name][1].dtype == np.float32 else number
        return SIGNS[sign](value, same_type)

    return f"{name} {sign} {number}", judge


def conjunction(parts, sign, stops):
    def judge(row):
        answers = [part[1](row) for part in parts]
        if stops in answers:
            return stops
        return None if None in answers else not stops

    return f"({f' {sign} '.join(part[0] for part in parts)})", judge


def negation(part):
    def judge(row):
        answer = part[1](row)
        return None if answer is None else not answer

    return f"(not {part[0]})", judge


ATOMS = st.builds(
    compared,
    st.sampled_from(sorted(set(COLUMNS))),
    st.sampled_from(sorted(SIGNS)),
    st.one_of(st.integers(-300, 80_000), st.sampled_from((0, 1, 2, 255, 256)), st.floats(-2, 400)),
)
EXPRESSIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        inner.map(negation),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: conjunction(parts, "and", False)),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: conjunction(parts, "or", True)),
    ),
    max_leaves=8,
)


@given(EXPRESSIONS)
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
def test_against_row_by_row_evaluation(table, expression):
    text, judge = expression
    assert kept(table, text) == [row for row in ALL if judge(row) is True]


@given(st.text(max_size=40))
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_text_is_a_filter_or_an_error_to_read(table, text):
    try:
        kept(table, text)
    except BpsearchError as error:
        assert str(error).startswith("filter: ")
