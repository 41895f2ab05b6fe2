"""Bytes of one file of a collection, unpacked where it is gzip, in chunks, whatever state the file is in."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from bpsearch.collections.ledger import Ledger
from bpsearch.errors import InputError

HEAD_BYTES = 1 << 16  # what format detection looks at
CHUNK_BYTES = 1 << 16  # stays in the cache of the processor; larger ones are slower
MAX_PAGE_BYTES = 64 << 20
GZIP_MAGIC = b"\x1f\x8b\x08"
_GZIP_WINDOW = 31  # zlib's way of saying: a gzip header, then deflate data


def too_long(max_page_bytes: int) -> str:
    """The reason for the ledger when a page is over the limit."""
    return f"page too long: more than {max_page_bytes:,} bytes"


class InputFile:
    """One file of a collection: where it is, what it is called there, and how much of it has been read."""

    def __init__(self, path: Path, name: str, size: int, max_page_bytes: int = MAX_PAGE_BYTES) -> None:
        self.path = path
        self.name = name
        self.size = size
        self.max_page_bytes = max_page_bytes
        self.bytes_read = 0  # of the file as it lies on the disk

    @property
    def bare_name(self) -> str:
        """The name without .gz."""
        return self.name[:-3] if self.name.lower().endswith(".gz") else self.name

    @property
    def too_long(self) -> str:
        """The reason for the ledger when a page is over the limit."""
        return too_long(self.max_page_bytes)

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """The file as it lies on the disk; trouble other than a missing permission is an InputError."""
        try:
            with self.path.open("rb") as raw:
                yield raw
        except PermissionError:
            raise
        except OSError as error:
            raise InputError(self.path, f"cannot be read: {error.strerror or error}") from error

    def head(self) -> bytes:
        """The first bytes, unpacked: as many as are sound."""
        head = bytearray()
        with self.open() as raw:
            for run in _runs(_Packed(raw, HEAD_BYTES), self.name, Ledger()):
                for chunk in run:
                    head += chunk
                    if len(head) >= HEAD_BYTES:
                        return bytes(head[:HEAD_BYTES])
        return bytes(head)

    def runs(self, ledger: Ledger, start: int = 0) -> Iterator[Iterator[bytes]]:
        """All bytes from a place on, unpacked, in chunks, as one or more runs: between two runs, bytes are missing.

        Damaged gzip data ends a run and goes into the ledger; the next run begins with the next gzip member.
        """
        with self.open() as raw:
            raw.seek(start)
            packed = _Packed(raw, CHUNK_BYTES)
            for run in _runs(packed, self.name, ledger):
                yield self._counted(run, packed)

    def _counted(self, run: Iterator[bytes], packed: _Packed) -> Iterator[bytes]:
        for chunk in run:
            self.bytes_read = packed.position
            yield chunk


class _Packed:
    """The bytes on the disk, with those that have been read but not used."""

    def __init__(self, raw: BinaryIO, chunk_bytes: int) -> None:
        self.chunk_bytes = chunk_bytes
        self.pending = raw.read(chunk_bytes)
        self._raw = raw
        self._bytes_read = len(self.pending)

    @property
    def position(self) -> int:
        """How many bytes have been used."""
        return self._bytes_read - len(self.pending)

    def refill(self, at_least: int = 1) -> bool:
        """Have so many bytes pending; false at the end of the file."""
        while len(self.pending) < at_least:
            more = self._raw.read(self.chunk_bytes)
            if not more:
                return False
            self._bytes_read += len(more)
            self.pending += more
        return True

    def skip_padding(self) -> None:
        """Pass over zeros, as tapes and block devices leave them behind the data."""
        while self.refill():
            self.pending = self.pending.lstrip(b"\0")
            if self.pending:
                return

    def find_member(self) -> bool:
        """Go on to what looks like the beginning of a gzip member; false when there is none."""
        while self.refill(len(GZIP_MAGIC)):
            place = self.pending.find(GZIP_MAGIC)
            if place >= 0:
                self.pending = self.pending[place:]
                return True
            self.pending = self.pending[1 - len(GZIP_MAGIC) :]
        return False


def _runs(packed: _Packed, name: str, ledger: Ledger) -> Iterator[Iterator[bytes]]:
    if not packed.pending.startswith(GZIP_MAGIC):
        yield _plain(packed)
        return
    while packed.find_member():
        yield _unpacked(packed, name, ledger)


def _plain(packed: _Packed) -> Iterator[bytes]:
    while packed.refill():
        chunk, packed.pending = packed.pending, b""
        yield chunk


def _unpacked(packed: _Packed, name: str, ledger: Ledger) -> Iterator[bytes]:
    """Members that follow each other, up to the end of the file or to damage."""
    member = zlib.decompressobj(_GZIP_WINDOW)
    while True:
        before = member.copy()
        try:
            unpacked = member.decompress(packed.pending, packed.chunk_bytes)
        except zlib.error as error:
            ledger.skip(name, f"after byte {packed.position}", f"damaged gzip data: {error}")
            yield _sound_part(before, packed.pending)
            packed.pending = packed.pending[1:]
            return
        packed.pending = member.unused_data if member.eof else member.unconsumed_tail
        if unpacked:
            yield unpacked
        if member.eof:
            packed.skip_padding()
            if not packed.refill(len(GZIP_MAGIC)) and not packed.pending:
                return
            if not packed.pending.startswith(GZIP_MAGIC):
                ledger.skip(name, f"after byte {packed.position}", "garbage after gzip data")
                return
            member = zlib.decompressobj(_GZIP_WINDOW)
        elif not packed.refill():
            ledger.skip(name, f"after byte {packed.position}", "gzip data ends early")
            return


def _sound_part(member: zlib._Decompress, packed: bytes) -> bytes:
    """What comes out before the damage; zlib keeps it for itself when it sees damage within one call."""
    parts = []
    try:
        for place in range(len(packed)):
            parts.append(member.decompress(packed[place : place + 1]))
    except zlib.error:
        pass
    return b"".join(parts)
