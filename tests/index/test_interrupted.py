"""Builds that are killed, interrupted, starved or disturbed; what is left can be resumed and nothing is lost."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

import bpsearch
import bpsearch.index.build
import bpsearch.index.joining
import bpsearch.index.shard
from bpsearch.errors import BpsearchError
from bpsearch.index.build import build_index
from bpsearch.index.manifest import Options
from bpsearch.lucene import jvm
from tests.indexes import build, pages_of_blocks, table_files, write_pages
from tests.programs import finish, run, start, wait_for

SHARD_PAGES = 12
QUERIES = {"1": "word3 word5", "2": "common", "3": "word1 word1 word40"}


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """240 pages: twenty shards, of which sixteen are merged."""
    documents = [
        [f"common word{n % 7} word{n % 41} " + "filler " * (n % 13), f"word{n % 5}"] * (1 + n % 30) for n in range(240)
    ]
    return write_pages(tmp_path_factory.mktemp("pages") / "pages.jsonl", pages_of_blocks(documents))


@pytest.fixture(scope="module")
def in_one_go(pages):
    return build(pages, pages.parent / "in one go")


def assert_equal_indexes(folder, expected):
    assert table_files(folder) == table_files(expected.folder)
    with bpsearch.open(folder) as index:
        assert index.manifest.counts == expected.manifest.counts
        assert index.manifest.skipped == expected.manifest.skipped
        for where in (None, "words >= 4"):
            assert index.search(QUERIES, where=where) == expected.search(QUERIES, where=where)
        assert index.texts(239) == expected.texts(239)
    left = {entry.name for entry in folder.iterdir()}
    assert left == {"lucene", "blocks", "documents", "manifest.json", "skipped.jsonl"}


@pytest.fixture
def small_shards(monkeypatch):
    monkeypatch.setattr(bpsearch.index.build, "SHARD_PAGES", SHARD_PAGES)


def test_killed_and_resumed(pages, in_one_go, tmp_path, small_shards):
    output, unfinished = tmp_path / "index", tmp_path / ".index.unfinished"
    process = start("index", pages, "--output", output, "--workers", 2, shard_pages=SHARD_PAGES)
    wait_for(process, unfinished / "shards" / "000006")
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    assert not output.exists()
    with pytest.raises(BpsearchError, match="--resume goes on"):
        build_index(pages, output)
    kept = (unfinished / "shards" / "000000" / "shard.json").stat()
    seen = []
    build_index(
        pages,
        output,
        resume=True,
        on_progress=lambda progress: seen.append((unfinished / "shards" / "000000" / "shard.json").stat()),
    )
    assert seen[-1].st_mtime_ns == kept.st_mtime_ns  # finished work is not done again
    assert_equal_indexes(output, in_one_go)
    assert not unfinished.exists()


@pytest.mark.parametrize(("workers", "after"), [(1, "000003"), (3, "")])
def test_ctrl_c(pages, in_one_go, tmp_path, small_shards, workers, after):
    output = tmp_path / "index"
    process = start("index", pages, "--output", output, "--workers", workers, shard_pages=SHARD_PAGES)
    wait_for(process, tmp_path / ".index.unfinished" / "shards" / after)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers, too, even while they start
    interrupted = finish(process)
    assert interrupted.returncode == 130
    assert "interrupted" in interrupted.stderr
    assert "--resume" in interrupted.stderr
    assert "Traceback" not in interrupted.stderr
    assert not output.exists()
    build_index(pages, output, resume=True)
    assert_equal_indexes(output, in_one_go)


def test_a_worker_dies(pages, in_one_go, tmp_path, small_shards):
    output = tmp_path / "index"
    process = start("index", pages, "--output", output, "--workers", 2, shard_pages=SHARD_PAGES)
    wait_for(process, tmp_path / ".index.unfinished" / "shards" / "000002")
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if not children.exists():
        os.killpg(process.pid, signal.SIGKILL)
        pytest.skip("no /proc to find the workers in")
    workers = [
        int(child)
        for child in children.read_text().split()
        if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text()
    ]
    os.kill(workers[0], signal.SIGKILL)
    failed = finish(process)
    assert failed.returncode == 1
    assert "a worker process died" in failed.stderr
    assert "--resume" in failed.stderr
    build_index(pages, output, resume=True)
    assert_equal_indexes(output, in_one_go)


class Killed(BaseException):
    """Stands for a process that ends in the middle of something."""


@pytest.mark.parametrize(
    ("stage", "workers"), [("merging", 3), ("after merging", 1), ("joining", 1), ("taking place", 1)]
)
def test_stopped_at_any_stage(pages, in_one_go, tmp_path, monkeypatch, small_shards, stage, workers):
    """What is on disk at that moment is all that a resumed build has."""
    output = tmp_path / "index"

    def stop(*arguments, **options):
        raise Killed

    with monkeypatch.context() as patched:
        if stage == "merging":
            patched.setattr(bpsearch.index.shard, "merge_shards", stop)
        elif stage == "after merging":  # the shards' own indexes are half deleted
            patched.setattr(bpsearch.index.shard, "merge_shards", _merge_and_stop(bpsearch.index.shard.merge_shards))
        elif stage == "joining":
            patched.setattr(bpsearch.index.joining, "write_documents", stop)
        else:
            patched.setattr(bpsearch.index.folders.Unfinished, "_take_place", stop)
        with pytest.raises(Killed):
            build_index(pages, output)
    assert not output.exists()
    with monkeypatch.context() as patched:
        if stage == "taking place":
            patched.setattr(bpsearch.index.build, "_fill", stop)  # nothing is left to do
        build_index(pages, output, resume=True, worker_count=workers)
    assert_equal_indexes(output, in_one_go)


def test_what_appears_under_the_name_meanwhile_stays(pages, in_one_go, tmp_path, monkeypatch, small_shards):
    output = tmp_path / "index"

    versions = jvm.versions

    def write_thesis(*arguments, **options):
        output.mkdir()
        (output / "thesis.tex").write_text("precious")
        return versions()

    with monkeypatch.context() as patched:
        patched.setattr(bpsearch.index.build.jvm, "versions", write_thesis)
        with pytest.raises(BpsearchError, match="exists and is not a bpsearch index"):
            build_index(pages, output)
    assert (output / "thesis.tex").read_text() == "precious"
    shutil.rmtree(output)
    build_index(pages, output, resume=True)
    assert_equal_indexes(output, in_one_go)


def test_code_of_the_user_that_changed_is_not_resumed_with(pages, tmp_path, monkeypatch, small_shards):
    code = tmp_path / "mine.py"
    code.write_text("def mine(blocks):\n    return [True] * len(blocks)\n")
    options = Options(cleaners=(f"{code}:mine",))
    with monkeypatch.context() as patched:
        patched.setattr(bpsearch.index.build, "join", _raise)
        with pytest.raises(Killed):
            build_index(pages, tmp_path / "index", options=options)
    code.write_text("def mine(blocks):\n    return [False] * len(blocks)\n")
    with pytest.raises(BpsearchError, match="other options"):
        build_index(pages, tmp_path / "index", options=options, resume=True)


def _merge_and_stop(merge):
    def merge_and_stop(folder, sources):
        kept = [shutil.copytree(source / "lucene", source / "kept") for source in sources[4:]]
        merge(folder, sources)
        for path in kept:
            path.rename(path.with_name("lucene"))
        raise Killed

    return merge_and_stop


def test_all_shards_there_but_nothing_merged(pages, in_one_go, tmp_path, monkeypatch, small_shards):
    """Each of the finished neighbours finds that it could be merged; only one merge must happen."""
    with monkeypatch.context() as patched:
        patched.setattr(bpsearch.index.joining.Parts, "to_merge", lambda parts, level, number: None)
        patched.setattr(bpsearch.index.build, "join", _raise)
        with pytest.raises(Killed):
            build_index(pages, tmp_path / "index")
    build_index(pages, tmp_path / "index", resume=True, worker_count=3)
    assert_equal_indexes(tmp_path / "index", in_one_go)


def _raise(*arguments):
    raise Killed


def test_stopped_while_the_shards_are_removed(pages, in_one_go, tmp_path, monkeypatch, small_shards):
    """Half a shard must not be taken for a finished one."""
    remove = shutil.rmtree

    def remove_half(folder, *arguments, **options):
        reports = sorted(Path(folder).glob("*/shard.json"))
        if not reports:
            return remove(folder, *arguments, **options)
        for report in reports[3:]:
            report.unlink()
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(bpsearch.index.build.shutil, "rmtree", remove_half)
        with pytest.raises(Killed):
            build_index(pages, tmp_path / "index")
    build_index(pages, tmp_path / "index", resume=True)
    assert_equal_indexes(tmp_path / "index", in_one_go)


def test_resume_needs_the_same_plan(pages, tmp_path, monkeypatch, small_shards):
    output, unfinished = tmp_path / "index", tmp_path / ".index.unfinished"
    with pytest.raises(BpsearchError, match="nothing to resume"):
        build_index(pages, output, resume=True)
    with monkeypatch.context() as patched:
        patched.setattr(bpsearch.index.build, "join", _raise)
        with pytest.raises(Killed):
            build_index(pages, output)
    other = write_pages(tmp_path / "other.jsonl", [("a", "<p>b")])
    for source, options in ((other, Options()), (pages, Options(store=False)), (pages, Options(rule="inline"))):
        with pytest.raises(BpsearchError, match="another source, other options"):
            build_index(source, output, options=options, resume=True)
    (unfinished / "plan.json").write_text("{")
    with pytest.raises(BpsearchError, match="--force without --resume starts over"):
        build_index(pages, output, resume=True)
    (unfinished / "shards" / "000000" / "from an earlier build").touch()
    found = []
    join = bpsearch.index.build.join

    def look_and_join(*arguments):
        found.extend(unfinished.rglob("from an earlier build"))
        join(*arguments)

    monkeypatch.setattr(bpsearch.index.build, "join", look_and_join)
    build_index(pages, output, force=True)
    assert output.is_dir()
    assert not found


@pytest.mark.parametrize("forced", [{"force": True}, {"force": True, "resume": True}])
def test_a_forced_build_is_resumed_without_force(pages, tmp_path, monkeypatch, small_shards, forced):
    output = tmp_path / "index"
    build_index(write_pages(tmp_path / "other.jsonl", [("a", "<p>b")]), output)
    with monkeypatch.context() as patched:
        patched.setattr(bpsearch.index.build, "join", _raise)
        if "resume" in forced:
            output.rename(tmp_path / "away")
            with pytest.raises(Killed):
                build_index(pages, output)
            (tmp_path / "away").rename(output)
            with pytest.raises(BpsearchError, match="exists already"):
                build_index(pages, output, resume=True)
        with pytest.raises(Killed):
            build_index(pages, output, **forced)
        with pytest.raises(Killed):
            build_index(pages, output, resume=True)
    with pytest.raises(BpsearchError, match="exists already"):
        build_index(pages, output)
    assert build_index(pages, output, resume=True).manifest.counts["documents"] == 240
    assert not {"plan.json", "lock"} & {entry.name for entry in output.iterdir()}


def test_two_builds_at_once(pages, tmp_path, small_shards):
    output = tmp_path / "index"
    process = start("index", pages, "--output", output, "--workers", 1, shard_pages=SHARD_PAGES)
    wait_for(process, tmp_path / ".index.unfinished" / "shards")
    os.kill(process.pid, signal.SIGSTOP)
    try:
        for options in ({"resume": True}, {"force": True}):
            with pytest.raises(BpsearchError, match="another build is at work"):
                build_index(pages, output, **options)
    finally:
        os.kill(process.pid, signal.SIGCONT)
    assert finish(process).returncode == 0
    assert bpsearch.open(output).manifest.counts["documents"] == 240


def test_more_shards_than_open_files(tmp_path, monkeypatch):
    monkeypatch.setattr(bpsearch.index.build, "SHARD_PAGES", 1)
    source = write_pages(tmp_path / "pages.jsonl", pages_of_blocks([[f"word{n}", "x"] for n in range(48)]))
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    join = bpsearch.index.joining.write_column

    def with_few_files(*arguments):
        resource.setrlimit(resource.RLIMIT_NOFILE, (len(list(Path("/proc/self/fd").iterdir())) + 20, limits[1]))
        try:
            join(*arguments)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)

    monkeypatch.setattr(bpsearch.index.joining, "write_column", with_few_files)
    assert build_index(source, tmp_path / "index").manifest.counts["blocks"] == 96


@pytest.fixture
def small_disk(tmp_path):
    mounted = tmp_path / "small"
    mounted.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(mounted)]
    if os.geteuid() or not shutil.which("mount") or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("only root can mount a small disk to fill")
    yield mounted
    subprocess.run(["umount", str(mounted)], check=True)


def test_full_disk(small_disk, pages):
    full = run("index", pages, "--output", small_disk / "index", "--workers", 1, shard_pages=SHARD_PAGES)
    assert full.returncode == 1
    assert "No space left on device" in full.stderr
    assert not (small_disk / "index").exists()
