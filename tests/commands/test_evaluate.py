from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bpsearch.cli import app
from bpsearch.console import out
from bpsearch.errors import BpsearchError
from bpsearch.evaluation.qrels import read_qrels
from bpsearch.retrieval.runs import Hit, write_run
from tests.evaluation.judged_runs import random_run
from tests.shared_data import data_folder


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Twelve topics with ten judged documents each; `good` finds the relevant ones, `bad` does not."""
    monkeypatch.chdir(tmp_path)
    topics = [str(number) for number in range(1, 13)]
    lines = [f"{topic} 0 d{number} {2 * (number < 5)}\n" for topic in topics for number in range(10)]
    (tmp_path / "qrels").write_text("".join(lines))
    for name, first in (("good", 0), ("middle", 3), ("bad", 5)):
        order = [*range(first, 10), *range(first)][:5]
        run = {topic: [Hit(f"d{number}", 9.0 - rank) for rank, number in enumerate(order)] for topic in topics}
        write_run(tmp_path / f"{name}.run", run, name)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["evaluate", *arguments], catch_exceptions=False, terminal_width=200)


def records(*arguments: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(run(*arguments, "--format", "csv").stdout)))


def test_prints_means_intervals_and_judged_shares(files: Path) -> None:
    rows = records("qrels", "good.run", "bad.run", "--measure", "P@5", "--measure", "nDCG@10", "--measure", "AP")
    assert [(row["run"], row["measure"]) for row in rows[:2]] == [("good.run", "P@5"), ("bad.run", "P@5")]
    assert [float(row["value"]) for row in rows] == [1.0, 0.0, 1.0, 0.0, 1.0, 0.0]
    assert [(row["judged"], row["judged_at"]) for row in rows[::2]] == [("1.0", "5"), ("1.0", "10"), ("1.0", "10")]
    assert "baseline_p" not in rows[0]


def test_compares_with_the_baseline(files: Path) -> None:
    rows = records("qrels", "good.run", "middle.run", "--baseline", "bad.run", "--measure", "P@5")
    assert [row["run"] for row in rows] == ["bad.run", "good.run", "middle.run"]
    assert rows[0]["baseline_difference"] == ""
    assert float(rows[1]["baseline_difference"]) == 1.0
    assert float(rows[1]["baseline_p"]) == 2 / 2**12, "all signs were tried"
    assert float(rows[1]["baseline_corrected_p"]) == 4 / 2**12, "Holm over two runs"


@pytest.mark.parametrize("options", ["--test t", "--test wilcoxon --correction bh", "--correction max"])
def test_other_tests_and_corrections(files: Path, options: str) -> None:
    rows = records("qrels", "middle.run", "--baseline", "bad.run", *options.split())
    assert 0 <= float(rows[1]["baseline_p"]) <= float(rows[1]["baseline_corrected_p"]) < 0.05


def test_tables_are_for_people(files: Path) -> None:
    output = run("qrels", "good.run", "--baseline", "bad.run").stdout
    for expected in ("P@10", "nDCG@10", "95% interval", "judged@10", "+0.5000", "corrected", "measured on 12 topics"):
        assert expected in output


def test_json_lines_are_for_programs(files: Path) -> None:
    lines = run("qrels", "good.run", "--format", "jsonl", "--measure", "P@5").stdout.splitlines()
    assert [json.loads(line)["value"] for line in lines] == [1.0]


def test_values_of_each_topic(files: Path) -> None:
    rows = records("qrels", "middle.run", "--per-topic", "--measure", "P@5")
    assert rows[0] == {"run": "middle.run", "measure": "P@5", "topic": "1", "value": "0.4"}
    assert len(rows) == 12
    assert "0.4000" in run("qrels", "middle.run", "--per-topic", "--measure", "P@5").stdout


def test_the_relevance_level_moves_precision_only(files: Path) -> None:
    rows = records("qrels", "good.run", "--relevance-level", "3")
    assert [(row["measure"], float(row["value"])) for row in rows] == [("P(rel=3)@10", 0.0), ("nDCG@10", 1.0)]


def test_missing_topics_are_counted_and_worth_0_or_left_out(files: Path) -> None:
    half = {str(number): [Hit("d0", 1.0)] for number in range(7, 19)}
    write_run(files / "half.run", half, "half")
    row = records("qrels", "half.run", "--measure", "P@1")[0]
    assert (row["value"], row["topics"]) == ("0.5", "12")
    assert (row["topics_without_results"], row["topics_without_judgments"]) == ("6", "6")
    row = records("qrels", "half.run", "--measure", "P@1", "--common")[0]
    assert (row["value"], row["topics"]) == ("1.0", "6")
    output = " ".join(run("qrels", "half.run").stdout.split())
    assert "half.run: no results for 6 topics (1, 2, 3, …): worth 0" in output
    assert "half.run: no judgments for 6 topics (13, 14, 15, …): left out" in output
    assert "no run has results for 6 topics; --common leaves them out" in output


def test_judged_shares_are_those_of_topics_with_results(files: Path) -> None:
    write_run(files / "one.run", {"1": [Hit("d0", 2.0), Hit("new", 1.0)]}, "one")
    (files / "nothing.run").write_bytes(b"")
    rows = records("qrels", "one.run", "nothing.run", "--measure", "P@5")
    assert [row["judged"] for row in rows] == ["0.5", ""]
    assert json.loads(run("qrels", "nothing.run", "--format", "jsonl", "--measure", "P@5").stdout)["judged"] is None
    assert run("qrels", "nothing.run").stderr == ""


def test_topics_without_relevant_documents_are_told(files: Path) -> None:
    judged = (files / "qrels").read_text()
    (files / "more").write_text(f"{judged}13 0 d0 0\n14 0 d0 -1\n15 0 d0 1\n")
    told = run("more", "good.run", "--relevance-level", "2").stderr
    assert "3 topics have no document of level 2 or higher: worth 0 in P(rel=2)@10 (13, 14, 15)" in told
    assert "2 topics have no document of level 1 or higher: worth 0 in nDCG@10 (13, 14)" in told
    assert run("qrels", "good.run", "--measure", "NumRet", "--measure", "Judged@5").stderr == ""
    told = run("qrels", "good.run", "--relevance-level", "9", "--format", "csv").stderr
    assert told == (
        "no topic has a document of level 9 or higher (the highest is 2): everything is worth 0 in P(rel=9)@10\n"
    )


def test_a_run_of_nothing_is_worth_0_everywhere(files: Path) -> None:
    (files / "nothing.run").write_bytes(b"")
    rows = records("qrels", "good.run", "nothing.run", "--measure", "P@5", "--measure", "AP", "--baseline", "good.run")
    assert [float(row["value"]) for row in rows] == [1.0, 0.0, 1.0, 0.0]
    assert rows[1]["topics_without_results"] == "12"
    assert float(rows[1]["baseline_p"]) == 2 / 2**12
    output = run("qrels", "good.run", "nothing.run").stdout
    assert "nothing.run: no results at all: worth 0 for every topic" in output
    with pytest.raises(BpsearchError, match=r"in every run, for nothing\.run has none"):
        run("qrels", "good.run", "nothing.run", "--common")


def test_counts_are_summed_over_topics(files: Path) -> None:
    assert records("qrels", "good.run", "--measure", "NumRelRet")[0]["value"] == "60.0"


def test_selects_a_run_on_topics_it_is_not_measured_on(files: Path) -> None:
    row = records("qrels", "bad.run", "good.run", "--select", "--measure", "P@5", "--baseline", "bad.run")[0]
    assert (row["chosen"], float(row["stability"])) == ("good.run", 1.0)
    assert float(row["held_out_value"]) == float(row["on_all"]) == 1.0
    assert float(row["optimism"]) == 0.0
    assert float(row["held_out_baseline_p"]) == 2 / 2**12
    assert not [name for name in row if "corrected" in name], "one choice is no family"
    output = run("qrels", "bad.run", "good.run", "--select").stdout
    assert "chosen by P@10" in output
    assert "optimism" in output


def test_writes_a_file(files: Path) -> None:
    assert run("qrels", "good.run", "--format", "csv", "--output", "results/new.csv").stdout == ""
    assert (files / "results" / "new.csv").read_text().startswith("run,measure,")
    run("qrels", "good.run", "--output", "table.txt")
    assert "nDCG@10" in (files / "table.txt").read_text()


def test_a_run_given_twice_is_one_run(files: Path) -> None:
    assert len(records("qrels", "good.run", "good.run", "--measure", "P@5")) == 1


def test_warns_where_nothing_is_judged(files: Path) -> None:
    write_run(files / "foreign.run", {"1": [Hit("http://else.where/", 1.0)]}, "foreign")
    assert "none of the first results is judged" in run("qrels", "foreign.run").stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["qrels", "other.run"], "the qrels and other.run have no topic in common: 1, 2, 3, … against 099;"),
        (["good.run", "good.run"], "good.run, line 1: expected 4 columns"),
        (["qrels", "qrels"], "qrels, line 1: expected 6 columns"),
        (["qrels", "good.run", "--measure", "ndcg@10"], "near names: nDCG@10"),
        (["qrels", "good.run", "--relevance-level", "0"], "1 or more"),
        (["qrels", "good.run", "--test", "t", "--correction", "max"], "with t use holm or bh"),
        (["qrels", "good.run", "--select", "--per-topic"], "use one of them"),
        (["qrels", "good.run", "--select", "--folds", "13"], "cannot split 12 topics into 13 folds"),
        (["qrels", "good.run", "--select", "--relevance-level", "3"], "nothing can be chosen by P(rel=3)@10: no topic"),
        (["qrels", "good.run", "--confidence", "95"], "between 0 and 1"),
        (["qrels", "one.run", "two.run", "--common"], "no topic has results in every run"),
    ],
)
def test_errors_name_what_is_wrong(files: Path, arguments: list[str], message: str) -> None:
    for name, topic in (("other", "099"), ("one", "1"), ("two", "2")):
        write_run(files / f"{name}.run", {topic: [Hit("d0", 1.0)]}, name)
    with pytest.raises(BpsearchError) as error:
        run(*arguments)
    assert message in str(error.value)


def test_a_user_sees_one_message_and_no_traceback(files: Path) -> None:
    (files / "broken.run").write_text("1 Q0 d0 1 9.0 x\n1 Q0 d1 2 high x\n")
    command = [sys.executable, "-m", "bpsearch", "evaluate", "qrels", "broken.run"]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert result.returncode == 1
    assert result.stdout == ""
    assert "error: broken.run, line 2: expected a number as score" in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr


def test_evaluates_real_judgments(tmp_path: Path) -> None:
    path = data_folder() / "blog06" / "qrels.february"
    for seed in (1, 2):
        write_run(tmp_path / f"{seed}.run.gz", random_run(read_qrels(path), seed), "random")
    first, second = str(tmp_path / "1.run.gz"), str(tmp_path / "2.run.gz")
    rows = records(str(path), second, "--baseline", first)
    assert {row["topics"] for row in rows} == {"50"}
    assert all(float(row["low"]) < float(row["value"]) < float(row["high"]) for row in rows)
    assert all(float(row["baseline_p"]) > 0.001 for row in rows[1::2]), "two random runs"


def test_tables_name_runs_by_their_files_unless_these_are_the_same(files: Path) -> None:
    for folder in ("a", "b"):
        (files / folder).mkdir()
        (files / folder / "good.run").write_bytes((files / "good.run").read_bytes())
    shown = run("qrels", "a/good.run", "bad.run").stdout
    assert "\ngood.run " in shown and "a/good.run" not in shown
    shown = run("qrels", "a/good.run", "b/good.run").stdout
    assert "a/good.run" in shown and "b/good.run" in shown


@pytest.mark.parametrize("width", [100, 80, 60, 40, 24])
def test_tables_fit_any_width(files: Path, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setattr(out, "_width", width)
    for name in ("words_links.run", "the_best_of_all.run"):
        (files / name).write_bytes((files / "middle.run").read_bytes())
    runs = ("good.run", "words_links.run", "the_best_of_all.run")
    for options, named in ((("--baseline", "bad.run"), runs), (("--per-topic",), runs), (("--select",), runs[:1])):
        shown = run("qrels", *runs, *options).stdout
        assert max(map(len, shown.splitlines())) <= width
        assert "…" not in shown
        assert all(name in shown for name in named)
        assert "0.4000" in shown or "1.0000" in shown
        assert ("No room for" in shown) <= (width < 60)


def test_what_finds_no_room_is_named(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(out, "_width", 40)
    lines = run("qrels", "good.run", "--baseline", "bad.run", "--measure", "P@5").stdout.splitlines()
    assert [line.rstrip() for line in lines] == [
        "P@5",
        "run",
        "   value judged@5 difference corrected",
        "─" * 38,
        "bad.run",
        "  0.0000    1.000   baseline",
        "good.run",
        "  1.0000    1.000    +1.0000    0.0005",
        "No room for 95% interval, p: widen the",
        "terminal.",
        "",
        "measured on 12 topics of the qrels",
    ]
