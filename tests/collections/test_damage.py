"""Bad input never stops a reader: what can be read is read, and all the rest is in the ledger."""

from __future__ import annotations

import gzip
import tempfile
import tracemalloc
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpsearch.collections import Ledger, open_collection
from tests.collections.writers import WRITERS, read, read_bytes, some_pages

PAGES = some_pages(12)
SURPRISES = [b"\0", b"\n", b"<", b'"', b"\xff", b"9", b"\x1f\x8b\x08"]


def skipped(ledger: Ledger) -> int:
    return sum(1 for skip in ledger if not skip.reason.endswith("(kept)"))


@st.composite
def damaged(draw: st.DrawFn, sound: bytes) -> bytes:
    content = bytearray(sound)
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, max(0, len(content) - 1)))
        match draw(st.sampled_from(["flip", "cut", "truncate", "insert"])):
            case "flip":
                content[place : place + 1] = draw(st.sampled_from(SURPRISES))
            case "cut":
                del content[place : place + draw(st.integers(1, 300))]
            case "truncate":
                del content[place:]
            case "insert":
                content[place:place] = draw(st.binary(min_size=1, max_size=40))
    return bytes(content)


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("format", WRITERS)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_no_damage_raises(format: str, packed: bool, data: st.DataObject) -> None:
    sound = WRITERS[format](PAGES)
    content = data.draw(damaged(gzip.compress(sound, 1, mtime=0) if packed else sound))
    with tempfile.TemporaryDirectory() as folder:
        if content:
            pages, ledger = read_bytes(Path(folder), content, format)
            assert len({page.id for page in pages}) == len(pages)
            assert len(pages) + ledger.total > 0 or not content.strip()


@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_every_line_is_read_or_listed(data: st.DataObject) -> None:
    content = data.draw(damaged(WRITERS["jsonl"](PAGES)))
    with tempfile.TemporaryDirectory() as folder:
        if content and not content.startswith(b"\x1f\x8b\x08"):
            pages, ledger = read_bytes(Path(folder), content, "jsonl")
            assert len(pages) + skipped(ledger) == sum(1 for line in content.split(b"\n") if line.strip())


@pytest.mark.parametrize("format", WRITERS)
@given(kept=st.floats(0.05, 0.99))
@settings(max_examples=30, deadline=None)
def test_records_before_the_end_of_a_truncated_gzip_are_kept(format: str, kept: float) -> None:
    pages = some_pages(60)
    sound = WRITERS[format](pages)
    packed = gzip.compress(sound, 1, mtime=0)
    packed = packed[: int(len(packed) * kept)]
    readable = zlib.decompressobj(31).decompress(packed)
    whole = sum(len(WRITERS[format](pages[: n + 1])) <= len(readable) for n in range(len(pages)))
    with tempfile.TemporaryDirectory() as folder:
        read_pages, ledger = read_bytes(Path(folder), packed, format)
    assert [page.id for page in read_pages][:whole] == [page.id for page in pages[:whole]]
    assert len(read_pages) <= whole + 1  # the last one may lack no more than its line end
    assert ledger.counts["gzip data ends early"] == 1


@pytest.mark.parametrize("format", WRITERS)
def test_a_damaged_gzip_member_costs_only_its_own_records(tmp_path: Path, format: str) -> None:
    members = [bytearray(gzip.compress(WRITERS[format]([page]), 1)) for page in PAGES]
    members[4][30] ^= 0xFF
    pages, ledger = read_bytes(tmp_path, b"".join(members), format)
    lost = {page.id for page in PAGES} - {page.id for page in pages}
    assert lost <= {"page-4"}
    assert ledger.counts["damaged gzip data"] == 1


@pytest.mark.parametrize("format", WRITERS)
@pytest.mark.parametrize("between", [b"", b"\0" * 600, b"\0" * 200_000, b"garbage", gzip.compress(b"")])
def test_what_may_lie_between_gzip_members(tmp_path: Path, format: str, between: bytes) -> None:
    members = [gzip.compress(WRITERS[format]([page])) for page in PAGES]
    pages, ledger = read_bytes(tmp_path, between.join(members) + between, format)
    assert [page.id for page in pages] == [page.id for page in PAGES]
    assert ledger.counts["garbage after gzip data"] == (len(PAGES) if between == b"garbage" else 0)
    assert read_bytes(tmp_path, gzip.compress(b"") + b"".join(members), format)[0] == pages


def test_a_cut_off_html_file_is_no_page(tmp_path: Path) -> None:
    packed = gzip.compress(b"<html>" + bytes(range(32, 127)) * 50)
    (tmp_path / "1.html.gz").write_bytes(packed)
    (tmp_path / "2.html.gz").write_bytes(packed[:-20])
    pages, ledger = read(tmp_path)
    assert [page.id for page in pages] == ["1.html"]
    assert [(skip.file, skip.reason) for skip in ledger] == [("2.html.gz", "gzip data ends early")]


@pytest.mark.parametrize("format", WRITERS)
def test_duplicates_are_listed_and_the_first_one_wins(tmp_path: Path, format: str) -> None:
    again = [page._replace(html=page.html.replace(b"words", b"other")) for page in PAGES[3:5]]
    (tmp_path / "a").write_bytes(WRITERS[format](PAGES))
    (tmp_path / "b").write_bytes(WRITERS[format](again))
    pages, ledger = read(tmp_path)
    assert [page.html for page in pages] == [page.html for page in PAGES]
    assert [tuple(skip) for skip in ledger] == [("b", "page-3", "duplicate id"), ("b", "page-4", "duplicate id")]


def test_bad_json_lines(tmp_path: Path) -> None:
    lines = [
        b'\xef\xbb\xbf{"id": "bom", "html": "<p>"}',
        b'{"id": "cut", "html": "<p',
        b"[1, 2]",
        b'{"html": "<p>"}',
        b'{"id": "", "html": "<p>"}',
        b'{"id": "no-html"}',
        b'{"id": "null-html", "html": null}',
        b"",
        b'{"id": 17, "html": "<p>number", "url": 3}\r',
        b'{"id": "caf\xe9", "html": "<p>"}',
        b'{"id": "lone", "html": "a\\ud800b"}',
        b'{"id": "pair", "html": "\\ud83d\\ude00"}',
        b'{"id": "with space", "html": "<p>"}',
        b"[" * 100_000,
        b'{"id": "' + "é".encode() * 16384 + b'", "html": "<p>longer than a term of Lucene may be"}',
        b'{"id": "last", "html": "<p>", "url": "http://x.org/"}',
    ]
    pages, ledger = read_bytes(tmp_path, b"\n".join(lines), "jsonl")
    assert [(page.id, page.html.decode()) for page in pages] == [
        ("bom", "<p>"),
        ("17", "<p>number"),
        ("caf\ufffd", "<p>"),
        ("lone", "a\ufffdb"),
        ("pair", "\U0001f600"),
        ("with%20space", "<p>"),
        ("last", "<p>"),
    ]
    assert {page.charset for page in pages} == {"utf-8"}
    assert [(skip.record, skip.reason.partition(":")[0]) for skip in ledger] == [
        ("line 2", "bad JSON"),
        ("line 3", "no page in the line"),
        ("line 4", "no page in the line"),
        ("line 5", "no page in the line"),
        ("line 6", "no page in the line"),
        ("line 7", "no page in the line"),
        ("line 10", "not UTF-8 (kept)"),
        ("line 11", "lone surrogates in the html (kept)"),
        ("with%20space", "whitespace in the id percent-encoded (kept)"),
        ("line 14", "bad JSON"),
        ("é" * 80 + "…", "id too long"),
    ]


@pytest.mark.parametrize("format", WRITERS)
@pytest.mark.parametrize("packed", [False, True])
def test_a_page_that_is_too_long_is_skipped_and_reading_goes_on(tmp_path: Path, format: str, packed: bool) -> None:
    pages = some_pages(5)
    pages[2] = pages[2]._replace(html=b"<html>" + b"x " * 400_000)
    content = WRITERS[format](pages)
    read_pages, ledger = read_bytes(tmp_path, gzip.compress(content, 1) if packed else content, max_page_bytes=100_000)
    assert [page.id for page in read_pages] == ["page-0", "page-1", "page-3", "page-4"]
    record = "line 3" if format == "jsonl" else "page-2"
    assert [tuple(skip) for skip in ledger] == [("collection", record, "page too long: more than 100,000 bytes")]


@pytest.mark.parametrize("format", ["html", *WRITERS])
def test_a_gzip_bomb_does_not_fill_the_memory(tmp_path: Path, format: str) -> None:
    bomb = b" " * 30_000_000
    if format == "html":
        content = b"<html>" + bomb
    else:
        content = WRITERS[format]([PAGES[0]._replace(html=b"<html>" + bomb), *PAGES[1:]])
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(content, 1))
    tracemalloc.start()
    pages, ledger = read(path, format, max_page_bytes=1_000_000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(pages) == (0 if format == "html" else len(PAGES) - 1)
    assert ledger.total >= 1
    assert peak < 8_000_000


@pytest.mark.parametrize("format", WRITERS)
@pytest.mark.parametrize("packed", [False, True])
def test_memory_stays_flat(tmp_path: Path, format: str, packed: bool) -> None:
    page = some_pages(1, filler="some words of a page " * 1000)[0]
    path = tmp_path / "large"
    with gzip.open(path, "wb", 1) if packed else path.open("wb") as target:
        for number in range(1500):
            target.write(WRITERS[format]([page._replace(id=f"page-{number}")]))
    collection = open_collection(path)
    tracemalloc.start()
    total = sum(len(page.html) for page in collection.pages(Ledger()))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert total > 30_000_000
    assert peak < 2_500_000
