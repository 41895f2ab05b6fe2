"""TREC web format (WT2g, WT10g, GOV2, BLOGS06) and TREC text format: documents between <DOC> and </DOC>."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from bpsearch.collections import http
from bpsearch.collections.ledger import Ledger
from bpsearch.collections.pieces import NEIGHBOURHOOD, pieces
from bpsearch.collections.records import Format
from bpsearch.collections.streams import InputFile
from bpsearch.page.records import Page

_START, _END = b"<DOC>", b"</DOC>"
_START_WITH_DOCNO = re.compile(rb"<DOC>\s*<DOCNO>")
_LONGEST_DOCNO = 500
_LINE_ENDS = (b"\r\n", b"\n")
_URL_FIELDS = ((b"<PERMALINK>", b"</PERMALINK>"), (b"<URL>", b"</URL>"))


class Document(NamedTuple):
    """A document that has a DOCNO, in the bytes that hold it."""

    docno: str
    content: bytes
    start: int  # behind <DOC>
    docno_start: int
    docno_end: int
    end: int  # before </DOC>


def read_web(file: InputFile, ledger: Ledger) -> Iterator[Page]:
    """Pages, with URL and charset from the DOCHDR. What has a DOCNO is a page, whatever its content type."""
    for docno, content, _, _, start, end in _documents(file, ledger):
        header_start = content.find(b"<DOCHDR>", start, end)
        if header_start < 0:
            ledger.damage(file.name, docno, "no DOCHDR")
            yield Page(docno, _trimmed(content, start, end), _url(content[start:end]))
            continue
        header_end = content.find(b"</DOCHDR>", header_start, end)
        if header_end < 0:
            ledger.skip(file.name, docno, "no </DOCHDR>")
            continue
        header = content[header_start + len(b"<DOCHDR>") : header_end].strip()
        first_line, _, field_lines = header.partition(b"\n")
        url = _text(first_line.split(None, 1)[0]) if b"://" in first_line else _url(content[start:header_start])
        charset = http.charset(http.header_fields(field_lines).get("content-type", ""))
        yield Page(docno, _trimmed(content, header_end + len(b"</DOCHDR>"), end), url, charset)


def read_text(file: InputFile, ledger: Ledger) -> Iterator[Page]:
    """Pages made of everything but the DOCNO."""
    for docno, content, start, docno_start, docno_end, end in _documents(file, ledger):
        html = content[start:docno_start].strip() + _trimmed(content, docno_end, end)
        if b"<HEAD>" in html and b"<html" not in html.lower():
            # In AP a HEAD is the headline; in HTML it is what readers do not see.
            html = html.replace(b"<HEAD>", b"<H1>").replace(b"</HEAD>", b"</H1>")
        yield Page(docno, html, _url(html))


def _documents(file: InputFile, ledger: Ledger) -> Iterator[Document]:
    """The documents that are whole."""
    for run in file.runs(ledger):
        for piece in pieces(run, _find_start, file.max_page_bytes):
            content = piece.content
            end = 0
            if content.startswith(_START):
                end = content.find(b"\n" + _END) + 1 or content.find(_END)  # preferably at a line's start
                docno, docno_start, docno_end = _docno(content, end if end >= 0 else len(content))
                if piece.too_long or end < 0 or not docno:
                    problem = file.too_long if piece.too_long else "no </DOC>" if end < 0 else "no DOCNO"
                    ledger.skip(file.name, docno or f"byte {piece.place:,}", problem)
                else:
                    yield Document(docno, content, len(_START), docno_start, docno_end, end)
                if piece.too_long or end < 0:
                    continue
                end += len(_END)
            if content[end:].strip():
                ledger.skip(file.name, f"byte {piece.place + end:,}", "text outside of <DOC> and </DOC>")


def _docno(content: bytes, end: int) -> tuple[str, int, int]:
    """The DOCNO, where its element begins and where it ends; empty where there is none."""
    start = content.find(b"<DOCNO>", 0, end)
    stop = content.find(b"</DOCNO>", start, min(end, start + _LONGEST_DOCNO)) if start >= 0 else -1
    if stop < 0:
        return "", 0, 0
    return _text(content[start + len(b"<DOCNO>") : stop].strip()), start, stop + len(b"</DOCNO>")


def _find_start(buffer: bytearray, place: int) -> int:
    """Where the next document starts, as far as that can be told yet; a <DOC> inside a text is none."""
    while 0 <= (place := buffer.find(_START, place)) <= len(buffer) - NEIGHBOURHOOD:
        before = buffer[max(0, place - NEIGHBOURHOOD) : place].rstrip()
        at_beginning = not before and place < NEIGHBOURHOOD
        if at_beginning or before.endswith(_END) or _START_WITH_DOCNO.match(buffer, place):
            return place
        place += len(_START)
    return -1


def _trimmed(content: bytes, start: int, end: int) -> bytes:
    """From start to end, without the line ends that belong to the tags of TREC around it."""
    start += next((len(line_end) for line_end in _LINE_ENDS if content.startswith(line_end, start)), 0)
    end -= next((len(line_end) for line_end in _LINE_ENDS if content.endswith(line_end, start, end)), 0)
    return content[start:end]


def _url(fields: bytes) -> str | None:
    for start_tag, end_tag in _URL_FIELDS:
        _, _, rest = fields.partition(start_tag)
        value, closed, _ = rest.partition(end_tag)
        if closed:
            return _text(value.strip())
    return None


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _recognises_web(head: bytes, name: str) -> bool:
    return _recognises_text(head, name) and b"<DOCHDR>" in head.partition(_END)[0]


def _recognises_text(head: bytes, name: str) -> bool:
    start = head.find(_START)
    return start >= 0 and b"<DOCNO>" in head[start:] and not head[:start].strip(b"\xef\xbb\xbf \t\r\n")


WEB = Format("trec-web", "TREC web format: WT2g, WT10g, GOV2, BLOGS06, also .gz", _recognises_web, read_web)
TEXT = Format("trec-text", "TREC text format: <DOC>, <DOCNO>, text, also .gz", _recognises_text, read_text)
