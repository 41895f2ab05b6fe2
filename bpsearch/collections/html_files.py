"""HTML files: each file is a page, its path in the collection is the id."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bpsearch.collections.ids import docno_of_file
from bpsearch.collections.ledger import Ledger
from bpsearch.collections.records import Format
from bpsearch.collections.streams import InputFile
from bpsearch.page.records import Page

_SUFFIXES = (".html", ".htm", ".xhtml", ".xht", ".shtml", ".shtm")
_FIRST_TAG = re.compile(
    rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*(?:<!--.*?(?:-->|\Z)\s*|<\?xml[^>]*>\s*)*"
    rb"<(?:!doctype\s+html|html|head|body|title|meta|link|script|style|base|frameset|table|div|p|h[1-6]|center|a|img|font)"
    rb"[\s/>]",
    re.IGNORECASE | re.DOTALL,
)
_SIGNATURES = (b"%PDF-", b"%!PS", b"GIF8", b"PK\3\4", b"\x1f\x8b", b"\x89PNG", b"\xff\xd8\xff", b"\xd0\xcf")
_LOOKED_AT = 2048


def looks_like_html(head: bytes) -> bool:
    """Whether the first tag is one of HTML's; UTF-16 is seen, too."""
    return _FIRST_TAG.match(head[:_LOOKED_AT].replace(b"\0", b"")) is not None


def is_binary(head: bytes) -> bool:
    """Whether this is no text: the signature of another kind of file, or NUL bytes that are not UTF-16."""
    if head.startswith(_SIGNATURES):
        return True
    return b"\0" in head[:_LOOKED_AT] and not looks_like_html(head)


def recognises(head: bytes, name: str) -> bool:
    """HTML by its first tag, or any text in a file that is named as HTML is."""
    return looks_like_html(head) or (name.lower().endswith(_SUFFIXES) and not is_binary(head))


def read(file: InputFile, ledger: Ledger) -> Iterator[Page]:
    """The one page of the file."""
    parts: list[bytes] = []
    length = 0
    damages = ledger.total
    for run in file.runs(ledger):
        for chunk in run:
            length += len(chunk)
            if length > file.max_page_bytes:
                ledger.skip(file.name, "page", file.too_long)
                return
            parts.append(chunk)
    if ledger.total == damages:  # a page that is cut off is not the page
        page_id = docno_of_file(file.bare_name)
        if page_id != file.bare_name:
            ledger.damage(file.name, page_id, "name percent-encoded in the id, such as %20 for a blank")
        yield Page(page_id, b"".join(parts))


FORMAT = Format("html", "HTML files, also .gz; the id is the path within the collection", recognises, read)
