"""WARC as it is and as it should not be: ids, HTTP, ClueWeb's ways, and repair of what FastWARC cannot read."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

import pytest

from bpsearch.page.records import Page
from tests.collections.writers import (
    as_warc,
    gzip_members,
    http_response,
    page_record,
    read_bytes,
    some_pages,
    warc_record,
)

PAGES = some_pages(5)
RECORDS = [page_record(page) for page in PAGES]
HTML = b"<html><p>Hello, world</p></html>"
URN = "WARC-Record-ID: <urn:uuid:12345678-1234-1234-1234-123456789abc>"
URI = "WARC-Target-URI: http://x.org/"


def page_of(tmp_path: Path, *records: bytes) -> Page:
    pages, ledger = read_bytes(tmp_path, b"".join(records), "warc")
    assert list(ledger) == []
    (page,) = pages
    return page


def reasons(tmp_path: Path, content: bytes) -> tuple[list[str], list[str]]:
    pages, ledger = read_bytes(tmp_path, content, "warc")
    return [page.id for page in pages], [skip.reason for skip in ledger]


def test_ids_of_records(tmp_path: Path) -> None:
    response = http_response(Page("", HTML))
    assert page_of(tmp_path, warc_record(response, "WARC-TREC-ID: clueweb09-en0000-00-00001", URN, URI)) == Page(
        "clueweb09-en0000-00-00001", HTML, "http://x.org/"
    )
    assert page_of(tmp_path, warc_record(response, "ClueWeb22-ID: clueweb22-en0000-00-00000", URN)).id == (
        "clueweb22-en0000-00-00000"
    )
    assert page_of(tmp_path, warc_record(response, URN, URI)).id == "12345678-1234-1234-1234-123456789abc"
    assert page_of(tmp_path, warc_record(response, "WARC-Target-URI: <http://x.org/>")).id == "http://x.org/"
    assert reasons(tmp_path, warc_record(response)) == ([], ["no id"])


def test_only_responses_and_resources_are_pages(tmp_path: Path) -> None:
    others = [
        warc_record(b"software: x", URN, "Content-Type: application/warc-fields", record_type=record_type)
        for record_type in ("warcinfo", "request", "metadata", "revisit", "conversion", "continuation")
    ]
    resource = warc_record(HTML, URN, URI, "Content-Type: text/html; charset=koi8-r", record_type="resource")
    page = page_of(tmp_path, *others[:3], resource, *others[3:])
    assert page == Page("12345678-1234-1234-1234-123456789abc", HTML, "http://x.org/", "koi8-r")


def test_types_that_nobody_knows_are_listed(tmp_path: Path) -> None:
    strange = warc_record(HTML, URN, record_type="screenshot")
    ids, why = reasons(tmp_path, RECORDS[0] + strange + RECORDS[1])
    assert (ids, why) == (["page-0", "page-1"], ["unknown record type: screenshot"])


def test_what_is_not_html_is_counted_apart(tmp_path: Path) -> None:
    def response(content_type: str, body: bytes, status: str = "200 OK") -> bytes:
        return warc_record(f"HTTP/1.1 {status}\r\n{content_type}\r\n\r\n".encode() + body, URI)

    content = b"".join(
        [
            response("Content-Type: image/png", b"\x89PNG"),
            response("Content-Type: text/css", b"p {}"),
            response("Content-Type: text/html", b"\xff\xd8\xff\xe0JFIF"),
            response("Server: x", b"just words"),
            response("Content-Type: text/html", HTML, "404 Not Found"),
            response("Server: y", HTML),
        ]
    )
    ids, why = reasons(tmp_path, content)
    assert ids == ["http://x.org/"]
    assert why == [
        "not HTML: image/png",
        "not HTML: text/css",
        "not HTML: text/html",
        "not HTML: no content type",
        "HTTP status: 404",
    ]


def test_what_a_test_collection_names_is_a_page(tmp_path: Path) -> None:
    response = b"HTTP/1.1 404 Gone\nContent-Type: text/plain\n\nwords"
    assert page_of(tmp_path, warc_record(response, "WARC-TREC-ID: cw-1")).html == b"words"


def chunked(body: bytes, size: int) -> bytes:
    parts = [body[place : place + size] for place in range(0, len(body), size)]
    return b"".join(b"%x;x=y\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


RAW_DEFLATE = zlib.compressobj(wbits=-15)


@pytest.mark.parametrize(
    ("fields", "body"),
    [
        (["Content-Encoding: gzip"], gzip.compress(HTML)),
        (["content-encoding: GZIP"], gzip.compress(HTML)),
        (["Content-Encoding: deflate"], zlib.compress(HTML)),
        (["Content-Encoding: deflate"], RAW_DEFLATE.compress(HTML) + RAW_DEFLATE.flush()),
        (["Content-Encoding: br"], b"\x8b\x0f\x80" + HTML + b"\x03"),
        (["Content-Encoding: zstd"], b"(\xb5/\xfd\x04X\x00\x01\x00" + HTML + b"\x01\x00\x00a\x0c_\x90"),
        (["Transfer-Encoding: chunked"], chunked(HTML, 7)),
        (["Transfer-Encoding: chunked", "Content-Encoding: gzip"], chunked(gzip.compress(HTML), 11)),
        (["Content-Encoding: gzip"], HTML),
        (["Content-Encoding: br"], HTML),
        (["Content-Encoding: deflate"], HTML),
        (["Transfer-Encoding: chunked"], HTML),
        (["Content-Encoding: identity, unheard-of"], HTML),
    ],
)
def test_encodings_are_undone_where_there_are_any(tmp_path: Path, fields: list[str], body: bytes) -> None:
    assert page_of(tmp_path, warc_record(http_response(Page("", body), *fields), URN)).html == HTML


def test_a_bomb_in_a_response(tmp_path: Path) -> None:
    bomb = http_response(Page("", gzip.compress(b" " * 3_000_000)), "Content-Encoding: gzip")
    content = as_warc(PAGES[:2]) + warc_record(bomb, "WARC-TREC-ID: bomb") + as_warc(PAGES[2:])
    pages, ledger = read_bytes(tmp_path, content, max_page_bytes=1_000_000)
    assert len(pages) == len(PAGES)
    assert [(skip.record, skip.reason) for skip in ledger] == [("bomb", "page too long: more than 1,000,000 bytes")]


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
def test_a_body_that_cannot_be_decoded(tmp_path: Path, encoding: str) -> None:
    response = http_response(Page("", b"\xfe\xdc neither this nor HTML"), f"Content-Encoding: {encoding}")
    assert reasons(tmp_path, warc_record(response, URN) + RECORDS[0]) == (["page-0"], ["body cannot be decoded"])


def clueweb09_record(page: Page, lost_carriage_returns: int = 0) -> bytes:
    content = http_response(page, line_end=b"\n")
    return warc_record(
        content,
        "WARC-Target-URI: http://2fered.tistory.com/tag/\x08À¤",
        "WARC-Warcinfo-ID: 993d3969-9643-4934-b1c6-68d4dbe55b83",
        "this line has no colon",
        f"WARC-TREC-ID: {page.id}",
        version="WARC/0.18",
        line_end=b"\n",
        length=len(content) + lost_carriage_returns,
    )


@pytest.mark.parametrize("packed", [False, True])
def test_clueweb09(tmp_path: Path, packed: bool) -> None:
    info = warc_record(b"software: Nutch 1.0-dev\n", record_type="warcinfo", version="WARC/0.18", line_end=b"\n")
    content = b"".join([info, *(clueweb09_record(page) for page in PAGES)])
    pages, ledger = read_bytes(tmp_path, gzip.compress(content) if packed else content)
    assert [(page.id, page.html, page.charset) for page in pages] == [(p.id, p.html, p.charset) for p in PAGES]
    assert ledger.total == 0


def test_lengths_that_count_lost_carriage_returns(tmp_path: Path) -> None:
    content = b"".join(clueweb09_record(page, lost_carriage_returns=4) for page in PAGES)
    pages, ledger = read_bytes(tmp_path, content)
    assert [page.html for page in pages] == [page.html for page in PAGES[:-1]]
    assert ledger.counts == {"wrong Content-Length (kept)": len(PAGES) - 1, "record ends early": 1}


def test_clueweb22_has_long_headers_and_no_http(tmp_path: Path) -> None:
    nodes = " ".join(str(n) for n in range(30_000))
    records = [
        warc_record(page.html, f"ClueWeb22-ID: {page.id}", f"WARC-Target-URI: {page.url}", f"VDOM-Heading: {nodes}")
        for page in PAGES
    ]
    pages, ledger = read_bytes(tmp_path, gzip_members(records))
    assert [(page.id, page.html, page.url) for page in pages] == [(p.id, p.html, p.url) for p in PAGES]
    assert ledger.total == 0


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("error", [-20, 15, 400, 10**12, -(10**6), None])
def test_a_wrong_length_costs_nothing(tmp_path: Path, packed: bool, error: int | None) -> None:
    record = RECORDS[2]
    stated = next(line for line in record.split(b"\r\n") if line.startswith(b"Content-Length"))
    wrong = b"Content-Length: %d" % (int(stated.split()[1]) + error) if error else b"Content-Length: many"
    records = [*RECORDS[:2], record.replace(stated, wrong), *RECORDS[3:]]
    pages, ledger = read_bytes(tmp_path, gzip_members(records) if packed else b"".join(records))
    assert pages == PAGES
    assert [tuple(skip) for skip in ledger] == [("collection", "page-2", "wrong Content-Length (kept)")]


def test_text_between_records_and_odd_field_names(tmp_path: Path) -> None:
    content = RECORDS[0] + b"some text\r\nWARC/1.0 is a format\r\n" + RECORDS[1].replace(b"WARC-T", b"warc-t")
    content += b"".join(RECORDS[2:])
    pages, ledger = read_bytes(tmp_path, b"\r\n\n" + content)
    assert [page.id for page in pages] == [page.id for page in PAGES]
    assert [skip.reason for skip in ledger] == ["wrong Content-Length (kept)"]


@pytest.mark.parametrize("cut", [30, 90, 250])
def test_a_record_that_is_cut_off_is_skipped(tmp_path: Path, cut: int) -> None:
    ids, why = reasons(tmp_path, b"".join(RECORDS)[:-cut])
    assert ids == [page.id for page in PAGES[:-1]]
    assert why == ["record ends early"]
