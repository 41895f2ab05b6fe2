"""Records of WARC files that break the standard: cut at their first lines, with the length as a hint only.

ClueWeb09 has version 0.18, line ends without CR and lengths that count the missing ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bpsearch.collections.http import header_fields
from bpsearch.collections.pieces import NEIGHBOURHOOD, Piece, pieces

_VERSION = b"WARC/"
_FIRST_LINES = re.compile(rb"WARC/\d+\.\d+[ \t]*\r?\n[!-~]+:")
_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")


class Record(NamedTuple):
    """One WARC record: header fields by lower-case name, the content, and what is wrong, if anything."""

    fields: Mapping[str, str]
    content: bytes
    problem: str = ""
    is_repaired: bool = False  # in spite of its problem the content can be used


def find_records(run: Iterator[bytes], max_bytes: int, too_long: str) -> Iterator[Record]:
    """The records in a run of bytes, in order; `too_long` is the problem of those that are."""
    for piece in pieces(run, _find_start, max_bytes):
        if piece.content.startswith(_VERSION):
            yield _record(piece, too_long)
        elif piece.content.strip():
            yield Record({}, b"", "text between records")


def _find_start(buffer: bytearray, place: int) -> int:
    while 0 <= (place := buffer.find(_VERSION, place)) <= len(buffer) - NEIGHBOURHOOD:
        at_line_start = place == 0 or buffer[place - 1] == ord("\n")
        if at_line_start and _FIRST_LINES.match(buffer, place):
            return place
        place += len(_VERSION)
    return -1


def _record(piece: Piece, too_long: str) -> Record:
    end = _END_OF_HEAD.search(piece.content)
    if not end:
        return Record(header_fields(piece.content), b"", "record ends early")
    fields = header_fields(piece.content[: end.start()])
    if piece.too_long:
        return Record(fields, b"", too_long)
    content = piece.content[end.end() :]
    stated_length = fields.get("content-length", "")
    length = int(stated_length) if stated_length.isdecimal() else -1
    if 0 <= length <= len(content) and not content[length:].strip(b"\r\n"):
        return Record(fields, content[:length])
    if piece.is_last:
        return Record(fields, b"", "record ends early")
    return Record(fields, content.rstrip(b"\r\n"), "wrong Content-Length", is_repaired=True)
