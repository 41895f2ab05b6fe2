from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import bpsearch
from bpsearch.errors import BpsearchError
from bpsearch.sweeps import Progress, Settings, read_sweep, run_sweep, sliding
from tests.sweeps.small_collection import Small

QUICK = Settings(axes=(sliding("words", "1:45:8"),), resamples=500, repeats=5)


def kept(folder: Path) -> dict[str, int]:
    """The rankings in a folder, and when they were written."""
    return {path.name: path.stat().st_mtime_ns for path in (folder / "rankings").iterdir()}


@pytest.fixture
def done(small: Small, tmp_path: Path) -> Path:
    run_sweep(small.index, small.topics, small.qrels, tmp_path / "out", QUICK)
    return tmp_path / "out"


def test_an_interrupted_sweep_is_not_finished_and_goes_on_where_it_was(small: Small, tmp_path: Path) -> None:
    folder = tmp_path / "out"

    def interrupt(progress: Progress) -> None:
        if progress.stage == "comparing":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_sweep(small.index, small.topics, small.qrels, folder, QUICK, interrupt)
    with pytest.raises(BpsearchError, match="no finished sweep"):
        read_sweep(folder)
    before = kept(folder)
    assert len(before) == 2
    run_sweep(small.index, small.topics, small.qrels, folder, QUICK)
    assert kept(folder) == before
    read_sweep(folder)


def test_the_same_again_reuses_rankings_and_gives_the_same_tables(small: Small, done: Path) -> None:
    before, tables = kept(done), {path.name: path.read_bytes() for path in done.glob("*.csv")}
    run_sweep(small.index, small.topics, small.qrels, done, QUICK)
    assert kept(done) == before
    assert {path.name: path.read_bytes() for path in done.glob("*.csv")} == tables


def test_only_what_changed_is_ranked_anew(small: Small, done: Path) -> None:
    before = kept(done)
    run_sweep(small.index, small.topics, small.qrels, done, replace(QUICK, against=("words-links",)), force=True)
    after = kept(done)
    assert len(after) == 2 and len(before.items() & after.items()) == 1, "the curve stays, the references are new"
    run_sweep(small.index, small.topics, small.qrels, done, replace(QUICK, similarity="qld"), force=True)
    assert not after.items() & kept(done).items()


def test_a_sweep_of_other_inputs_is_replaced_only_by_force(small: Small, done: Path, tmp_path: Path) -> None:
    topics = tmp_path / "other.tsv"
    topics.write_text("2\tpaper\n3\ttrains\n")
    with pytest.raises(BpsearchError, match=r"other topics.*--force"):
        run_sweep(small.index, topics, small.qrels, done, QUICK)
    assert len(read_sweep(done).topics) == 12, "it is still there"
    run_sweep(small.index, topics, small.qrels, done, QUICK, force=True)
    assert read_sweep(done).topics == ["2", "3"]
    assert len(kept(done)) == 2, "rankings of other inputs are gone"


def test_a_column_that_changed_is_ranked_anew(small: Small, tmp_path: Path) -> None:
    shutil.copytree(small.index.folder, tmp_path / "index")
    folder = tmp_path / "out"
    with bpsearch.open(tmp_path / "index") as index:
        first = run_sweep(index, small.topics, small.qrels, folder, QUICK)
        before = kept(folder)
        table = index.block_table
        table.add(table.records["words"], [np.asarray(table["words"].read()) + 8])
        with pytest.raises(BpsearchError, match=r"other index; --force"):
            run_sweep(index, small.topics, small.qrels, folder, QUICK)
        second = run_sweep(index, small.topics, small.qrels, folder, QUICK, force=True)
    assert len(before.items() & kept(folder).items()) == 1, "only the references look at other columns"
    assert second.curves[0].survival.tokens[1] == first.curves[0].survival.tokens[0]


def test_damaged_rankings_are_made_anew(small: Small, done: Path) -> None:
    tables = (done / "sweep.csv").read_bytes()
    rankings = sorted((done / "rankings").iterdir())
    for path in rankings:
        path.write_bytes(path.read_bytes()[:100])
    run_sweep(small.index, small.topics, small.qrels, done, QUICK)
    assert (done / "sweep.csv").read_bytes() == tables
    shutil.copyfile(rankings[0], rankings[1])
    run_sweep(small.index, small.topics, small.qrels, done, QUICK)
    assert (done / "sweep.csv").read_bytes() == tables


def test_a_sweep_with_other_settings_is_replaced_only_by_force_and_only_when_done(small: Small, done: Path) -> None:
    (done / "runs" / "mine.run").write_text("precious")
    (done / "rankings" / ".abc.npz.x.unfinished").write_text("of a sweep that was killed")
    tables = (done / "sweep.csv").read_bytes()
    shorter = replace(QUICK, axes=(sliding("words", "1:3"),))
    with pytest.raises(BpsearchError, match=r"other series; --force"):
        run_sweep(small.index, small.topics, small.qrels, done, shorter)

    def interrupt(progress: Progress) -> None:
        if progress.stage == "finding what moved":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_sweep(small.index, small.topics, small.qrels, done, shorter, interrupt, force=True)
    assert (done / "sweep.csv").read_bytes() == tables and len(read_sweep(done).curves[0].points) == 6
    run_sweep(small.index, small.topics, small.qrels, done, shorter, force=True)
    assert len(read_sweep(done).curves[0].points) == 3
    runs = {path.stem for path in (done / "runs").iterdir()}
    assert runs == {"mine", "baseline", "bte", "words_ge_3"}
    assert not list(done.rglob("*.unfinished"))


def test_what_no_sweep_wrote_is_not_replaced(small: Small, tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "mine.run").write_text("precious")
    with pytest.raises(BpsearchError, match=r"other things \(runs\)"):
        run_sweep(small.index, small.topics, small.qrels, tmp_path, QUICK, force=True)
    (tmp_path / "manifest.json").write_text('{"name": "my web app"}')
    with pytest.raises(BpsearchError, match=r"other things \(manifest\.json, runs\)"):
        run_sweep(small.index, small.topics, small.qrels, tmp_path, QUICK, force=True)
    (tmp_path / "rankings").mkdir()
    topics = tmp_path / "rankings" / "topics.tsv"
    topics.write_bytes(small.topics.read_bytes())
    with pytest.raises(BpsearchError, match=r"the topics \(.*\) lie in"):
        run_sweep(small.index, topics, small.qrels, tmp_path, QUICK)
    assert (tmp_path / "runs" / "mine.run").read_text() == "precious"


def test_foreign_files_are_never_touched(small: Small, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("precious")
    for force in (False, True):
        with pytest.raises(BpsearchError, match=r"other things \(thesis\.tex\)"):
            run_sweep(small.index, small.topics, small.qrels, tmp_path, QUICK, force=force)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
    with pytest.raises(BpsearchError, match="is a file"):
        run_sweep(small.index, small.topics, small.qrels, tmp_path / "thesis.tex", QUICK)


@pytest.mark.parametrize("name", ["sweep.csv", "per_topic.csv", "survival.csv", "selection.csv", "topics.json"])
def test_a_folder_that_lost_a_file_or_lines_says_so(done: Path, name: str) -> None:
    text = (done / name).read_text()
    (done / name).write_text(text[: len(text) // 2])
    if name != "selection.csv":
        with pytest.raises(BpsearchError, match=r"run (the sweep|it) again"):
            read_sweep(done)
    (done / name).unlink()
    with pytest.raises(BpsearchError, match=r"run (the sweep|it) again"):
        read_sweep(done)


@pytest.mark.parametrize("manifest", ["{", '{"kind": "bpsearch sweep", "format": 0}'])
def test_a_sweep_that_cannot_be_read_is_replaced_only_by_force(small: Small, done: Path, manifest: str) -> None:
    (done / "manifest.json").write_text(manifest)
    with pytest.raises(BpsearchError, match=r"cannot be read; --force replaces it"):
        run_sweep(small.index, small.topics, small.qrels, done, QUICK)
    run_sweep(small.index, small.topics, small.qrels, done, QUICK, force=True)
    read_sweep(done)


class Killed(BaseException):
    """Stands for a process that ends in the middle of something."""


@pytest.mark.parametrize("step", range(0, 12))
def test_killed_while_the_new_takes_the_place_of_the_old(
    small: Small, done: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    shorter = replace(QUICK, axes=(sliding("words", "1:3"),))
    run_sweep(small.index, small.topics, small.qrels, tmp_path / "expected", shorter)
    steps = iter(range(100))

    def dying(method: Callable[..., object]) -> Callable[..., object]:
        def call(path: Path, *arguments: object, **options: object) -> object:
            if (done / ".replacing").exists() and next(steps) == step:
                raise Killed
            return method(path, *arguments, **options)

        return call

    with monkeypatch.context() as patched, suppress(Killed):
        patched.setattr(Path, "unlink", dying(Path.unlink))
        patched.setattr(Path, "replace", dying(Path.replace))
        run_sweep(small.index, small.topics, small.qrels, done, shorter, force=True)
    assert next(steps) > step, "it was killed"
    assert len(read_sweep(done).curves[0].points) == 3
    assert {path.name for path in (done / "runs").iterdir()} == {"baseline.run", "bte.run", "words_ge_3.run"}
    for path in (tmp_path / "expected").glob("*.csv"):
        assert (done / path.name).read_bytes() == path.read_bytes()
    run_sweep(small.index, small.topics, small.qrels, done, shorter)


def test_rankings_belong_to_topics_in_their_order(small: Small, done: Path, tmp_path: Path) -> None:
    backwards = tmp_path / "backwards.tsv"
    backwards.write_text("".join(reversed(small.topics.read_text().splitlines(keepends=True))))
    again = run_sweep(small.index, backwards, small.qrels, done, QUICK, force=True)
    new = run_sweep(small.index, backwards, small.qrels, tmp_path / "new", QUICK)
    assert np.array_equal(again.curves[0].values["P@10"], new.curves[0].values["P@10"])
