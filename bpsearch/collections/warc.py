"""WARC files: the HTML among their response and resource records."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice

from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

from bpsearch.collections import http
from bpsearch.collections.ledger import Ledger
from bpsearch.collections.records import Format, NoPage
from bpsearch.collections.streams import GZIP_MAGIC, InputFile
from bpsearch.collections.warc_repair import Record, find_records
from bpsearch.page.records import Page

_MAX_HEAD_BYTES = 1 << 20  # ClueWeb22 puts long lists of nodes into its headers
_PAGE_TYPES = frozenset({"response", "resource"})
_OTHER_TYPES = frozenset({"warcinfo", "request", "metadata", "revisit", "conversion", "continuation"})
_DOCNO_FIELDS = ("warc-trec-id", "clueweb22-id")


class _Unsound(Exception):
    """FastWARC cannot read on, or what it read cannot be right."""


def recognises(head: bytes, name: str) -> bool:
    """By the version line that every record begins with."""
    return head.lstrip(b"\r\n").startswith(b"WARC/") or name.lower().endswith(".warc")


def read(file: InputFile, ledger: Ledger) -> Iterator[Page]:
    """The HTML pages. FastWARC reads up to the first record that breaks the standard; we go on from there."""
    sound = 0
    try:
        for record in _conforming_records(file):
            sound += 1
            yield from _pages(record, f"record {sound}", file, ledger)
    except _Unsound:
        for number, record in enumerate(islice(_all_records(file, ledger), sound, None), sound + 1):
            yield from _pages(record, f"record {number}", file, ledger)


def _all_records(file: InputFile, ledger: Ledger, start: int = 0) -> Iterator[Record]:
    for run in file.runs(ledger, start):
        yield from find_records(run, file.max_page_bytes, file.too_long)


def _conforming_records(file: InputFile) -> Iterator[Record]:
    """Records through FastWARC, each handed on when what follows shows that it was whole."""
    with file.open() as raw:
        is_packed = raw.read(len(GZIP_MAGIC)) == GZIP_MAGIC
        raw.seek(0)
        before: Record | None = None
        place = 0
        try:
            for record in ArchiveIterator(raw, parse_http=False, max_header_len=_MAX_HEAD_BYTES):
                if before:
                    yield before
                before = _whole(record, file)
                place = record.stream_pos
                if is_packed and os.pread(raw.fileno(), len(GZIP_MAGIC), place) != GZIP_MAGIC:
                    raise _Unsound  # not packed record by record: FastWARC would not notice a missing end
                file.bytes_read = raw.tell()
        except OSError as error:  # a disk error, too: reading once more will show it
            raise _Unsound from error
        if not before or not _is_last(file, place):
            raise _Unsound
        yield before


def _is_last(file: InputFile, place: int) -> bool:
    """Whether there is one sound record from a place on; FastWARC stops at an empty gzip member, for one."""
    ledger = Ledger()
    return len(list(islice(_all_records(file, ledger, place), 2))) == 1 and ledger.total == 0


def _whole(record: WarcRecord, file: InputFile) -> Record:
    if record.record_type == WarcRecordType.unknown or "Content-Length" not in record.headers:
        raise _Unsound
    fields = {name.lower(): value for name, value in record.headers.to_dict().items()}
    length = record.content_length
    if length > file.max_page_bytes:
        return Record(fields, b"", file.too_long)
    content = record.reader.read(length)
    if len(content) < length:
        raise _Unsound
    return Record(fields, content)


def _pages(record: Record, name: str, file: InputFile, ledger: Ledger) -> Iterator[Page]:
    """The page in a record, or an entry in the ledger; nothing for records that are not meant to be pages."""
    record_type = record.fields.get("warc-type", "").lower()
    if record_type in _OTHER_TYPES:
        return
    docno = next((record.fields[field] for field in _DOCNO_FIELDS if record.fields.get(field)), "")
    url = record.fields.get("warc-target-uri", "").strip("<>")
    record_id = record.fields.get("warc-record-id", "").strip("<>").removeprefix("urn:uuid:")
    page_id = docno or record_id or url
    try:
        if record.problem and not record.is_repaired:
            raise NoPage(record.problem)
        if record_type not in _PAGE_TYPES:
            raise NoPage(f"unknown record type: {record_type}")
        if not page_id:
            raise NoPage("no id")
        html, charset = _html(_response(record), file.max_page_bytes, is_named=bool(docno))
    except NoPage as reason:
        ledger.skip(file.name, page_id or name, str(reason))
        return
    if record.is_repaired:
        ledger.damage(file.name, page_id, record.problem)
    yield Page(page_id, html, url or None, charset)


def _html(response: http.Response, max_bytes: int, is_named: bool) -> tuple[bytes, str | None]:
    if response.status >= 300 and not is_named:  # what a test collection has named is a page all the same
        raise NoPage(f"HTTP status: {response.status}")
    html = http.decoded_body(response, max_bytes)
    if not http.is_html(response.content_type, html, is_named=is_named):
        raise NoPage(f"not HTML: {response.content_type or 'no content type'}")
    return html, response.charset


def _response(record: Record) -> http.Response:
    """The HTTP response in the record; without one (as in ClueWeb22) the record's own content type stands."""
    response = http.parse_response(record.content)
    if response.status:
        return response
    content_type = record.fields.get("content-type", "")
    is_http = content_type.startswith("application/http")
    return response._replace(fields={} if is_http else {"content-type": content_type})


FORMAT = Format("warc", "WARC, also .gz: Common Crawl, ClueWeb09, ClueWeb12, ClueWeb22", recognises, read)
