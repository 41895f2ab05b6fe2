"""JSON lines: one object per page with `id`, `html` and, where known, `url`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from bpsearch.collections.ledger import Ledger
from bpsearch.collections.records import Format
from bpsearch.collections.streams import InputFile
from bpsearch.page.records import Page

_SUFFIXES = (".jsonl", ".ndjson", ".jl")
_OBJECT_WITH_ID_OR_HTML = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{[^\n]*"(?:id|html)"\s*:')
_EXPECTED = 'expected an object with "id" and "html"'


def recognises(head: bytes, name: str) -> bool:
    """By name, or by a first line that begins an object with an id or html."""
    return name.lower().endswith(_SUFFIXES) or _OBJECT_WITH_ID_OR_HTML.match(head) is not None


def read(file: InputFile, ledger: Ledger) -> Iterator[Page]:
    """One page per line. JSON text is Unicode: the page is handed on as UTF-8, whatever its META says."""
    for number, line in _lines(file, ledger):
        record = f"line {number}"
        if not line.strip():
            continue
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            text = line.decode(errors="replace")
            ledger.damage(file.name, record, f"not UTF-8: {error.reason}")
        try:
            fields = json.loads(text)
        except (ValueError, RecursionError) as error:
            ledger.skip(file.name, record, f"bad JSON: {error}")
            continue
        page = _page(fields)
        if page is None:
            ledger.skip(file.name, record, f"no page in the line: {_EXPECTED}")
            continue
        yield page


def _page(fields: object) -> Page | None:
    if not isinstance(fields, dict):
        return None
    page_id, html, url = fields.get("id"), fields.get("html"), fields.get("url")
    if isinstance(page_id, int) and not isinstance(page_id, bool):
        page_id = str(page_id)
    if not isinstance(page_id, str) or not isinstance(html, str):
        return None
    return Page(page_id, html.encode(errors="replace"), url if isinstance(url, str) else None, "utf-8")


def _lines(file: InputFile, ledger: Ledger) -> Iterator[tuple[int, bytes]]:
    """Numbered lines; one that is too long is noted and left out without being held in memory."""
    number = 1
    rest = bytearray()
    too_long = False
    for chunk in file.chunks(ledger):
        start = 0
        while (end := chunk.find(b"\n", start)) >= 0:
            if not too_long:
                rest += chunk[start:end]
                yield number, bytes(rest)
            rest.clear()
            too_long = False
            number += 1
            start = end + 1
        if not too_long:
            rest += chunk[start:]
            if len(rest) > file.max_page_bytes:
                ledger.skip(file.name, f"line {number}", file.too_long)
                rest.clear()
                too_long = True
    if rest:
        yield number, bytes(rest)


FORMAT = Format("jsonl", 'JSON lines with "id", "html" and optionally "url", also .gz', recognises, read)
