"""What each character is, as bits of one byte: tables that numpy indexes with a whole page at once."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

SPACE, ALPHANUMERIC, WORD, UPPER, LOWER, SENTENCE_END, FULL_STOP, BAR = (1 << bit for bit in range(8))
NEWLINE = SPACE | SENTENCE_END  # all of its bits

Bits = NDArray[np.uint8]
_LAST_LETTER = 0x3FFFF  # after it there are only tags, selectors and private use; nor is this one a letter
_LAST_CASED = 0x1F189  # of all characters that have a case; combining marks come before, but for selectors
_IS_SPACE = np.array([chr(code).isspace() for code in range(0x3001)] + [False] * (0x10000 - 0x3001))
_LATIN_SPACED = bytes(32 if chr(code).isspace() else code for code in range(256))


def single_spaced(text: str, without: str) -> str:
    """A text with one space for each run of whitespace and without a character; it must have no lone surrogates."""
    try:
        encoding, encoded = "latin-1", text.encode("latin-1").translate(_LATIN_SPACED, without.encode("latin-1"))
        codes: NDArray[Any] = np.frombuffer(encoded, np.uint8)
        kept: NDArray[Any] = codes != 32
    except UnicodeEncodeError:
        encoding, encoded = "utf-16-le", text.replace(without, "").encode("utf-16-le")
        codes = np.frombuffer(encoded, np.uint16)
        kept = ~_IS_SPACE.take(codes)
        codes = np.where(kept, codes, np.uint16(32))
    kept[1:] |= kept[:-1]
    return codes.compress(kept).tobytes().decode(encoding)


def bits(text: str) -> Bits:
    """The bits of each character of a text without lone surrogates."""
    try:
        return np.frombuffer(text.encode("latin-1").translate(_latin_table()), np.uint8)
    except UnicodeEncodeError:
        encoded = text.encode("utf-16-le")
    if len(encoded) == 2 * len(text):
        return _table(0x10000).take(np.frombuffer(encoded, np.uint16))
    return _table(_LAST_LETTER + 1).take(np.frombuffer(text.encode("utf-32-le"), np.uint32), mode="clip")


@cache
def _latin_table() -> bytes:
    return _table(256).tobytes()


@cache
def _table(size: int) -> Bits:
    bits = np.zeros(size, np.uint8)
    everything = "".join(map(chr, range(size)))
    for pattern, bit in ((r"\s+", SPACE), (r"[^\W_]+", ALPHANUMERIC | WORD), ("_", WORD)):
        for found in re.finditer(pattern, everything):
            bits[found.start() : found.end()] |= bit
    for code, character in enumerate(everything[: _LAST_CASED + 1]):
        if character.isupper():
            bits[code] |= UPPER
        elif character.islower():
            bits[code] |= LOWER
        elif unicodedata.category(character)[0] == "M":
            bits[code] |= WORD  # a combining mark belongs to the word it stands in
    for mark in ".!?;\u3002\uff01\uff1f\uff1b":
        if mark in everything:
            bits[ord(mark)] |= SENTENCE_END
    bits[ord("\n")] = NEWLINE
    bits[ord(".")] |= FULL_STOP
    bits[ord("|")] |= BAR
    return bits
