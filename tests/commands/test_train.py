"""bpsearch train and accuracy as users run them: models become columns that filters and sweeps slide over."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bpsearch.cleaners.model_files import FOLDER_VARIABLE
from bpsearch.cli import app
from bpsearch.errors import BpsearchError, InputError
from tests.labelled.small_corpus import html, write_corpus


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)], catch_exceptions=False)


def rows_of(path: str) -> list[dict[str, str]]:
    return list(csv.DictReader(Path(path).read_text(encoding="utf-8").splitlines()))


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    return write_corpus(tmp_path / "mine.jsonl")


def test_a_trained_score_can_be_filtered_by_letters_and_swept(corpus: Path, tmp_path: Path) -> None:
    result = run("train", corpus, "--output", "models/texrex.npz", "--report", "report")
    assert result.exit_code == 0 and "5 folds by site" in result.output
    assert "PRE" in result.output and "3.15" in result.output and "Table 3" in result.output
    table = rows_of("report/table4.csv")
    assert [row["data"] for row in table] == ["texrex: mine", "English", "French", "German", "Swedish"]
    assert float(table[0]["error_reduction"]) == 1
    assert len(rows_of("report/cutoffs.csv")) == 99
    assert Path("report/cutoffs.png").stat().st_size > 10_000

    Path("pages").mkdir()
    for number in range(8):
        Path(f"pages/{number}.html").write_text(html(number), encoding="utf-8")
    assert run("index", "pages", "--output", "index", "--workers", 1).exit_code == 0
    assert run("index", "--add-cleaners", "texrex", "index").exit_code == 0
    kept = "8 documents, 40 blocks"
    assert kept in run("info", "index", "--where", "boilerplate < 0.4").output
    assert kept in run("info", "index", "--where", 'boilerplate_letter <= "d"').output
    Path("topics.tsv").write_text("1\train\n2\tgrey skies\n3\tcontact\n")
    Path("qrels").write_text("1 0 1.html 1\n2 0 2.html 1\n3 0 3.html 1\n")
    sweep = ["sweep", "index", "topics.tsv", "qrels", "--output", "swept", "--against", "none"]
    result = run(*sweep, "--where", "boilerplate < {t}", "--values", "0.1:0.9:0.1")
    assert result.exit_code == 0 and "*boilerplate < " in result.output
    assert len(rows_of("swept/sweep.csv")) >= 9


def test_accuracy_says_where_a_cleaner_knows_the_sites(corpus: Path, tmp_path: Path) -> None:
    run("train", corpus, "--output", "models/texrex.npz", "--folds", 0)
    other = write_corpus(tmp_path / "other.jsonl", domain="other")
    result = run("accuracy", corpus, other, "--cleaner", "texrex,bte", "--output", "all.csv", "--format", "csv")
    assert "texrex learned from the sites of 20 of the 20 pages of mine" in result.stderr
    assert "pages of other" not in result.stderr
    rows = rows_of("all.csv")
    assert {(row["corpus"], row["cleaner"]) for row in rows} >= {("mine", "texrex"), ("other", "bte")}
    assert all(0 <= float(row["f1"]) <= 1 for row in rows)


def test_tables_fit_a_terminal(corpus: Path) -> None:
    result = run("accuracy", corpus, "--cleaner", "largest-content-density,bte", "--classes", 4)
    assert "…" not in result.stdout and "4 classes" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_few_sites_are_learned_from_but_not_tested(corpus: Path, tmp_path: Path) -> None:
    few = write_corpus(tmp_path / "few.jsonl", sites=1)
    result = run("train", few, "--output", "model.npz")
    assert "not tested" in result.stderr and Path("model.npz").is_file()


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--cleaner", "bte"], "texrex or boosted"),
        (["--folds", "1"], "at least 2"),
        (["--folds", "0"], "neither a model nor a test"),
        (["--folds", "9"], "fewer folds"),
        (["--by", "corpus"], "takes two"),
        (["--by", "corpus", "--folds", "2"], "--by site"),
        (["--folds", "0", "--report", "x", "--output", "y"], "--report"),
        (["--output", "."], "is a folder"),
    ],
)
def test_wrong_options_are_explained(corpus: Path, options: list[str], problem: str) -> None:
    with pytest.raises(BpsearchError, match=problem):
        run("train", corpus, *options)


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        ('{"html": "<p>a", "labels": [["content"]]}', "no class is called"),
        ('{"html": "<p>a", "labels": ["content"], "url": 3}', "a string as url"),
        ("[1]", "expected"),
        ("", "no labelled pages"),
    ],
)
def test_wrong_corpora_are_explained(tmp_path: Path, record: str, problem: str) -> None:
    (tmp_path / "bad.jsonl").write_text(record + "\n")
    for command in ("train", "accuracy"):
        with pytest.raises(InputError, match=problem):
            run(command, tmp_path / "bad.jsonl")
