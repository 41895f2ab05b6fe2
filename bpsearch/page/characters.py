"""What each character is, as bits of one byte: tables that numpy indexes with a whole page at once."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

import numpy as np
from numpy.typing import NDArray

SPACE, ALPHANUMERIC, WORD, UPPER, LOWER, SENTENCE_END, FULL_STOP, BAR = (1 << bit for bit in range(8))
NEWLINE = SPACE | SENTENCE_END  # all of its bits

Bits = NDArray[np.uint8]
_LAST_LETTER = 0x3FFFF  # after it there are only tags, selectors and private use; nor is this one a letter
_LAST_CASED = 0x1F189  # of all characters that have a case; combining marks come before, but for selectors
_TO_SPACE = bytes(ord(" ") if code < 128 and chr(code).isspace() else code for code in range(256))
# Whitespace beyond ASCII, in UTF-8. One pattern for each opening: they are found twenty times as fast as any of all.
_OTHER_SPACES = tuple(
    map(
        re.compile,
        (rb"\xc2[\x85\xa0]", rb"\xe1\x9a\x80", rb"\xe2\x80[\x80-\x8a\xa8\xa9\xaf]", rb"\xe2\x81\x9f", rb"\xe3\x80\x80"),
    )
)


def single_spaced(text: str, without: str) -> str:
    """A text with one space for each run of whitespace, and without an ASCII character; it has no lone surrogates."""
    encoded = text.encode()
    if len(encoded) > len(text):
        for spaces in _OTHER_SPACES:
            encoded = spaces.sub(b" ", encoded)
    codes = np.frombuffer(encoded.translate(_TO_SPACE, without.encode()), np.uint8)
    kept: NDArray[np.bool_] = codes != ord(" ")
    kept[1:] |= kept[:-1]
    return codes.compress(kept).tobytes().decode()


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
