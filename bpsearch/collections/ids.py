"""Ids of pages: fit for a TREC run, and remembered in few bytes to find duplicates."""

from __future__ import annotations

import re
from array import array
from hashlib import blake2b
from urllib.parse import unquote

LONGEST = 32766  # bytes of UTF-8: the longest term that Lucene takes

# Whitespace, control characters, surrogates: what breaks a line of a TREC run or cannot be UTF-8.
_UNFIT = re.compile(r"[\s\x00-\x1f\x7f-\xa0\ud800-\udfff]")


def docno(text: str) -> str:
    """The text as an id: whitespace, control characters and undecodable bytes are percent-encoded."""
    return _UNFIT.sub(_percent_encoded, text)


def docno_of_file(name: str) -> str:
    """The name of a file as an id; different names have different ids.

    A name that must be encoded, or reads as if it had been, gets its % encoded, too: `a b` is `a%20b`, and `a%20b`
    is `a%2520b`.
    """
    return docno(name.replace("%", "%25")) if _must_be_encoded(name) else name


def _must_be_encoded(name: str) -> bool:
    while not _UNFIT.search(name):
        decoded = unquote(name, errors="surrogateescape")
        if decoded == name:
            return False
        name = decoded
    return True


def _percent_encoded(match: re.Match[str]) -> str:
    character = match.group()
    if "\udc80" <= character <= "\udcff":  # a byte of a file name that was not UTF-8
        octets = character.encode("utf-8", "surrogateescape")
    else:
        octets = character.encode("utf-8", "surrogatepass")
    return "".join(f"%{octet:02X}" for octet in octets)


class SeenIds:
    """Remembers ids by 64-bit digests in an open-addressing table: 12 to 24 bytes per id, however long.

    That any two of n ids share a digest has a probability of n²/2⁶⁵: 1 in 60,000 for the 25 million of GOV2.
    """

    def __init__(self) -> None:
        self._table = array("Q", bytes(8 << 10))  # 0 marks a free place
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, page_id: str) -> bool:
        """Remember the id; false when it was there already."""
        digest = int.from_bytes(blake2b(page_id.encode(), digest_size=8).digest(), "little") or 1
        if not self._insert(digest):
            return False
        self._count += 1
        if self._count * 3 > len(self._table) * 2:
            self._grow()
        return True

    def _insert(self, digest: int) -> bool:
        table = self._table
        mask = len(table) - 1
        place = digest & mask
        while table[place]:
            if table[place] == digest:
                return False
            place = (place + 1) & mask
        table[place] = digest
        return True

    def _grow(self) -> None:
        old = self._table
        self._table = array("Q", bytes(16 * len(old)))
        for digest in old:
            if digest:
                self._insert(digest)
