"""TREC web format (WT2g, WT10g, GOV2, BLOGS06) and TREC text format: documents between <DOC> and </DOC>."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from bpsearch.collections import http
from bpsearch.collections.ledger import Ledger
from bpsearch.collections.pieces import NEIGHBOURHOOD, Piece, pieces
from bpsearch.collections.records import Format
from bpsearch.collections.streams import InputFile
from bpsearch.page.records import Page

_START, _END = b"<DOC>", b"</DOC>"
_START_WITH_DOCNO = re.compile(rb"<DOC>\s*<DOCNO>")
_LONGEST_DOCNO = 500
_LINE_ENDS = (b"\r\n", b"\n")
_URL_FIELDS = ((b"<PERMALINK>", b"</PERMALINK>"), (b"<URL>", b"</URL>"))


class Document(NamedTuple):
    """What is between <DOC> and </DOC>, its place in the run, and what is wrong with it, if anything."""

    place: int
    content: bytes
    problem: str = ""


def read_web(file: InputFile, ledger: Ledger) -> Iterator[Page]:
    """Pages, with URL and charset from the DOCHDR. What has a DOCNO is a page, whatever its content type."""
    for docno, content in _named_documents(file, ledger):
        header_start = content.find(b"<DOCHDR>")
        if header_start < 0:
            ledger.damage(file.name, docno, "no DOCHDR")
            yield Page(docno, _trimmed(content), _url(content))
            continue
        header_end = content.find(b"</DOCHDR>", header_start)
        if header_end < 0:
            ledger.skip(file.name, docno, "no </DOCHDR>")
            continue
        header = content[header_start + len(b"<DOCHDR>") : header_end].strip()
        first_line, _, field_lines = header.partition(b"\n")
        url = _text(first_line.split(None, 1)[0]) if b"://" in first_line else _url(content[:header_start])
        content_type = http.header_fields(field_lines).get("content-type", "")
        html = _trimmed(content[header_end + len(b"</DOCHDR>") :])
        yield Page(docno, html, url, http.charset(content_type))


def read_text(file: InputFile, ledger: Ledger) -> Iterator[Page]:
    """Pages made of everything but the DOCNO."""
    for docno, content in _named_documents(file, ledger):
        if b"<HEAD>" in content and b"<html" not in content.lower():
            # In AP a HEAD is the headline; in HTML it is what readers do not see.
            content = content.replace(b"<HEAD>", b"<H1>").replace(b"</HEAD>", b"</H1>")
        yield Page(docno, _trimmed(content), _url(content))


def _named_documents(file: InputFile, ledger: Ledger) -> Iterator[tuple[str, bytes]]:
    """DOCNO and all the rest of each document that is whole."""
    for run in file.runs(ledger):
        for piece in pieces(run, _find_start, file.max_page_bytes):
            for place, content, problem in _documents(piece, file.too_long):
                start = content.find(b"<DOCNO>")
                end = content.find(b"</DOCNO>", start, start + _LONGEST_DOCNO) if start >= 0 else -1
                docno = _text(content[start + len(b"<DOCNO>") : end].strip()) if end >= 0 else ""
                problem = problem or ("" if docno else "no DOCNO")
                if problem:
                    ledger.skip(file.name, docno or f"byte {place:,}", problem)
                else:
                    yield docno, content[:start].strip() + content[end + len(b"</DOCNO>") :]


def _find_start(buffer: bytearray, place: int) -> int:
    """Where the next document starts, as far as that can be told yet; a <DOC> inside a text is none."""
    while 0 <= (place := buffer.find(_START, place)) <= len(buffer) - NEIGHBOURHOOD:
        before = buffer[max(0, place - NEIGHBOURHOOD) : place].rstrip()
        at_beginning = not before and place < NEIGHBOURHOOD
        if at_beginning or before.endswith(_END) or _START_WITH_DOCNO.match(buffer, place):
            return place
        place += len(_START)
    return -1


def _documents(piece: Piece, too_long: str) -> Iterator[Document]:
    """The document that the piece begins with, and the stray text behind its end, which is no document."""
    place, content = piece.place, piece.content
    end = 0
    if content.startswith(_START):
        end = content.find(b"\n" + _END) + 1 or content.find(_END)  # preferably at a line's start
        if piece.too_long or end < 0:
            yield Document(place, content, too_long if piece.too_long else "no </DOC>")
            return
        yield Document(place, content[len(_START) : end])
        end += len(_END)
    if content[end:].strip():
        yield Document(place + end, b"", "text outside of <DOC> and </DOC>")


def _trimmed(html: bytes) -> bytes:
    """Without the line ends that belong to the tags of TREC around it."""
    start = next((len(line_end) for line_end in _LINE_ENDS if html.startswith(line_end)), 0)
    end = next((len(line_end) for line_end in _LINE_ENDS if html.endswith(line_end)), 0)
    return html[start : max(start, len(html) - end)]


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
