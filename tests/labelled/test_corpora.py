"""Corpora of one's own and folders of pages beside texts: read by looking, and errors that say what to do."""

from __future__ import annotations

import gzip
import json
import tarfile
from pathlib import Path

import numpy as np
import pytest

from bpsearch.errors import InputError
from bpsearch.labelled.opening import open_corpora
from bpsearch.labelled.records import CLASSES, FULL_TEXT, HEADLINE, site
from bpsearch.labelled.text_measure import TokenBags
from bpsearch.page.records import Page

HTML = "<div>Home</div><h1>Rain</h1><p>It rained, all day long.</p><div>Next: snow</div>"
LABELS = ["boilerplate", "headline", "content", "related content"]


def write_lines(path: Path, *records: object) -> Path:
    text = "".join(json.dumps(record) + "\n" for record in records)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


@pytest.mark.parametrize("name", ["mine.jsonl", "mine.jsonl.gz"])
def test_json_lines(tmp_path: Path, name: str) -> None:
    by_text = {"id": "b", "html": HTML, "url": "http://www.news.co.uk/x", "text": "Rain\nIt rained , all day long."}
    path = write_lines(tmp_path / name, {"id": "a", "html": HTML, "labels": LABELS}, by_text)
    (corpus,) = open_corpora(path)
    assert (corpus.name, corpus.format) == ("mine", "jsonl")
    first, second = corpus.pages
    assert first.classes.tolist() == [0, HEADLINE, FULL_TEXT, CLASSES.index("related content")]
    assert second.classes.tolist() == [0, FULL_TEXT, FULL_TEXT, 0]
    assert (first.site, second.site) == ("a", "news.co.uk")
    assert second.found == 1
    assert corpus.problem(2).tolist() == [0, 1, 1, 1, 0, 1, 1, 0]
    assert corpus.problem(4).tolist() == [0, 2, 1, 1, 0, 1, 1, 0]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "line 1: not JSON"),
        ('{"id": 1}', "line 1: expected"),
        ('{"html": "<p>a<p>b"}', "expected labels"),
        ('{"html": "<p>a<p>b", "labels": ["content"]}', "1 labels for 2 blocks"),
        ('{"html": "<p>a", "labels": ["contents"]}', "no class is called 'contents'"),
    ],
)
def test_errors_name_the_line_and_what_is_wrong(tmp_path: Path, line: str, problem: str) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(line)
    with pytest.raises(InputError, match=problem):
        open_corpora(path)


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("mine.jsonl", b'{"html": "caf\xe9"}', "line 1: not UTF-8"),
        ("mine.jsonl.gz", b'{"html": "<p>a"}', "line 1: damaged, or not compressed"),
        ("mine.jsonl.gz", gzip.compress(b'{"html": "<p>a"}' * 99)[:-12], "damaged"),
        ("mine.tar.xz", b"nothing", "cannot be unpacked"),
    ],
)
def test_damaged_files_are_named(tmp_path: Path, name: str, content: bytes, problem: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=f"{name}.*{problem}"):
        open_corpora(tmp_path / name)


def test_pages_that_say_their_url_have_a_site(tmp_path: Path) -> None:
    for folder in ("html", "gold"):
        (tmp_path / folder).mkdir()
    heads = (
        "<link rel=canonical href='http://www.one.com/a'>",
        '<meta property="og:url" content="https://two.co.uk/b"/>',
        "<link rel=stylesheet href=http://x.com/><meta property=og:url content=/relative>",
    )
    for number, head in enumerate(heads):
        (tmp_path / "html" / f"{number}.htm").write_text(f"{head}<p>Rain.")
        (tmp_path / "gold" / f"{number}.txt").write_text("Rain.")
    (corpus,) = open_corpora(tmp_path)
    assert [page.site for page in corpus.pages] == ["one.com", "two.co.uk", "2"]


def test_folders_and_archives_are_found_by_looking(tmp_path: Path) -> None:
    for name, pages, golds in (("one", "input", "GoldStandard"), ("two", "html", "gold")):
        for folder in (pages, golds):
            (tmp_path / "all" / name / folder).mkdir(parents=True)
        (tmp_path / "all" / name / pages / "1.html").write_text(HTML)
        (tmp_path / "all" / name / golds / "1.txt").write_text("URL: http://a.b/\n<h>Rain\n<p>It rained, all day long.")
    with tarfile.open(tmp_path / "all.tar.xz", "w:xz") as archive:
        archive.add(tmp_path / "all", "all")
    (single,) = open_corpora(tmp_path / "all" / "one")
    assert single.format == "cleaneval"
    corpora = open_corpora(tmp_path / "all")
    assert [(corpus.name, corpus.format) for corpus in corpora] == [("one", "cleaneval"), ("two", "pairs")]
    with tarfile.open(tmp_path / "flat.tar.xz", "w:xz") as archive:
        for corpus in ("one", "two"):
            archive.add(tmp_path / "all" / corpus, corpus)
    for corpus in open_corpora(tmp_path / "flat.tar.xz"):
        (page,) = corpus.pages
        assert page.classes.tolist() == [0, FULL_TEXT, FULL_TEXT, 0]
        assert TokenBags(page).f1(page.content) == 1
        assert TokenBags(page).f1(np.ones(4, np.int8)) == pytest.approx(2 * 8 / (8 + 12))


def test_what_is_no_corpus_is_told_what_would_be_one(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing")
    for place in (tmp_path, tmp_path / "notes.txt", tmp_path / "missing"):
        with pytest.raises(InputError, match="JSON lines"):
            open_corpora(place)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://sport.guardian.co.uk/a", "guardian.co.uk"),
        ("https://www.iht.com:80/a", "iht.com"),
        ("http://127.0.0.1/", "127.0.0.1"),
        ("http://localhost/", "localhost"),
        (None, "page"),
        ("http://[", "page"),
    ],
)
def test_sites(url: str | None, expected: str) -> None:
    assert site(Page("page", b"", url)) == expected
