from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bpsearch.cli import app
from bpsearch.commands.demo import CLEANERS
from bpsearch.errors import BpsearchError
from tests.sweeps.small_collection import FILLER, Small

QUICK = ("--repeats", "3")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["sweep", *map(str, arguments)], catch_exceptions=False, terminal_width=100)


def test_a_sweep_prints_a_table_and_writes_a_folder(small: Small, tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "mine"
    result = run(small.index.folder, small.topics, small.qrels, "--output", folder, "--words", "1:30:3", *QUICK)
    assert result.exit_code == 0
    for expected in ("all blocks", "*words >= ", "bte", "P@10", "nDCG@10", "judged", "held out", "optimism"):
        assert expected in result.stdout
    assert f"report: {folder}/report.html" in result.stderr
    names = {path.name for path in folder.iterdir()}
    assert names == {
        "manifest.json", "sweep.csv", "per_topic.csv", "survival.csv", "selection.csv", "topics.json", "runs",
        "rankings", "precision.svg", "precision.png", "precision.pdf", "report.html",
    }  # fmt: skip
    assert {path.name for path in (folder / "runs").iterdir()} == {"baseline.run", "bte.run", "words_ge_4.run"}


def test_any_expression_can_be_swept_and_crossed(small: Small, tmp_path: Path) -> None:
    result = run(
        small.index.folder, small.topics, small.qrels, "-o", tmp_path / "out", "--grid", "--no-select",
        "--where", "links < {t} and words >= 3", "--values", "0.1:0.9:0.4", "--where", "words * 2 >= {t}",
        "--values", "1,9", "--runs", "none", "--against", "words-links,words >= 11", "--measure", "P@5",
        "--similarity", "qld", "--mu", 500,
    )  # fmt: skip
    assert result.exit_code == 0
    assert "*(links < 0.1 and words >= 3)" in result.stdout.replace("\n", " ") and "words >= 11" in result.stdout
    assert "held out" not in result.stdout
    assert (tmp_path / "out" / "heatmap.svg").exists() and not (tmp_path / "out" / "runs").exists()


def test_without_bte_it_says_how_to_add_it(small: Small, tmp_path: Path) -> None:
    from bpsearch.index.build import build_index

    build_index(small.pages, tmp_path / "plain")
    result = run(tmp_path / "plain", small.topics, small.qrels, "-o", tmp_path / "out", "--words", "1:9:4", *QUICK)
    assert f"bpsearch index --add-cleaners bte {tmp_path / 'plain'}" in result.stderr
    given = (tmp_path / "plain", small.topics, small.qrels, "-o", tmp_path / "quiet", *QUICK)
    quiet = run(*given, "--words", "5", "--against", "none")
    assert "add-cleaners" not in quiet.stderr


@pytest.mark.parametrize("options", [(), ("--resamples", "300")])
def test_p_are_those_of_evaluate(small: Small, tmp_path: Path, options: tuple[str, ...]) -> None:
    """With more topics than the collection has, for the signs of twelve are all tried."""
    topics, qrels, folder = tmp_path / "topics.tsv", tmp_path / "qrels", tmp_path / "out"
    topics.write_text(small.topics.read_text() + "".join(f"{n}\t{FILLER[n]} {FILLER[n + 1]}\n" for n in range(13, 20)))
    qrels.write_text(small.qrels.read_text() + "".join(f"{n} 0 d0{n} 1\n{n} 0 a0{n - 12}-1 2\n" for n in range(13, 20)))
    run(small.index.folder, topics, qrels, "-o", folder, "--words", "1", "--no-select", *options)
    arguments = [qrels, folder / "runs" / "bte.run", "--baseline", folder / "runs" / "baseline.run", "--format", "csv"]
    evaluated = CliRunner().invoke(app, ["evaluate", *map(str, arguments), *options], catch_exceptions=False).stdout
    mine = [row["baseline_p"] for row in csv.DictReader((folder / "sweep.csv").open()) if row["series"] == "bte"]
    theirs = [row["baseline_p"] for row in csv.DictReader(evaluated.splitlines()) if row["run"].endswith("bte.run")]
    assert mine == theirs and 0 < float(mine[0]) < 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--words", "9:1"), "--words '9:1': expected FROM:TO"),
        (("--where", "words < {t}"), "each expression needs its values"),
        (("--where", "wrods < {t}", "--values", "1:3"), "did you mean words"),
        (("--where", "words < 3", "--values", "1:3"), r"has no \{t\}"),
        (("--measure", "P@ten"), "P@ten"),
        (("--grid", "--words", "1:3"), "crosses two ranges"),
        (("--words", "1:3", "--folds", "100"), "cannot split 12 topics into 100 folds"),
    ],
)
def test_mistakes_are_told_before_any_work(
    small: Small, tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    with pytest.raises(BpsearchError, match=message):
        run(small.index.folder, small.topics, small.qrels, "-o", tmp_path / "out", *options)
    assert not (tmp_path / "out").exists()


def test_topics_and_judgments_that_do_not_belong_together(small: Small, tmp_path: Path) -> None:
    (tmp_path / "other.qrels").write_text("851 0 a01-0 1\n")
    with pytest.raises(BpsearchError, match="no topic in common: 851 against 1, 2, 3"):
        run(small.index.folder, small.topics, tmp_path / "other.qrels", "-o", tmp_path / "out")
    (tmp_path / "bad.qrels").write_text("1 0 a01-0\n")
    with pytest.raises(BpsearchError, match=r"bad\.qrels, line 1: expected 4 columns"):
        run(small.index.folder, small.topics, tmp_path / "bad.qrels", "-o", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_no_traceback_reaches_a_user(small: Small, tmp_path: Path) -> None:
    given = [tmp_path / "nothing", small.topics, small.qrels, "-o", tmp_path / "out"]
    command = [sys.executable, "-m", "bpsearch", "sweep", *map(str, given)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"COLUMNS": "200"})
    assert done.returncode == 1
    assert "no such index" in done.stderr and "Traceback" not in done.stderr


def test_the_example_of_the_help_needs_no_extra_and_is_not_ragged() -> None:
    command = [sys.executable, "-m", "bpsearch", "sweep", "--help"]
    environment = os.environ | {"COLUMNS": "80", "TERMINAL_WIDTH": "80"}
    shown = subprocess.run(command, capture_output=True, text=True, env=environment, check=True).stdout
    example = " ".join(shown.split()).partition("--against ")[2].split()[0]
    assert set(example.split(",")) <= set(CLEANERS)
    paragraph = shown.partition(example)[2].partition("╭")[0].strip().splitlines()
    assert all(len(line.strip()) > 60 for line in paragraph[:-1])
