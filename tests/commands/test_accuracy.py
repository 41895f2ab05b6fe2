"""bpsearch accuracy on made-up corpora: the paper's exhibits, each with CSV and picture, and errors that explain."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bpsearch.cli import app
from bpsearch.errors import BpsearchError
from tests.labelled.small_corpus import html, write_corpus

SITES = 12


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["accuracy", *map(str, arguments)], catch_exceptions=False)


@pytest.fixture(scope="module")
def news(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in the form of L3S-GN1."""
    folder = tmp_path_factory.mktemp("l3s")
    urls = []
    for name in ("original", "annotated"):
        (folder / name).mkdir()
    for number in range(2 * SITES):
        page = html(number)
        labelled = page.replace("<h1>", '<h1><span class="x-nc-sel1">').replace("</h1>", "</span></h1>")
        labelled = labelled.replace("<p>", '<p><span class="x-nc-sel2">').replace("</p>", "</span></p>")
        (folder / "original" / f"{number}.html").write_text(page, encoding="utf-8")
        (folder / "annotated" / f"{number}.html").write_text(labelled, encoding="utf-8")
        urls.append(f"<urn:uuid:{number}>\thttp://site{number % SITES}.com/{number}\n")
    (folder / "url-mapping.txt").write_text("".join(urls), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def gold_texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in the form of CleanEval."""
    folder = tmp_path_factory.mktemp("texts") / "cleaneval-small"
    for name in ("input", "GoldStandard"):
        (folder / name).mkdir(parents=True)
    for number in range(4):
        page = html(number)
        text = page.partition("<h1>")[2].partition("<div>")[0].replace("</h1>", "\n").replace("</p>", "\n")
        (folder / "input" / f"{number}.html").write_text(page, encoding="utf-8")
        (folder / "GoldStandard" / f"{number}.txt").write_text(f"URL: x\n<h>{text}", encoding="utf-8")
    return folder


def test_every_table_and_figure_of_the_paper_has_its_files(news: Path, gold_texts: Path, tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    result = run(news, gold_texts, "--paper", "l3s-gn1", "--cleaner", "bte,words-links", "--output", tmp_path / "paper")
    assert result.exit_code == 0
    for printed in ("Table 1", "Table 2, 2 classes", "Table 2, 4 classes", "Figure 2", "0.7586", "(95.3)"):
        assert printed in result.stdout
    assert "…" not in result.stdout and max(map(len, result.stdout.splitlines())) <= 80
    figures = ["figure1-2-classes", "figure1-4-classes", "figure2-L3S-GN1", "figure2-cleaneval-small"]
    figures += ["figure3-cleaneval-small", "figure4", "figure5", "writers"]
    for name in figures:
        for ending in ("csv", "svg", "png", "pdf"):
            assert (tmp_path / "paper" / f"{name}.{ending}").stat().st_size > 100, name
    for name, rows in (("table1", 6), ("table2-2-classes", 17), ("table2-4-classes", 17)):
        with (tmp_path / "paper" / f"{name}.csv").open(encoding="utf-8") as file:
            assert len(list(csv.DictReader(file))) == rows


def test_how_much_of_the_gold_text_was_found_is_said(gold_texts: Path) -> None:
    result = run(gold_texts, "--cleaner", "bte")
    assert "cleaneval-small: 4 pages" in result.stdout
    (gold_texts / "GoldStandard" / "0.txt").write_text("<p>Nothing of this page stands here.", encoding="utf-8")
    assert "of a gold text found in blocks" in run(gold_texts, "--cleaner", "bte").stdout.replace("\n", " ")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--classes", "3"], "2 or 4"),
        (["--paper", "wsdm"], "l3s-gn1"),
        (["--paper", "l3s-gn1"], "your copy of L3S-GN1"),
        (["--cleaner", "bte", "--all"], "one of them"),
        (["--cleaner", "bet"], "did you mean bte"),
        (["--output", "."], "is a folder"),
        (["--paper", "l3s-gn1", "--output", __file__], "is a file"),
    ],
)
def test_wrong_options_are_explained(tmp_path: Path, options: list[str], problem: str) -> None:
    with pytest.raises(BpsearchError, match=problem):
        run(write_corpus(tmp_path / "mine.jsonl", pages=2), *options)
