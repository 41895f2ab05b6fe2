"""Bytes of one file of a collection, unpacked where it is gzip, in chunks, whatever state the file is in."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from bpsearch.collections.ledger import Ledger
from bpsearch.errors import InputError

HEAD_BYTES = 1 << 16  # what format detection looks at
CHUNK_BYTES = 1 << 18
MAX_PAGE_BYTES = 64 << 20
_GZIP_MAGIC = b"\x1f\x8b"
_GZIP_WINDOW = 31  # zlib's way of saying: a gzip header, then deflate data


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
        return f"page too long: more than {self.max_page_bytes:,} bytes"

    def head(self) -> bytes:
        """The first bytes, unpacked: as many as are sound."""
        with self.path.open("rb") as raw:
            start = raw.read(HEAD_BYTES)
        if not start.startswith(_GZIP_MAGIC):
            return start
        try:
            return zlib.decompressobj(_GZIP_WINDOW).decompress(start, HEAD_BYTES)
        except zlib.error:
            return b""

    def chunks(self, ledger: Ledger) -> Iterator[bytes]:
        """All bytes in order, unpacked. Damage to the gzip data goes into the ledger and ends the file."""
        try:
            with self.path.open("rb") as raw:
                start = raw.read(CHUNK_BYTES)
                if start.startswith(_GZIP_MAGIC):
                    yield from self._unpacked(start, raw, ledger)
                else:
                    while start:
                        self.bytes_read += len(start)
                        yield start
                        start = raw.read(CHUNK_BYTES)
        except PermissionError:
            ledger.skip(self.name, "file", "no permission to read")
        except OSError as error:
            raise InputError(self.path, f"cannot be read: {error.strerror or error}") from error

    def _unpacked(self, packed: bytes, raw: BinaryIO, ledger: Ledger) -> Iterator[bytes]:
        member = zlib.decompressobj(_GZIP_WINDOW)
        self.bytes_read += len(packed)
        while True:
            try:
                unpacked = member.decompress(packed, CHUNK_BYTES)
            except zlib.error as error:
                ledger.skip(self.name, f"before byte {self.bytes_read}", f"damaged gzip data: {error}")
                return
            if unpacked:
                yield unpacked
            packed = member.unused_data if member.eof else member.unconsumed_tail
            if member.eof:
                packed = packed.lstrip(b"\0")  # padding, as tape and block devices leave it
            if not packed:
                packed = raw.read(CHUNK_BYTES)
                self.bytes_read += len(packed)
            if not packed:
                if not member.eof:
                    ledger.skip(self.name, f"byte {self.bytes_read}", "gzip data ends early")
                return
            if member.eof:
                member = zlib.decompressobj(_GZIP_WINDOW)
