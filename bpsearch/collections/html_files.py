"""HTML files: each file is a page, its path in the collection is the id."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bpsearch.collections.ids import docno
from bpsearch.collections.ledger import Ledger
from bpsearch.collections.records import Format
from bpsearch.collections.streams import InputFile
from bpsearch.page.records import Page

_SUFFIXES = (".html", ".htm", ".xhtml", ".xht", ".shtml", ".shtm")
_WIDE_TEXT = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")  # UTF-16, marked or beginning with a tag
_LOOKS_LIKE_HTML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<!--.*?(?:-->|\Z)\s*|<\?xml[^>]*>\s*)*"
    rb"<(?:!doctype\s+html|html|head|body|title|meta|link|script|style|base|frameset|table|div|p|h[1-6]|center|a|img|font)"
    rb"[\s/>]",
    re.IGNORECASE | re.DOTALL,
)


def recognises(head: bytes, name: str) -> bool:
    """HTML by its first tag, or text in a file that is named as HTML is."""
    if head.startswith(_WIDE_TEXT):
        head = head.replace(b"\0", b"").removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff")
    if name.lower().endswith(_SUFFIXES):
        return b"\0" not in head[:1024] or _LOOKS_LIKE_HTML.match(head) is not None
    return _LOOKS_LIKE_HTML.match(head) is not None


def read(file: InputFile, ledger: Ledger) -> Iterator[Page]:
    """The one page of the file."""
    parts: list[bytes] = []
    length = 0
    damages = ledger.total
    for chunk in file.chunks(ledger):
        length += len(chunk)
        if length > file.max_page_bytes:
            ledger.skip(file.name, "page", file.too_long)
            return
        parts.append(chunk)
    if ledger.total == damages:  # a page that is cut off is not the page
        yield Page(docno(file.bare_name), b"".join(parts))


FORMAT = Format("html", "HTML files, also .gz; the id is the path within the collection", recognises, read)
