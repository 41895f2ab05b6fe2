"""index, info, search, export as a user runs them."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys

import pytest
from typer.testing import CliRunner

import bpsearch
import bpsearch.commands.info
import bpsearch.console
import bpsearch.index.build
import bpsearch.retrieval.export
import bpsearch.retrieval.search
from bpsearch.cli import app
from bpsearch.errors import BpsearchError
from bpsearch.index.build import Progress
from bpsearch.retrieval.runs import read_run
from tests.indexes import build, pages_of_blocks, real_pages, write_pages
from tests.programs import run
from tests.shared_data import ROOT

TOPICS = ROOT / "qrels" / "demo.topics.txt"


def bpsearch_(*arguments):
    return CliRunner().invoke(app, list(map(str, arguments)), catch_exceptions=False, terminal_width=200)


def test_index_cleaners_info_search_export(tmp_path):
    pages, index = real_pages(tmp_path / "pages", 12), tmp_path / "an [index]"
    done = bpsearch_("index", pages, "--output", index, "--cleaners", "bte,words-links", "--workers", 1)
    assert done.exit_code == 0
    assert "12 documents" in " ".join(done.stderr.split())
    assert done.stdout == ""
    done = bpsearch_("index", "--add-cleaners", "min-words-10", index)
    assert done.exit_code == 0
    shown = bpsearch_("info", index, "--where", "bte and not words_links").stdout
    for part in ("12", "bte", "words_links", "min_words_10", "density", "Lucene", "bte and not words_links", "█"):
        assert part in shown
    assert " 64  91 128\n" in shown  # bounds of the histogram, apart
    topics = tmp_path / "topics.tsv"
    topics.write_text("1\tgovernment said\n2\txyzzy\n")
    output = tmp_path / "runs" / "a.run"
    done = bpsearch_(
        "search", index, topics, "--output", output, "--where", "not bte", "--min-words", 3, "--min-density", 1.5,
        "--hits", 5, "--similarity", "qld", "--mu", 500, "--tag", "mine",
    )  # fmt: skip
    assert done.exit_code == 0
    assert "1 topics found nothing" in " ".join(done.stderr.split())
    with bpsearch.open(index) as opened:
        model = bpsearch.retrieval.similarities.QueryLikelihood(500)
        where = "(not bte) and (words >= 3) and (density >= 1.5)"
        expected = opened.search(topics, where=where, hits=5, similarity=model)
    lines = [line.split() for line in output.read_text().splitlines()]
    assert [(line[0], line[2]) for line in lines] == [("1", hit.docno) for hit in expected["1"]]
    assert {(len(line), line[1], line[5]) for line in lines} == {(6, "Q0", "mine")}
    assert [line[3] for line in lines] == [str(rank) for rank in range(1, len(lines) + 1)]
    exported = tmp_path / "text.jsonl"
    assert bpsearch_("export", index, "--where", "bte", "--format", "jsonl", "--output", exported).exit_code == 0
    assert len(exported.read_text(encoding="utf-8").splitlines()) == 12
    assert set(json.loads(exported.read_text(encoding="utf-8").splitlines()[0])) == {"id", "contents"}
    assert bpsearch_("export", index, "--where", "bte", "--output", tmp_path / "plain").exit_code == 0
    assert list((tmp_path / "plain").glob("segments_*"))


def test_search_options(demo_index, tmp_path):
    def searched(name, *options):
        output = tmp_path / f"{name}.run"
        assert bpsearch_("search", demo_index.folder, TOPICS, "--output", output, *options).exit_code == 0
        return output

    plain = read_run(searched("plain"))
    assert len(plain) > 10
    assert read_run(searched("fields", "--fields", "title+description")) != plain
    assert read_run(searched("block", "--scoring", "block")) != plain
    assert read_run(searched("k1", "--k1", "2", "--b", "0.9")) != plain
    assert read_run(searched("zero", "--min-words", "0")) == plain
    with_header = searched("metadata", "--metadata")
    assert with_header.read_text().startswith("# ir_metadata.start\n")
    assert "#" not in searched("again").read_text()
    assert read_run(with_header) == plain


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--where", "wrods >= 1"], "did you mean words"),
        (["--where", "words >="], "cannot be read here; an example: .*; columns: length, words, density, links\n"),
        (["--where", "words = 11"], "= is no sign of filters, write ==; .*; columns: length, words"),
        (["--where", "words-links"], "expected a condition .*; columns: length, words"),
        (["--where", "words > 1) or (words < 1", "--min-words", "3"], "cannot be read here"),
        (["--similarity", "bm26"], "bm25, tfidf, qld"),
        (["--similarity", "tfidf", "--k1", "1"], "has no parameter k1"),
        (["--k1", "-1"], "k1 is -1"),
        (["--b", "1.5"], "b is 1.5"),
        (["--b", "nan"], "b is nan"),
        (["--similarity", "qld", "--mu", "0"], "mu is 0"),
        (["--scoring", "page"], "document, block"),
        (["--hits", "0"], "at least one"),
        (["--fields", "headline"], "title, description, narrative"),
        (["--tag", "two words"], "white space"),
    ],
)
def test_search_mistakes(demo_index, tmp_path, options, says):
    with pytest.raises(BpsearchError, match=says.replace("(", r"\(")):
        bpsearch_("search", demo_index.folder, TOPICS, "--output", tmp_path / "x.run", *options)
    assert not (tmp_path / "x.run").exists()


def test_eighty_columns_show_names_and_the_time_left(demo_index, tmp_path, monkeypatch):
    from rich.console import Console

    index = build(write_pages(tmp_path / "p.jsonl", pages_of_blocks([["a b"]])), tmp_path / "index")
    name = "a_score_of_boilerplate_letter_by_letter"
    index.add_column(name, [1], description="what it is " * 9, source="where it comes from " * 9)
    narrow = Console(width=80, file=io.StringIO())
    monkeypatch.setattr(bpsearch.commands.info, "out", narrow)
    bpsearch_("info", index.folder)
    assert name in narrow.file.getvalue()
    terminal = Console(width=80, file=io.StringIO(), force_terminal=True)
    monkeypatch.setattr(bpsearch.console, "err", terminal)

    def report(*arguments, on_progress, **options):
        on_progress(Progress(1_234_567, 123_456_789, 9 << 30, 500 << 30))
        return index

    monkeypatch.setattr(bpsearch.index.build, "build_index", report)
    bpsearch_("index", tmp_path / "p.jsonl", "--output", tmp_path / "x")
    shown = re.sub(r"\x1b\[[^A-Za-z]*[A-Za-z]", "", terminal.file.getvalue())
    assert re.search(r"pages, [\d,]+/s \S*\d:\d\d:\d\d \S*-:--:--", shown)


def test_encoded_names_are_counted(tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    for name in ("reef (1).htm", "a b.html", "a%20b.html", "plain.html", "100%.html"):
        (folder / name).write_text(f"<p>{name}")
    done = bpsearch_("index", folder, "--output", tmp_path / "index", "--workers", 1)
    assert "  3 × name percent-encoded in the id, such as %20 for a blank (kept)\n" in done.stderr
    with bpsearch.open(tmp_path / "index") as index:
        ids = ["100%.html", "a%20b.html", "a%2520b.html", "plain.html", "reef%20(1).htm"]
        assert sorted(index.documents) == ids
    assert bpsearch_("index", "--add-cleaners", "bte", tmp_path / "index").exit_code == 0


def test_a_comment_ends_with_its_filter(demo_index, tmp_path):
    for name, where in (("plain", "links<0.5"), ("comment", "links<0.5 # hi"), ("lines", "# hi 'no\nlinks<0.5")):
        options = ("--where", where, "--min-words", 5, "--output", tmp_path / name)
        assert bpsearch_("search", demo_index.folder, TOPICS, *options).exit_code == 0
    assert len({(tmp_path / name).read_bytes() for name in ("plain", "comment", "lines")}) == 1
    for command in (("info",), ("export", "--output", tmp_path / "x")):
        with pytest.raises(BpsearchError, match="columns: length, words"):
            bpsearch_(*command, demo_index.folder, "--where", "words >= ")


def test_outputs_are_checked_before_the_work(demo_index, tmp_path, monkeypatch):
    def work(*arguments, **options):
        raise AssertionError("the work began")

    monkeypatch.setattr(bpsearch.index.build, "_fill", work)
    monkeypatch.setattr(bpsearch.retrieval.export, "surviving_blocks", work)
    monkeypatch.setattr(bpsearch.retrieval.search.Index, "rankings", work)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").write_text("")
    pages = write_pages(tmp_path / "pages.jsonl", pages_of_blocks([["a b"]]))
    commands = {
        ("index", pages): {".": "names no new folder", "sub/..": "names no new folder", "loop": "leads nowhere",
                           "file/x": "is not a folder"},
        ("export", demo_index.folder): {".": "names no new folder", "file/x": "is not a folder"},
        ("export", demo_index.folder, "--format", "jsonl", "--force"): {"sub": "is a folder; give a file"},
        ("search", demo_index.folder, TOPICS): {"sub": "is a folder; give a file, such as sub/NAME",
                                                "file/a.run": "is not a folder"},
    }  # fmt: skip
    for command, outputs in commands.items():
        for output, says in outputs.items():
            with pytest.raises(BpsearchError, match=says):
                bpsearch_(*command, "--output", output)
    with pytest.raises(BpsearchError, match="white space, such as a-b"):
        bpsearch_("search", demo_index.folder, TOPICS, "--output", "a.run", "--tag", "a b")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "loop", "pages.jsonl", "sub"]


def test_links_stay_links(tmp_path):
    pages = write_pages(tmp_path / "pages.jsonl", pages_of_blocks([["a b"]]))
    for name in ("index", "plain"):
        (tmp_path / name).symlink_to(f"real-{name}")
    for options in ((), ("--force",)):
        assert bpsearch_("index", pages, "--output", tmp_path / "index", "--workers", 1, *options).exit_code == 0
        assert bpsearch_("export", tmp_path / "index", "--output", tmp_path / "plain", *options).exit_code == 0
    assert {path.name for path in tmp_path.iterdir()} == {"pages.jsonl", "index", "plain", "real-index", "real-plain"}
    assert all((tmp_path / name).is_symlink() for name in ("index", "plain"))


def test_jsonl_to_stdout(tmp_path):
    pages = write_pages(tmp_path / "pages.jsonl", pages_of_blocks([["a b"]]))
    assert run("index", pages, "--output", tmp_path / "index", "--workers", 1).returncode == 0
    done = run("export", tmp_path / "index", "--format", "jsonl", "--output", "/dev/stdout")
    assert (done.returncode, done.stdout) == (0, '{"id": "p0", "contents": "a b"}\n')
    with (tmp_path / "log").open("a") as log:
        log.write("before\n")
        log.flush()
        command = [sys.executable, "-m", "bpsearch", "export", tmp_path / "index", "--format", "jsonl"]
        subprocess.run([*command, "--output", "/dev/stdout"], cwd=ROOT, stdout=log, check=True, timeout=120)
    assert (tmp_path / "log").read_text() == f"before\n{done.stdout}"


def test_mistakes_end_in_one_message(tmp_path):
    for arguments, says in {
        ("index", tmp_path / "nowhere", "--output", tmp_path / "index"): "nowhere",
        ("info", tmp_path): "is not a bpsearch index",
    }.items():
        done = run(*arguments)
        assert done.returncode == 1
        assert done.stderr.startswith("error: ")
        assert says in done.stderr.replace("\n", "")
        assert done.stdout == ""


def test_index_mistakes(tmp_path):
    pages = write_pages(tmp_path / "pages.jsonl", pages_of_blocks([["a b"]]))
    for options, says in {
        (): "--output",
        ("--output", tmp_path / "x", "--workers", "-1"): "at least one is needed",
        ("--output", tmp_path / "x", "--rule", "none"): "atomic",
        ("--output", tmp_path / "x", "--columns", "words,wrods"): "wrods",
        ("--output", tmp_path / "x", "--cleaners", "btee"): "btee",
        ("--output", tmp_path / "x", "--analyzer", "snow"): "porter",
        ("--output", tmp_path / "x", "--language", "de", "--analyzer", "snow"): "known: whitespace, or none",
        ("--output", tmp_path / "x", "--language", "de", "--analyzer", "porter"): "is for English",
        ("--output", tmp_path / "x", "--language", "pl"): "cannot be indexed",
        ("--output", tmp_path / "x", "--resume"): "nothing to resume",
    }.items():
        with pytest.raises(BpsearchError, match=says):
            bpsearch_("index", pages, *options)
    assert [path.name for path in tmp_path.iterdir()] == ["pages.jsonl"]
    with pytest.raises(BpsearchError, match="lucene, jsonl"):
        bpsearch_("export", tmp_path, "--output", tmp_path / "y", "--format", "csv")
