"""What a cleaner is: its columns, what happens where it fails, the registry, a user's own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bpsearch.cleaners import (
    Cleaner,
    Column,
    Failure,
    cleaned_text,
    column_name,
    get,
    get_all,
    known,
    label_page,
    prepare,
)
from bpsearch.cleaners.records import CleanerInput, Labels
from bpsearch.errors import BpsearchError, InputError
from bpsearch.page import Page

PAGE = Page("page", b"<h1>Title</h1><p>Some words of a paragraph.</p><ul><li><a href='#'>Home</a></li></ul>")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "own.py"
    file.write_text(
        "import numpy as np\n"
        "def long(blocks, columns):\n    'Blocks of three words.'\n    return columns['words'] >= 3\n"
        "def share(blocks):\n    return [len(text) / 30 for text in blocks.texts]\n"
        "def short(blocks):\n    return [True]\n"
        "def fragile(blocks):\n    return [1 / (len(blocks) - 3) > 0 for _ in blocks.texts]\n"
        "constant = 3\n"
    )
    return file


def test_columns_say_what_is_kept_and_what_is_not_known() -> None:
    verdict, score = Column("v"), Column("s", "score", (0.5, np.inf))
    classes = Column("c", "class", (2, 3), ("bad", "short", "near-good", "good"))
    assert verdict.verdict(np.array([1, 0, -1], np.int8)).tolist() == [1, 0, -1]
    assert score.verdict(np.array([0.5, 0.4, np.nan], np.float32)).tolist() == [1, 0, -1]
    assert classes.verdict(np.array([3, 2, 1, -1], np.int8)).tolist() == [1, 1, 0, -1]
    for column in (verdict, score, classes):
        assert column.verdict(column.empty(2)).tolist() == [-1, -1]


def test_cleaned_text_is_the_kept_blocks_on_lines() -> None:
    assert cleaned_text(["a b", "c", "d"], [1, 0, 1]) == "a b\nd"
    assert cleaned_text(["a b"], [-1]) == ""


def test_a_cleaner_that_fails_leaves_no_verdict_and_is_listed() -> None:
    def broken(item: CleanerInput) -> Labels:
        raise ZeroDivisionError("by zero")

    cleaner = Cleaner("broken", "", "", (Column("broken"), Column("sure", "score")), broken)
    failures: list[Failure] = []
    labels = label_page([cleaner, get("bte")], prepare(PAGE), failures.append)
    assert labels["broken"].tolist() == [-1, -1, -1] and np.isnan(labels["sure"]).all()
    assert labels["bte"].tolist() == [0, 1, 0]
    assert failures == [Failure("page", "broken", "ZeroDivisionError: by zero")]


def test_every_cleaner_labels_every_block_of_odd_pages() -> None:
    odd = [b"", b"<html></html>", b"<p>\xa9</p>", b"</p>text", "<p>Žluťoučký</p>".encode(), b"<a>x<a>y\0</a>\x0b"]
    failures: list[Failure] = []
    page_level = [cleaner for cleaner in known() if cleaner.level == "page" and cleaner.installed]
    for html in odd:
        item = prepare(Page("odd", html))
        labels = label_page(page_level, item, failures.append)
        for cleaner in page_level:
            for column in cleaner.columns:
                assert labels[column.name].shape == (len(item.blocks),), cleaner.name
                assert labels[column.name].dtype == column.dtype, cleaner.name
    assert not failures


def test_all_cleaners_of_the_literature_are_there() -> None:
    wanted = (
        "bte density-links words-links min-words-10 density-10.5 min-density-7-links largest-content "
        "largest-content-density main-content main-content-density tree justext onion goldminer boilerpipe "
        "trafilatura resiliparse readability"
    )
    cleaners = {cleaner.name: cleaner for cleaner in known()}
    for name in wanted.split():
        assert cleaners[name].source and cleaners[name].description
        assert cleaners[name].columns[0].name.isidentifier()
    assert {cleaner.name for cleaner in get_all("bte, all")} == {name for name in cleaners if cleaners[name].installed}


def test_names_become_columns_of_filters() -> None:
    assert column_name("density-10.5") == "density_10_5"
    assert get("tree:3").columns[0].name == "tree_3"
    assert [column.name for column in get("justext:German").columns] == ["justext_german", "justext_german_class"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bet", "did you mean bte"),
        ("tree:x", "tree:3"),
        ("justext:Klingon", "no stoplist"),
        ("onion:bet", "did you mean bte"),
        ("nowhere/own.py:long", "no such file"),
    ],
)
def test_unknown_names_are_explained(name: str, message: str) -> None:
    with pytest.raises(BpsearchError, match=message):
        get(name)


def test_a_missing_package_is_named_before_any_work() -> None:
    code = (
        "import sys; sys.modules['justext'] = None\n"
        "from bpsearch import cleaners\n"
        "assert 'justext' not in [c.name for c in cleaners.get_all('all')]\n"
        "cleaners.get('justext')\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "the cleaner justext needs the package justext" in result.stderr
    assert "bpsearch[cleaners]" in result.stderr


def test_your_own_function_gives_verdicts_or_scores(own: Path) -> None:
    item = prepare(PAGE)
    long, share = get(f"{own}:long"), get(f"{own}:share")
    assert (long.name, long.kind, long.description) == ("long", "verdict", "Blocks of three words.")
    assert item.verdict(long).tolist() == [0, 1, 0]
    assert share.kind == "score" and item.labels(share)["share"].dtype == np.float32
    assert item.verdict(share).tolist() == [0, 1, 0]


def test_your_own_function_may_fail_on_a_page(own: Path) -> None:
    failures: list[Failure] = []
    labels = label_page([get(f"{own}:fragile")], prepare(PAGE), failures.append)
    assert labels["fragile"].tolist() == [-1, -1, -1]
    assert [failure.cleaner for failure in failures] == ["fragile"]


@pytest.mark.parametrize(
    ("function", "message"), [("short", "gave 1 values for 2 blocks"), ("gone", "no function"), ("constant", "neither")]
)
def test_what_is_wrong_with_your_own_function(own: Path, function: str, message: str) -> None:
    with pytest.raises(BpsearchError, match=message):
        get(f"{own}:{function}")


def test_a_file_that_does_not_run(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("def f(:\n")
    with pytest.raises(InputError, match="SyntaxError"):
        get(f"{tmp_path / 'bad.py'}:f")


def test_an_installed_package_brings_its_cleaner(tmp_path: Path) -> None:
    (tmp_path / "shouting.py").write_text("def shout(blocks):\n    return [t.isupper() for t in blocks.texts]\n")
    distribution = tmp_path / "shouting-1.0.dist-info"
    distribution.mkdir()
    (distribution / "METADATA").write_text("Metadata-Version: 2.1\nName: shouting\nVersion: 1.0\n")
    points = "[bpsearch.cleaners]\nbroken = nowhere:at_all\nshouting = shouting:shout\n"
    (distribution / "entry_points.txt").write_text(points)
    page = tmp_path / "page.html"
    page.write_text("<p>LOUD</p><p>quiet</p>")
    command = [sys.executable, "-m", "bpsearch", "clean", str(page), "--cleaner"]
    paths = os.pathsep.join([str(tmp_path), str(Path(__file__).resolve().parents[2])])
    environment = {**os.environ, "PYTHONPATH": paths}
    result = subprocess.run([*command, "shouting"], capture_output=True, text=True, env=environment)
    assert result.stdout == "LOUD\n", result.stderr
    result = subprocess.run([*command, "broken"], capture_output=True, text=True, env=environment)
    assert "nowhere:at_all could not be loaded" in " ".join(result.stderr.split())
