"""What each character is, as bits of one byte: a table that numpy indexes with a whole page at once."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

import numpy as np
from numpy.typing import NDArray

SPACE, ALPHANUMERIC, WORD, UPPER, LOWER, DIGIT, SENTENCE_END, BAR = (1 << bit for bit in range(8))

Bits = NDArray[np.uint8]
_MARKS = (range(0x300, 0x20000), range(0xE0100, 0xE01F0))  # combining marks belong to the word they stand in


@cache
def table() -> Bits:
    """The bits of all code points."""
    bits = np.zeros(0x110000, np.uint8)
    everything = "".join(map(chr, range(0x110000)))
    for pattern, bit in ((r"\s+", SPACE), (r"[^\W_]+", ALPHANUMERIC | WORD), (r"_+", WORD), (r"\d+", DIGIT)):
        for found in re.finditer(pattern, everything):
            bits[found.start() : found.end()] |= bit
    for codes in _MARKS:
        for code in codes:
            if unicodedata.category(chr(code))[0] == "M":
                bits[code] |= WORD
    for code in (*range(0x530), *range(0x10A0, 0x10FF), *range(0x1E00, 0x2000), *range(0xFF21, 0xFF5B)):
        character = chr(code)
        bits[code] |= UPPER if character.isupper() else LOWER if character.islower() else 0
    for mark in ".!?;。！？；":
        bits[ord(mark)] |= SENTENCE_END
    bits[ord("|")] |= BAR
    bits.flags.writeable = False
    return bits


def bits_of(text: str) -> Bits:
    """The bits of each character of a text."""
    lookup = table()
    if text.isascii():
        return lookup[np.frombuffer(text.encode("ascii"), np.uint8)]
    return lookup[np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)]
