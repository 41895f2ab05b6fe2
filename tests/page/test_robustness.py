"""Pages made to hurt: time and memory stay in proportion to their length, or these tests never end."""

from __future__ import annotations

import pytest

from bpsearch.page import segment
from bpsearch.page.features import DEFAULT, columns

MANY = 100_000
REPEATED = {
    "open tags": "<a ",
    "open comments": "<!--",
    "comments with dashes": "<!-- -- ",
    "less-than signs": "<",
    "end tags begun": "</",
    "declarations begun": "<!",
    "unclosed quotes": '<a b="',
    "quotes in quotes": "<a b='\"<a c=\"'",
    "empty values": "<a b=",
    "scripts": "<script>",
    "escaped scripts": "<script><!--<script>",
    "titles": "<title>",
    "selects": "<select><option>x",
    "ampersands": "&",
    "half entities": "&amp",
    "number signs": "&#",
    "long entity names": "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "metas": "<meta charset",
    "xml declarations": "<?xml ",
    "links spaced": "w <a href=x> y </a> ",
    "links begun": "<a href=x>y",
    "marks and spaces": "x <a href=1> <b> </b> </a> ",
    "tags": "<b>x</b>",
    "breaks": "x<br>",
}


@pytest.mark.parametrize("name", REPEATED)
def test_repetition(name: str) -> None:
    blocks = segment(REPEATED[name].encode() * MANY)
    assert len(columns(blocks, names=DEFAULT)["words"]) == len(blocks) <= MANY


def test_a_hundred_thousand_nested_tags() -> None:
    blocks = segment(b"<div>word " * 100_000 + b"</div>" * 100_000)
    assert len(blocks) == 100_000
    assert columns(blocks)["in_div"].all()
    assert max(len(blocks.path(block)) for block in range(0, len(blocks), 1000)) <= 512


def test_a_million_tiny_tags() -> None:
    assert len(segment(b"<i>x</i>" * 500_000)) == 500_000


def test_end_tags_that_close_nothing() -> None:
    assert len(segment(b"<span>" * 600 + b"</b>" * MANY + b"x").element_names) == 600


@pytest.mark.parametrize(("piece", "megabytes"), [("word ", 50), ("x", 50), ("wörd ", 5), ("字", 5), ("😀 ", 5)])
def test_one_line_of_many_megabytes(piece: str, megabytes: int) -> None:
    blocks = segment(piece.encode() * (megabytes * 1_000_000 // len(piece.encode())))
    words = 0 if piece == "😀 " else blocks.texts[0].count(" ") + 1
    assert columns(blocks, names=DEFAULT)["words"].tolist() == [words]


@pytest.mark.parametrize("digits", ["&#" + "9" * 3_000_000, "&#x" + "f" * 3_000_000])
def test_endless_numbers(digits: str) -> None:
    assert segment(f"{digits}; x").texts == ["\ufffd x"]


def test_hostile_bytes() -> None:
    page = "<p>né</p><p>x\0y</p>"
    assert segment(b"\xff\xfe" + page.encode("utf-16-le")).texts == ["né", "xy"]
    assert segment(page.encode("utf-16-le")).texts == ["né", "xy"]
    assert segment(page.encode(), charset="utf-16").texts
    assert segment(page.encode(), charset="shift_jis").texts
    assert segment(bytes(range(256)) * 1000).texts
