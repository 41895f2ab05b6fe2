from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bpsearch.errors import BpsearchError
from bpsearch.evaluation.measures import evaluate, parse_measures
from bpsearch.evaluation.qrels import read_qrels
from bpsearch.evaluation.selection import select
from bpsearch.report.latex import latex_table
from bpsearch.retrieval.runs import read_run
from bpsearch.sweeps import Settings, Sweep, read_sweep, run_sweep, sliding
from bpsearch.sweeps.run import LONGEST_NAME, run_name
from bpsearch.sweeps.series import Point
from tests.sweeps.small_collection import Small

QUICK = Settings(axes=(sliding("words", "1:45:4"),), resamples=500, repeats=5)


@pytest.fixture(scope="module")
def sweep(swept: Path) -> Sweep:
    return read_sweep(swept)


def test_values_are_those_of_the_runs_it_wrote(swept: Path, sweep: Sweep, small: Small) -> None:
    qrels = read_qrels(small.qrels)
    measures = parse_measures(["P@10", "nDCG@10", "Judged@10"])
    for curve in sweep.everything:
        for place in range(len(curve.points)):
            run = read_run(swept / "runs" / f"{run_name(curve.points[place], {})}.run")
            expected = evaluate(qrels, run, measures, topics=sweep.topics).values
            for measure in sweep.measures:
                assert curve.values[measure][place].tolist() == expected[measure].tolist()
                assert curve.comparisons[measure][place].value == pytest.approx(expected[measure].mean(), abs=1e-12)
                shares = zip(sweep.topics, expected["Judged@10"], strict=True)
                judged = [share for topic, share in shares if run.get(topic)]
                assert curve.judged[measure][place] == pytest.approx(np.mean(judged), abs=1e-12)


def test_cleaning_helps_here_and_is_significant(sweep: Sweep) -> None:
    words = sweep.curves[0]
    assert words.chosen is not None
    best = words.comparisons["P@10"][words.chosen.place]
    found = best.differences["baseline"]
    assert found.difference > 0.3 and found.corrected_p < 0.01 and found.p <= found.corrected_p
    assert set(best.differences) == {"baseline", "bte", "words-links"}
    assert sweep.references.comparisons["P@10"][0].differences == {}


def test_the_choice_is_that_of_cross_validation(sweep: Sweep) -> None:
    for curve in (*sweep.curves, *sweep.grids):
        assert curve.chosen is not None and curve.chosen.shares is not None
        order = np.argsort(-curve.survival.tokens, kind="stable")
        selection = select({name: values[order] for name, values in curve.values.items()}, "P@10")
        assert curve.chosen.place == order[selection.chosen]
        assert curve.chosen.shares.sum() == pytest.approx(1)
        for outcome in curve.chosen.outcomes:
            assert outcome.comparison.value == pytest.approx(selection.held_out[outcome.measure])
            assert outcome.optimism == pytest.approx(selection.optimism[outcome.measure])


def test_of_equally_good_filters_the_one_that_keeps_most_text_is_chosen(small: Small, tmp_path: Path) -> None:
    settings = replace(QUICK, axes=(sliding("links", "0.5:0.9:0.1"),), select=False)
    sweep = run_sweep(small.index, small.topics, small.qrels, tmp_path / "out", settings)
    curve = sweep.curves[0]
    assert np.ptp(curve.values["P@10"].mean(axis=1)) == 0
    assert curve.chosen is not None and curve.chosen.shares is None
    assert curve.survival.tokens[curve.chosen.place] == curve.survival.tokens.max()


def test_tables_hold_what_they_promise(swept: Path, sweep: Sweep, small: Small) -> None:
    tables = {name: list(csv.DictReader((swept / f"{name}.csv").open())) for name in ("sweep", "per_topic", "survival")}
    filters = sum(len(curve.points) for curve in sweep.everything)
    assert len(tables["sweep"]) == 2 * filters
    assert len(tables["per_topic"]) == 2 * filters * len(sweep.topics)
    words = next(row for row in tables["sweep"] if row["filter"] == "words >= 5" and row["measure"] == "P@10")
    assert words["series"] == "words" and words["threshold"] == "5" and words["threshold_2"] == ""
    for name in ("value", "low", "high", "judged", "baseline_difference", "bte_p", "words-links_corrected_p"):
        assert np.isfinite(float(words[name])), name
    bte = next(row for row in tables["sweep"] if row["series"] == "bte")
    assert (bte["threshold"], bte["filter"]) == ("", "bte")
    crossed = next(row for row in tables["sweep"] if row["series"] == "words × links")
    assert (crossed["threshold"], crossed["threshold_2"]) == ("1", "0")
    chosen = next(csv.DictReader((swept / "selection.csv").open()))
    assert np.isfinite(float(chosen["held_out_baseline_p"]))
    assert not [name for name in chosen if "corrected" in name], "each choice is a family of its own"
    for row in tables["survival"][:8]:
        left = small.index.count(row["filter"])
        assert [int(row[name]) for name in ("documents", "blocks", "tokens")] == list(left)
    assert float(tables["survival"][0]["tokens_share"]) == 1


def test_the_manifest_tells_inputs_settings_and_versions(swept: Path) -> None:
    manifest = json.loads((swept / "manifest.json").read_text())
    assert set(manifest["inputs"]) == {"index", "topics", "qrels"}
    assert all(len(given["fingerprint"]) == 64 for given in manifest["inputs"].values())
    assert manifest["versions"]["lucene"].startswith("9.")
    assert manifest["settings"]["similarity"] == "BM25(k1=0.9, b=0.4)"
    assert (manifest["settings"]["hits"], manifest["settings"]["select"]) == (10, True)


def test_what_is_read_is_what_was_written(small: Small, tmp_path: Path) -> None:
    written = run_sweep(small.index, small.topics, small.qrels, tmp_path / "out", QUICK)
    read = read_sweep(tmp_path / "out")
    assert read.manifest == json.loads(json.dumps(written.manifest))
    assert (read.queries, read.measures, read.moved) == (written.queries, written.measures, written.moved)
    for mine, yours in zip(read.everything, written.everything, strict=True):
        assert mine.series == yours.series
        assert mine.comparisons == yours.comparisons
        assert all(np.array_equal(mine.values[name], yours.values[name]) for name in mine.values)
        assert all(np.array_equal(*pair) for pair in zip(mine.survival, yours.survival, strict=True))
        assert (mine.chosen is None) == (yours.chosen is None)
        if mine.chosen and yours.chosen:
            assert (mine.chosen.place, mine.chosen.outcomes) == (yours.chosen.place, yours.chosen.outcomes)


def test_other_measures_are_evaluated_run_by_run(small: Small, tmp_path: Path) -> None:
    settings = replace(QUICK, measures=("AP", "P@5"), runs="all", axes=(sliding("words", "5,100000"),))
    sweep = run_sweep(small.index, small.topics, small.qrels, tmp_path / "out", settings)
    run = read_run(tmp_path / "out" / "runs" / "words_ge_5.run")
    expected = evaluate(read_qrels(small.qrels), run, parse_measures(["AP"]), topics=sweep.topics)
    assert sweep.curves[0].values["AP"][0].tolist() == expected.values["AP"].tolist()
    assert sweep.curves[0].values["AP"][1].tolist() == [0.0] * len(sweep.topics), "nothing is left"
    assert sweep.manifest["settings"]["hits"] == 1000
    shares = [row["judged"] for row in csv.DictReader((tmp_path / "out" / "sweep.csv").open()) if row["threshold"]]
    assert "" not in shares[:2] and shares[2:] == ["", ""]
    assert read_sweep(tmp_path / "out").curves[0].judged["AP"].tolist() == sweep.curves[0].judged["AP"].tolist()


def test_judged_shares_are_those_of_topics_with_results(small: Small, tmp_path: Path) -> None:
    topics = tmp_path / "topics.tsv"
    topics.write_text("1\tsolar panels\n2\tzyzzyva\n")
    both = run_sweep(small.index, topics, small.qrels, tmp_path / "both", QUICK)
    topics.write_text("1\tsolar panels\n")
    alone = run_sweep(small.index, topics, small.qrels, tmp_path / "alone", QUICK)
    assert both.references.judged["P@10"].tolist() == alone.references.judged["P@10"].tolist()
    assert both.references.judged["P@10"][0] > 0.5


def test_topics_without_judgments_and_judgments_without_topics_are_noted(small: Small, tmp_path: Path) -> None:
    topics, qrels = tmp_path / "topics.tsv", tmp_path / "qrels"
    topics.write_text(small.topics.read_text() + "99\tnobody judged this\n")
    qrels.write_text(small.qrels.read_text() + "77 0 a01-0 1\n")
    sweep = run_sweep(small.index, topics, qrels, tmp_path / "out", replace(QUICK, against=()))
    assert len(sweep.topics) == 12
    notes = " ".join(sweep.manifest["notes"])
    assert "left out: 1 topic without judgments (99)" in notes
    assert f"left out: 1 topic of {qrels} not in {topics} (77)" in notes


def test_topics_without_relevant_documents_are_noted(small: Small, tmp_path: Path) -> None:
    levels = [line.split() for line in small.qrels.read_text().splitlines()]
    lines = [" ".join([topic, *columns, "0" if topic in ("3", "5") else level]) for topic, *columns, level in levels]
    (tmp_path / "qrels").write_text("\n".join(lines))
    sweep = run_sweep(small.index, small.topics, tmp_path / "qrels", tmp_path / "out", QUICK)
    expected = "2 topics have no document of level 1 or higher: worth 0 in P@10, nDCG@10 (3, 5)"
    assert sweep.manifest["notes"] == [expected]


def test_one_topic_leaves_nothing_to_cross_validate(small: Small, tmp_path: Path) -> None:
    topics = tmp_path / "topics.tsv"
    topics.write_text("2\tpaper boats\n")
    sweep = run_sweep(small.index, topics, small.qrels, tmp_path / "out", QUICK)
    assert sweep.curves[0].chosen is not None and sweep.curves[0].chosen.outcomes == ()
    assert read_sweep(tmp_path / "out").curves[0].chosen == sweep.curves[0].chosen
    assert any("not tried on other topics" in note for note in sweep.manifest["notes"])
    with pytest.raises(BpsearchError, match="only one; expected 2 or more"):
        run_sweep(small.index, topics, small.qrels, tmp_path / "asked", replace(QUICK, select=True))


def test_few_topics_are_split_into_as_many_folds_as_asked_for_or_not_at_all(small: Small, tmp_path: Path) -> None:
    topics = tmp_path / "topics.tsv"
    topics.write_text("1\tsolar panels\n2\tpaper boats\n3\tnight trains\n")
    sweep = run_sweep(small.index, topics, small.qrels, tmp_path / "out", QUICK)
    assert "cannot split 3 topics into 5 folds; expected 2 to 3" in " ".join(sweep.manifest["notes"])
    assert sweep.curves[0].chosen is not None and sweep.curves[0].chosen.outcomes == ()
    assert "cross-validation" not in latex_table(sweep)
    split = run_sweep(small.index, topics, small.qrels, tmp_path / "split", replace(QUICK, folds=3))
    assert split.manifest["settings"]["folds"] == 3 and "3-fold cross-validation" in latex_table(split)
    with pytest.raises(BpsearchError, match="cannot split 3 topics into 5 folds"):
        run_sweep(small.index, topics, small.qrels, tmp_path / "asked", replace(QUICK, select=True))
    assert not (tmp_path / "asked").exists()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"measures": ("P@10", "nDGC@10")}, "near names: .*nDCG@10"),
        ({"measures": ("NumRet",)}, "compares averages"),
        ({"against": ("resiliparse",)}, "bpsearch index --add-cleaners resiliparse"),
        ({"against": ("wordslinks",)}, "did you mean words-links"),
        ({"against": ("bet",)}, r"did you mean bte( or (?!bte|length).*)?\?$"),
        ({"against": ("BTE",)}, r"did you mean bte\?$"),
        ({"against": ("zzzzzz",)}, "known are .*, bte, .*, words-links$"),
        ({"against": (f"{__file__}:long",)}, f"bpsearch index --add-cleaners {__file__}:long"),
        ({"against": ("nosuch.py:foo",)}, r"there is no file nosuch\.py"),
        ({"against": ("baseline",)}, "what the unfiltered index is called"),
        ({"against": ("words",)}, "a feature, not a cleaner"),
        ({"axes": (sliding("words", "1:2"), sliding("words", "3:4"))}, "swept twice"),
        ({"axes": ()}, "nothing to sweep"),
        ({"hits": 5}, "not enough for P@10"),
        ({"hits": 0}, "at least one"),
        ({"folds": 1}, "into 1 fold; expected 2 to 12"),
        ({"folds": 13}, "cannot split 12 topics into 13 folds; expected 2 to 12 folds"),
        ({"similarity": "bm52"}, "unknown similarity"),
        ({"fields": ("headline",)}, "unknown topic field"),
        ({"test": "t"}, "correction max"),
        ({"relevance_level": 0}, "relevance level"),
        ({"relevance_level": 9}, "level 9 or higher .the highest is 2"),
    ],
)
def test_mistakes_are_found_before_any_work(
    small: Small, tmp_path: Path, changes: dict[str, object], message: str
) -> None:
    with pytest.raises(BpsearchError, match=message):
        run_sweep(small.index, small.topics, small.qrels, tmp_path / "out", replace(QUICK, **changes))  # type: ignore[arg-type]
    assert not (tmp_path / "out").exists()


def test_runs_of_different_filters_have_different_names() -> None:
    taken: dict[str, str] = {}
    for text, name in (
        ("words + links > 3", "words_links_gt_3"),
        ("words - links > 3", "words_links_gt_3_2"),
        ("words * links > 3", "words_links_gt_3_3"),
        ("words - links > 3", "words_links_gt_3_2"),
    ):
        assert run_name(Point(text, (), text), taken) == name
        taken[name] = text
    longest = run_name(Point("or ".join(["words >= 11 "] * 90), (), "or ".join(["words >= 11 "] * 90)), {})
    assert len(longest) == LONGEST_NAME


def test_judgments_of_other_documents_are_told_before_any_work(small: Small, tmp_path: Path) -> None:
    (tmp_path / "other.qrels").write_text("1 0 BLOG06-1 1\n1 0 BLOG06-2 0\n")
    with pytest.raises(BpsearchError, match=r"judges none of the 120 documents.*BLOG06-1, BLOG06-2 against a01-0"):
        run_sweep(small.index, small.topics, tmp_path / "other.qrels", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_more_results_than_memory_holds_are_told_before_any_work(small: Small, tmp_path: Path) -> None:
    settings = Settings(axes=(sliding("words", "1:100"),), hits=1_000_000)
    with pytest.raises(BpsearchError, match="102 filters, 12 topics and 1,000,000 results"):
        run_sweep(small.index, small.topics, small.qrels, tmp_path / "out", settings)


def test_measures_do_not_depend_on_how_many_filters_are_measured_together(
    swept: Path, small: Small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bpsearch.sweeps.curves.MEASURED_TOGETHER", 500)
    settings = Settings(axes=(sliding("words", "1:45:2"), sliding("links", "0:1:0.5")), select=False)
    sweep = run_sweep(small.index, small.topics, small.qrels, tmp_path / "out", settings)
    for measure, values in read_sweep(swept).curves[0].values.items():
        assert np.array_equal(sweep.curves[0].values[measure], values)


def test_topics_that_find_nothing_are_counted(small: Small, tmp_path: Path) -> None:
    topics = tmp_path / "topics.tsv"
    topics.write_text("1\tsolar panels\n2\tzyzzyva\n3\tthe of\n")
    sweep = run_sweep(small.index, topics, small.qrels, tmp_path / "out", QUICK)
    assert "no document matches any term of 2 topics: worth 0 (2, 3)" in sweep.manifest["notes"]
    assert sweep.references.values["P@10"][0, 1:].tolist() == [0, 0]
