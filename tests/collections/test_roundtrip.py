"""What is written in a format is read back, packed or not, and the format is recognised."""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpsearch.collections import Ledger, open_collection
from bpsearch.page.records import Page
from tests.collections.writers import WRITERS, gzip_members, page_record, read, read_bytes, some_pages
from tests.shared_data import shared_data

ids = st.from_regex(r"[A-Za-z0-9][\w.:/#%-]{0,30}", fullmatch=True)
urls = st.from_regex(r"https?://[a-z]{1,9}\.org/[\w./~-]{0,20}", fullmatch=True)
texts = st.text(max_size=300).filter(lambda text: "DOC" not in text and "HEAD" not in text and "URL>" not in text)


@st.composite
def page_lists(draw: st.DrawFn) -> list[Page]:
    chosen = draw(st.lists(ids, min_size=1, max_size=8, unique=True))
    return [Page(page_id, f"<html>{draw(texts)}.".encode(), draw(urls), "utf-8") for page_id in chosen]


def expected(pages: list[Page], format: str) -> list[Page]:
    return [page._replace(url=None, charset=None) for page in pages] if format == "trec-text" else pages


@pytest.mark.parametrize("format", WRITERS)
@given(pages=page_lists(), packed=st.booleans())
@settings(max_examples=60, deadline=None)
def test_pages_come_back_as_they_were_written(format: str, pages: list[Page], packed: bool) -> None:
    content = WRITERS[format](pages)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "collection"
        path.write_bytes(gzip.compress(content, 1) if packed else content)
        collection = open_collection(path)
        ledger = Ledger()
        assert list(collection.pages(ledger)) == expected(pages, format)
        assert list(ledger) == []
        assert collection.format == format
        assert collection.bytes_read == collection.bytes_total == path.stat().st_size


@given(bodies=st.lists(st.binary(max_size=200), min_size=1, max_size=5))
@settings(max_examples=60, deadline=None)
def test_bytes_of_html_files_and_warc_records_are_left_alone(bodies: list[bytes]) -> None:
    pages = [Page(f"{n}.html", b"<html>" + body) for n, body in enumerate(bodies)]
    with tempfile.TemporaryDirectory() as folder:
        for page in pages:
            (Path(folder) / page.id).write_bytes(page.html)
        assert read(Path(folder), "html")[0] == pages
    with tempfile.TemporaryDirectory() as folder:
        records = gzip_members([page_record(page) for page in pages])
        assert [page.html for page in read_bytes(Path(folder), records)[0]] == [page.html for page in pages]


@pytest.mark.parametrize("format", WRITERS)
def test_records_that_straddle_chunks(tmp_path: Path, format: str) -> None:
    pages = some_pages(40, filler="0123456789" * 1500)
    assert read_bytes(tmp_path, WRITERS[format](pages))[0] == expected(pages, format)


def test_a_folder_is_read_in_the_order_of_its_paths(tmp_path: Path) -> None:
    pages = some_pages(6)
    for name, page in zip(["b/1.gz", "b.gz", "a/z/9", "a/b", "c", "B"], pages, strict=True):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        content = WRITERS["trec-web"]([page])
        (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    collection = open_collection(tmp_path)
    assert collection.files == ["B", "a/b", "a/z/9", "b/1.gz", "b.gz", "c"]
    assert [page.id for page in collection.pages(Ledger())] == [f"page-{n}" for n in (5, 3, 2, 0, 1, 4)]
    assert [page.id for page in collection.pages(Ledger())] == [f"page-{n}" for n in (5, 3, 2, 0, 1, 4)]


@pytest.mark.parametrize("format", ["jsonl", "trec-web", "warc"])
def test_real_pages_are_the_same_in_every_format(tmp_path: Path, format: str) -> None:
    folder = next(shared_data("l3s-gn1").rglob("original"))
    pages = list(open_collection(folder).pages(Ledger()))[:200]
    assert len(pages) == 200
    written = [page._replace(html=page.html.decode(errors="replace").encode()) for page in pages]
    assert [page[:2] for page in read_bytes(tmp_path, WRITERS[format](written))[0]] == [page[:2] for page in written]
