"""Cutting a run of bytes where records start, without ever holding more than one record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

NEIGHBOURHOOD = 128  # bytes before and after a place that tell whether a record starts there
_PADDING = b"\n" * NEIGHBOURHOOD  # after the end, so that every place has its neighbourhood
_HEAD_BYTES = 1 << 16


class Piece(NamedTuple):
    """From one start to the next: its place in the run, and all its bytes, or the first ones of too many."""

    place: int
    content: bytes
    too_long: bool = False
    is_last: bool = False


FindStart = Callable[[bytearray, int], int]


def pieces(run: Iterator[bytes], find_start: FindStart, max_bytes: int) -> Iterator[Piece]:
    """Pieces in order; the first one is what comes before the first start, and may be empty.

    `find_start(buffer, place)` finds the next start, or -1, among those that have a neighbourhood after them.
    """
    buffer = bytearray()
    dropped = 0  # bytes of the run that are no longer in the buffer
    searched = 0  # bytes of the buffer in which no further record starts
    too_long = False  # the piece at hand is being passed over
    for chunk in chain(run, (_PADDING,)):
        buffer += chunk
        begin = 0
        while (found := find_start(buffer, searched)) >= 0:
            if not too_long:
                yield Piece(dropped + begin, _copy(buffer, begin, found), too_long=found - begin > max_bytes)
            too_long = False
            begin = found
            searched = found + 1
        searched = max(searched, len(buffer) - NEIGHBOURHOOD + 1)
        if too_long or len(buffer) - begin > max_bytes + len(_PADDING):
            if not too_long:
                yield Piece(dropped + begin, bytes(buffer[begin : begin + _HEAD_BYTES]), too_long=True)
            too_long = True
            begin = max(begin, searched - NEIGHBOURHOOD)
        del buffer[:begin]
        dropped += begin
        searched -= begin
    if not too_long:
        yield Piece(dropped, bytes(buffer[: -len(_PADDING)]), is_last=True)


def _copy(buffer: bytearray, start: int, end: int) -> bytes:
    with memoryview(buffer) as view:  # a slice of the buffer itself would be one more copy
        return bytes(view[start:end])
