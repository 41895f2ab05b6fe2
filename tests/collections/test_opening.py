"""From a path or a name to a collection, or to an error that says what to do."""

from __future__ import annotations

import gzip
import lzma
import os
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bpsearch.collections import Ledger, open_collection
from bpsearch.collections.registry import FORMATS
from bpsearch.errors import BpsearchError
from tests.collections.writers import WRITERS, read, some_pages

PAGE = b"<!DOCTYPE html><html><body><p>Hello</p></body></html>"


@pytest.mark.parametrize("format", WRITERS)
@pytest.mark.parametrize("name", ["00", "00.gz", "noise.txt"])
def test_content_decides_not_the_name(tmp_path: Path, format: str, name: str) -> None:
    content = WRITERS[format](some_pages(3))
    path = tmp_path / name
    path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    assert open_collection(path).format == format
    assert open_collection(tmp_path).format == format


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("page.html", PAGE),
        ("PAGE.HTM", b"no tag at all, but the name says it"),
        ("about", PAGE),
        ("index.php", b"\n\n<!-- saved --><HTML>text"),
        ("x.xhtml", b'<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x"><html></html>'),
        ("wide.txt", "<html><p>Füße".encode("utf-16")),
        ("fragment", b'\xef\xbb\xbf <div class="a">text</div>'),
    ],
)
def test_html_files(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    for source in (tmp_path, tmp_path / name):
        collection = open_collection(source)
        assert collection.format == "html"
        assert [tuple(page) for page in collection.pages(Ledger())] == [(name, content, None, None)]


def test_ids_of_html_files_have_no_whitespace_and_no_gz(tmp_path: Path) -> None:
    (tmp_path / "a b").mkdir()
    (tmp_path / "a b" / "c\td.html.gz").write_bytes(gzip.compress(PAGE))
    (tmp_path / os.fsdecode(b"latin-\xe9.html")).write_bytes(PAGE)
    (tmp_path / "größe.html").write_bytes(PAGE)
    pages, ledger = read(tmp_path)
    assert [page.id for page in pages] == ["a%20b/c%09d.html", "größe.html", "latin-%E9.html"]
    assert ledger.counts == {"name percent-encoded in the id, such as %20 for a blank (kept)": 2}


def test_other_files_of_a_folder_are_listed(tmp_path: Path) -> None:
    (tmp_path / "1.html").write_bytes(PAGE)
    (tmp_path / "2.html").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "3.html").write_bytes(b"")
    (tmp_path / "style.css").write_bytes(b"p { color: red }")
    (tmp_path / "logo.html").write_bytes(b"\x89PNG\r\n\x1a\n" + b"x" * 100)
    (tmp_path / ".hidden.html").write_bytes(PAGE)
    pages, ledger = read(tmp_path)
    assert [page.id for page in pages] == ["1.html"]
    assert [tuple(skip) for skip in ledger] == [
        ("2.html", "file", "not html"),
        ("3.html", "file", "empty file"),
        ("logo.html", "file", "not html"),
        ("style.css", "file", "not html"),
    ]


def test_links_and_special_files(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    (folder / "deep").mkdir(parents=True)
    (folder / "1.html").write_bytes(PAGE)
    (tmp_path / "elsewhere.html").write_bytes(PAGE)
    (folder / "2.html").symlink_to(tmp_path / "elsewhere.html")
    (folder / "3.html").symlink_to(tmp_path / "nowhere.html")
    (folder / "4.html").symlink_to(folder / "4.html")
    (folder / "deep" / "loop").symlink_to(folder)
    os.mkfifo(folder / "pipe.html")
    pages, ledger = read(folder)
    assert [page.id for page in pages] == ["1.html", "2.html"]
    assert {(skip.file, skip.reason) for skip in ledger} == {
        ("3.html", "broken symbolic link"),
        ("4.html", "broken symbolic link"),
        ("deep/loop", "symbolic link loop"),
        ("pipe.html", "not a regular file"),
    }


@contextmanager
def as_nobody() -> Iterator[None]:
    """Root may read everything: as root, be somebody else for a while."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_no_permission() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for page in ("1.html", "2.html"):
            (folder / page).write_bytes(PAGE)
        (folder / "shut").mkdir(mode=0)
        (folder / "1.html").chmod(0)
        folder.chmod(0o755)
        with as_nobody():
            pages, ledger = read(folder)
            fingerprint = open_collection(folder).fingerprint()
            with pytest.raises(BpsearchError, match=r"1\.html: cannot be read: Permission denied"):
                open_collection(folder / "1.html")
        assert [page.id for page in pages] == ["2.html"]
        assert [tuple(skip) for skip in ledger] == [
            ("shut", "entry", "cannot be read: Permission denied"),
            ("1.html", "file", "no permission to read"),
        ]
        assert fingerprint


def test_a_file_that_vanishes_is_an_error_for_the_user(tmp_path: Path) -> None:
    for name in ("1.html", "2.html"):
        (tmp_path / name).write_bytes(PAGE)
    collection = open_collection(tmp_path)
    (tmp_path / "2.html").unlink()
    with pytest.raises(BpsearchError, match=r"2\.html: cannot be read: No such file"):
        list(collection.pages(Ledger()))


def test_errors_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty.html").touch()
    (tmp_path / "noise").write_bytes(bytes(range(256)))
    (tmp_path / "mixed").mkdir()
    (tmp_path / "mixed" / "a.html").write_bytes(PAGE)
    (tmp_path / "mixed" / "b").write_bytes(WRITERS["warc"](some_pages(1)))
    for name, message in {
        "missing": "no such file or folder",
        "empty": "nothing to read",
        "empty.html": "nothing to read",
        "noise": r"(?s)known formats:\n  warc .*\n  irds ",
        "mixed": r"mixture of formats: html \(such as a.html\), warc \(such as b\); say with --format",
        "irds:no-such-dataset": "no dataset",
    }.items():
        with pytest.raises(BpsearchError, match=message):
            open_collection(name if name.startswith("irds") else tmp_path / name)
    with pytest.raises(BpsearchError, match=r"(?s)unknown format 'wark'.*jsonl"):
        open_collection(tmp_path / "noise", "wark")
    with pytest.raises(BpsearchError, match="no file in this folder looks like jsonl"):
        open_collection(tmp_path / "mixed", "jsonl")


def test_what_is_packed_otherwise_is_named(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(PAGE)
    with tarfile.open(tmp_path / "x.tgz", "w:gz") as tar:
        tar.add(page)
    (tmp_path / "x.xz").write_bytes(lzma.compress(PAGE))
    (tmp_path / "x.Z").write_bytes(b"\x1f\x9d\x90 packed")
    for name, packing in {"x.tgz": "tar", "x.xz": "xz", "x.Z": r"compress \(\.Z\)"}.items():
        with pytest.raises(BpsearchError, match=f"packed as {packing}; unpack it first"):
            open_collection(tmp_path / name)


def test_a_mixture_can_be_read_by_saying_what_is_meant(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(PAGE)
    (tmp_path / "b").write_bytes(WRITERS["warc"](some_pages(2)))
    pages, ledger = read(tmp_path, "warc")
    assert [page.id for page in pages] == ["page-0", "page-1"]
    assert [tuple(skip) for skip in ledger] == [("a.html", "file", "not warc")]


def test_a_named_file_is_read_as_the_user_says(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(WRITERS["trec-web"](some_pages(1)))
    assert [page.id for page in read(path, "trec-text")[0]] == ["page-0"]
    assert [page.id for page in read(path, "html")[0]] == ["x"]
    assert read(path, "jsonl")[1].counts["bad JSON"] > 0


def test_fingerprint(tmp_path: Path) -> None:
    def fingerprint() -> str:
        return open_collection(tmp_path).fingerprint()

    content = b"<html>" + b"x" * 100_000
    (tmp_path / "a.html").write_bytes(content)
    (tmp_path / "b.html").write_bytes(PAGE)
    seen = [fingerprint()]
    assert fingerprint() == seen[0]
    (tmp_path / "b.html").write_bytes(PAGE.replace(b"Hello", b"hello"))
    seen.append(fingerprint())
    (tmp_path / "b.html").rename(tmp_path / "c.html")
    seen.append(fingerprint())
    (tmp_path / "a.html").write_bytes(content + b"y")
    seen.append(fingerprint())
    (tmp_path / "a.html").write_bytes(content + b"z")
    seen.append(fingerprint())
    assert len(set(seen)) == len(seen)


def test_every_format_says_what_it_is() -> None:
    assert list(FORMATS) == [format.name for format in FORMATS.values()]
    assert all(format.description for format in FORMATS.values())
