from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpsearch.evaluation.comparison import Comparison
from bpsearch.evaluation.rounding import shown, signed
from bpsearch.report import fragments
from bpsearch.report.data import embedded
from bpsearch.sweeps import Sweep, read_sweep


@pytest.fixture(scope="module")
def sweep(swept: Path) -> Sweep:
    return read_sweep(swept)


@pytest.fixture(scope="module")
def html(swept: Path) -> str:
    return (swept / "report.html").read_text(encoding="utf-8")


class Elements(HTMLParser):
    """Start tags, and the text of script elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] == "script":
            self.scripts.append(data)


def test_nothing_is_loaded_from_elsewhere(html: str) -> None:
    for tag, attributes in Elements(html).tags:
        for name in ("src", "href", "action", "srcset"):
            value = attributes.get(name)
            assert value is None or value.startswith(("#", "data:")), (tag, value)
    assert "default-src 'none'" in html
    assert not re.search(r"@import|url\((?!#)", html)


def test_no_placeholder_is_left(html: str) -> None:
    assert not re.search(r"\{\{\w+\}\}", html)


def test_the_data_are_those_of_the_sweep(html: str, sweep: Sweep) -> None:
    found = Elements(html)
    data = json.loads(next(script for script in found.scripts if script.lstrip().startswith("{")))
    assert data["measures"] == ["P@10", "nDCG@10"]
    assert [one["name"] for one in data["series"]] == ["words", "links"]
    assert data["references"]["names"] == ["all blocks", "bte", "words-links"]
    curve = sweep.curves[0]
    column = data["series"][0]["measures"][1]
    assert column["value"] == [round(one.value, 9) for one in curve.comparisons["nDCG@10"]]
    assert column["topics"][3] == [round(value, 9) for value in curve.values["nDCG@10"][3].tolist()]
    assert sum(tag == "script" for tag, _ in found.tags) == 2, "text of pages opens no script"


def test_ids_are_unique_and_labels_point_somewhere(html: str) -> None:
    tags = Elements(html).tags
    ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in tags:
        for name in ("for", "aria-labelledby", "aria-describedby"):
            if name in attributes:
                assert attributes[name] in ids


def test_the_size_is_bounded(html: str) -> None:
    assert len(html) < 2_000_000


SIMPLE = st.text() | st.integers() | st.none()
JSON = st.recursive(SIMPLE, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))


@given(JSON)
def test_embedded_data_cannot_end_their_element_and_are_read_back(data: object) -> None:
    written = embedded(data)
    assert "<" not in written
    assert json.loads(written) == data


def test_numbers_are_rounded_once_and_halves_up_as_the_scripts_do() -> None:
    assert shown(0.454546950) == "0.4545"
    assert shown(0.0625, 3) == "0.063"
    assert shown(0.72249999999999992, 3) == shown(0.7225, 3) == "0.723", "sums of floats are noisy"
    assert [signed(value) for value in (0.00005, -0.00004, -0.28125)] == ["+0.0001", "+0.0000", "-0.2813"]
    interval = Comparison(0.6, 0.55250001, 0.69774999, {})
    assert fragments._interval(interval) == '<span class="interval">0.553–0.698</span>'
