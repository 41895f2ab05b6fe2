"""What each character is, as bits of one byte: a table that numpy indexes with a whole page at once."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

import numpy as np
from numpy.typing import NDArray

SPACE, ALPHANUMERIC, WORD, UPPER, LOWER, SENTENCE_END, FULL_STOP, BAR = (1 << bit for bit in range(8))

Bits = NDArray[np.uint8]
_LAST_SPACE = 0x3000
_LAST_MARK = 0x1E8D7  # of the combining marks, but for the variation selectors, which are in no word


@cache
def _table() -> Bits:
    bits = np.zeros(0x110000, np.uint8)
    everything = "".join(map(chr, range(len(bits))))
    for pattern, bit in ((r"\s+", SPACE), (r"[^\W_]+", ALPHANUMERIC | WORD), ("_", WORD)):
        for found in re.finditer(pattern, everything):
            bits[found.start() : found.end()] |= bit
    for code in range(0x300, _LAST_MARK):
        character = chr(code)
        if unicodedata.category(character)[0] == "M":
            bits[code] |= WORD  # a combining mark belongs to the word it stands in
    for code in range(0x1E944):  # the last letter with a case
        character = chr(code)
        bits[code] |= UPPER if character.isupper() else LOWER if character.islower() else 0
    for mark in ".!?;\u3002\uff01\uff1f\uff1b":
        bits[ord(mark)] |= SENTENCE_END
    bits[ord(".")] |= FULL_STOP
    bits[ord("|")] |= BAR
    return bits


@cache
def _ascii_table() -> bytes:
    return _table()[:256].tobytes()


def bits(text: str) -> Bits:
    """The bits of each character of a text without lone surrogates."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii").translate(_ascii_table()), np.uint8)
    return _table()[np.frombuffer(text.encode("utf-32-le"), np.uint32)]


_SPACES = np.array([chr(code).isspace() for code in range(_LAST_SPACE + 1)])
_TO_SPACE = bytes(32 if chr(code).isspace() else code for code in range(256))


def single_spaced(text: str) -> str:
    """A text without lone surrogates, each run of whitespace replaced by one space."""
    encoding = "ascii" if text.isascii() else "utf-16-le"
    if encoding == "ascii":
        codes = np.frombuffer(text.encode(encoding).translate(_TO_SPACE), np.uint8)
        kept = codes != 32
    else:
        codes = np.frombuffer(text.encode(encoding), np.uint16).copy()
        spaces = _SPACES[np.minimum(codes, _LAST_SPACE - 1)] 
        codes[spaces] = 32
        kept = ~spaces
    kept[1:] |= kept[:-1]
    return codes[kept].tobytes().decode(encoding)
