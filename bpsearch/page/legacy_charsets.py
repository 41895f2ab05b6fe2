"""The encoding of pages that are not UTF-8 and do not say what they are: told by the letters that languages use most.

As browsers do, but with one line for each encoding. Western pages, the most, are told by their bytes beyond ASCII
standing alone; they are compared with nothing else.
"""

from __future__ import annotations

import re

import numpy as np

DEFAULT = "windows-1252"
_LOOKED_AT = 1 << 14  # bytes from the first beyond ASCII on
_LEAST = 6  # bytes beyond ASCII
_LEAST_DIFFERENT = 4  # frequent characters
_LONG_RUN = 2.0  # mean length of runs of such bytes, from which on they are not the accents of a Western language
_ASCII = re.compile(r"[\x00-\x7f]+")
_ASCII_BYTES = bytes(range(128))
_WITH_ASCII = ("cp932", "gb18030", "big5hkscs")  # in which a character may end in an ASCII byte
_KANA = "\u3041-\u3096\u30a1-\u30fa"
_SIMPLIFIED = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里"
_TRADITIONAL = "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡"
_RUSSIAN = "оеаинтсрвл"
# The characters that make up, in any text, at least this share of those beyond ASCII.
_FREQUENT = {
    "cp932": (_KANA, 0.3),
    "euc_jp": (_KANA, 0.3),
    "cp949": ("\uac00-\ud7a3", 0.85),
    "gb18030": (_SIMPLIFIED, 0.12),
    "big5hkscs": (_TRADITIONAL, 0.12),
    "cp1251": (_RUSSIAN, 0.45),
    "koi8-r": (_RUSSIAN, 0.45),
    "iso8859-7": ("αοιετνσρηπςάίόέ", 0.5),
    "cp1255": ("יוהלארתבמש", 0.5),
    "cp1256": ("اليمنوترهب", 0.5),
    "cp874": ("านรอกเงมยลวดท่้", 0.45),
}


def legacy_codec(html: bytes) -> str:
    """The codec whose language has its frequent characters most clearly; windows-1252 where none has."""
    is_beyond = np.frombuffer(html, np.uint8) >= 0x80
    first = int(is_beyond.argmax())
    start, is_beyond = html[first : first + _LOOKED_AT], is_beyond[first : first + _LOOKED_AT]
    beyond = np.count_nonzero(is_beyond)
    if beyond < _LEAST:
        return DEFAULT
    candidates = list(_FREQUENT)
    if beyond < _LONG_RUN * np.count_nonzero(is_beyond[:-1] & ~is_beyond[1:]):
        # The second byte of Shift-JIS may be ASCII. The first of kana is one of two that Western pages hardly have.
        candidates = ["cp932"] if start.count(b"\x82") + start.count(b"\x83") > beyond / 8 else []
    clearness = {codec: _clearness(start, codec) for codec in candidates}
    best = max(candidates, key=clearness.__getitem__, default=DEFAULT)
    return best if clearness.get(best, 0) >= 1 else DEFAULT


def _clearness(html: bytes, codec: str) -> float:
    """The share of frequent characters, as a multiple of what there should be at least; 0 if they are but a few."""
    frequent, least = _FREQUENT[codec]
    if codec in _WITH_ASCII:
        beyond = _ASCII.sub("", html.decode(codec, "replace"))
    else:
        beyond = html.translate(None, _ASCII_BYTES).decode(codec, "replace")
    found = re.sub(f"[^{frequent}]+", "", beyond)
    return len(found) / len(beyond) / least if len(set(found)) >= _LEAST_DIFFERENT else 0
