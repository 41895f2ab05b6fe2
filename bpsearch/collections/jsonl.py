"""JSON lines: one object per page with `id`, `html` and, where known, `url`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from bpsearch.collections.ledger import Ledger
from bpsearch.collections.records import Format, NoPage
from bpsearch.collections.streams import InputFile
from bpsearch.page.records import Page

_SUFFIXES = (".jsonl", ".ndjson", ".jl")
_OBJECT_WITH_ID_OR_HTML = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{[^\n]*"(?:id|html)"\s*:')
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def recognises(head: bytes, name: str) -> bool:
    """By name, or by a first line that begins an object with an id or html."""
    return name.lower().endswith(_SUFFIXES) or _OBJECT_WITH_ID_OR_HTML.match(head) is not None


def read(file: InputFile, ledger: Ledger) -> Iterator[Page]:
    """One page per line. JSON text is Unicode: the page is handed on as UTF-8, whatever its META says."""
    for number, line in _lines(file, ledger):
        if not line.strip():
            continue
        record = f"line {number}"
        if len(line) > file.max_page_bytes:
            ledger.skip(file.name, record, file.too_long)
            continue
        try:
            page, damage = _page(line)
        except NoPage as reason:
            ledger.skip(file.name, record, str(reason))
            continue
        if damage:
            ledger.damage(file.name, record, damage)
        yield page


def _page(line: bytes) -> tuple[Page, str]:
    """The page, and what is damaged about it; raises NoPage."""
    damage = ""
    try:
        text = line.decode()
    except UnicodeDecodeError:
        text = line.decode(errors="replace")
        damage = "not UTF-8"
    try:
        fields = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise NoPage(f"bad JSON: {error}") from error
    if not isinstance(fields, dict):
        raise NoPage("no page in the line: expected an object")
    page_id, html, url = (fields.get(name) for name in ("id", "html", "url"))
    if isinstance(page_id, int) and not isinstance(page_id, bool):
        page_id = str(page_id)
    if not (isinstance(page_id, str) and page_id and isinstance(html, str)):
        raise NoPage('no page in the line: expected "id" and "html", both text')
    try:
        encoded = html.encode()
    except UnicodeEncodeError:
        encoded = _LONE_SURROGATE.sub("\ufffd", html).encode()
        damage = "lone surrogates in the html"
    return Page(page_id, encoded, url if isinstance(url, str) else None, "utf-8"), damage


def _lines(file: InputFile, ledger: Ledger) -> Iterator[tuple[int, bytes]]:
    """Numbered lines; of one that is too long, not much more than is allowed."""
    number = 1
    for run in file.runs(ledger):
        line = bytearray()
        for chunk in run:
            first, *others = chunk.split(b"\n")
            if len(line) <= file.max_page_bytes:
                line += first
            for begun in others:
                yield number, bytes(line)
                number += 1
                line[:] = begun
        if line:
            yield number, bytes(line)
            number += 1


FORMAT = Format("jsonl", 'JSON lines with "id", "html" and optionally "url", also .gz', recognises, read)
