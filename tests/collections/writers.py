"""Pages written in every file format, to be read back."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Sequence
from pathlib import Path

from bpsearch.collections import Ledger, open_collection
from bpsearch.page.records import Page


def as_jsonl(pages: Sequence[Page]) -> bytes:
    rows = ({"id": page.id, "html": page.html.decode(), "url": page.url} for page in pages)
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def as_trec_web(pages: Sequence[Page]) -> bytes:
    return b"".join(trec_web_document(page) for page in pages)


def trec_web_document(page: Page) -> bytes:
    content_type = f"text/html; charset={page.charset}" if page.charset else "text/html"
    return (
        (
            f"<DOC>\n<DOCNO>{page.id}</DOCNO>\n<DOCHDR>\n{page.url}\nHTTP/1.1 200 OK\nContent-Type: {content_type}\n"
            "Server: x\n</DOCHDR>\n"
        ).encode()
        + page.html
        + b"\n</DOC>\n"
    )


def as_trec_text(pages: Sequence[Page]) -> bytes:
    return b"".join(f"<DOC>\n<DOCNO> {page.id} </DOCNO>".encode() + b"\n" + page.html + b"\n</DOC>\n" for page in pages)


def http_response(page: Page, *extra: str, line_end: bytes = b"\r\n") -> bytes:
    content_type = f"text/html; charset={page.charset}" if page.charset else "text/html"
    lines = ["HTTP/1.1 200 OK", f"Content-Type: {content_type}", *extra, "", ""]
    return line_end.join(line.encode() for line in lines) + page.html


def warc_record(
    content: bytes,
    *fields: str,
    version: str = "WARC/1.0",
    line_end: bytes = b"\r\n",
    length: int | None = None,
    record_type: str = "response",
) -> bytes:
    stated_length = len(content) if length is None else length
    lines = [version, f"WARC-Type: {record_type}", *fields, f"Content-Length: {stated_length}"]
    return line_end.join(line.encode() for line in [*lines, "", ""]) + content + line_end * 2


def page_record(page: Page) -> bytes:
    return warc_record(
        http_response(page),
        f"WARC-TREC-ID: {page.id}",
        f"WARC-Target-URI: {page.url}",
        "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>",
        "Content-Type: application/http; msgtype=response",
    )


def as_warc(pages: Sequence[Page]) -> bytes:
    return b"".join(page_record(page) for page in pages)


WRITERS: dict[str, Callable[[Sequence[Page]], bytes]] = {
    "jsonl": as_jsonl,
    "trec-web": as_trec_web,
    "trec-text": as_trec_text,
    "warc": as_warc,
}


def read(path: Path, format: str | None = None, **options: int) -> tuple[list[Page], Ledger]:
    ledger = Ledger()
    return list(open_collection(path, format, **options).pages(ledger)), ledger


def read_bytes(folder: Path, content: bytes, format: str | None = None, **options: int) -> tuple[list[Page], Ledger]:
    path = folder / "collection"
    path.write_bytes(content)
    return read(path, format, **options)


def gzip_members(records: Sequence[bytes]) -> bytes:
    return b"".join(gzip.compress(record, 1) for record in records)


def some_pages(count: int, filler: str = "words of a page ") -> list[Page]:
    return [
        Page(f"page-{n}", f"<html><p>{n} {filler * (n % 7 + 1)}</p></html>".encode(), f"http://x.org/{n}", "utf-8")
        for n in range(count)
    ]
