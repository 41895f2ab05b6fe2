"""How the sites of the demo turn text into bytes, and what they say about it, which is not always true."""

from __future__ import annotations

import codecs
from typing import NamedTuple


class Encoding(NamedTuple):
    codec: str
    declared: str | None  # in the page's META element
    http: str | None = None  # in the Content-Type header
    mark: bytes = b""  # byte order mark


ENCODINGS = {
    "utf-8": Encoding("utf-8", "utf-8"),
    "undeclared": Encoding("utf-8", None),
    "latin-1": Encoding("iso-8859-1", "iso-8859-1"),
    "windows-1252": Encoding("windows-1252", "iso-8859-1"),  # browsers read this label as windows-1252
    "http-only": Encoding("windows-1252", None, http="windows-1252"),
    "wrong-meta": Encoding("utf-8", "iso-8859-1", http="utf-8"),
    "entities": Encoding("ascii", None),
    "utf-16": Encoding("utf-16-le", "utf-16", mark=codecs.BOM_UTF16_LE),
}


def encode(html: str, encoding: str) -> bytes:
    """The bytes of a page; what the character set lacks becomes a character reference."""
    chosen = ENCODINGS[encoding]
    return chosen.mark + html.encode(chosen.codec, "xmlcharrefreplace")
