"""A collection: pages from a file or a folder of files, in a stable order, each id once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from bpsearch.collections.ids import LONGEST, SeenIds, docno
from bpsearch.collections.ledger import Ledger
from bpsearch.collections.records import Format
from bpsearch.collections.streams import InputFile
from bpsearch.collections.walk import FoundFile, Listing
from bpsearch.page.records import Page

_SAMPLE_BYTES = 4096


class Collection(ABC):
    """Where pages come from. While `pages` runs, `bytes_read` of `bytes_total` (as on disk) says how far."""

    source: str
    format: str
    files: list[str]  # relative to the source
    bytes_total: int
    bytes_read: int

    @abstractmethod
    def fingerprint(self) -> str:
        """A short name for the content, the same everywhere as long as the collection does not change."""

    @abstractmethod
    def _read(self, ledger: Ledger) -> Iterator[tuple[str, Page]]:
        """Every page with the name of its file."""

    def pages(self, ledger: Ledger) -> Iterator[Page]:
        """Stream all pages, of duplicate ids the first; what is skipped or damaged goes into the ledger."""
        seen = SeenIds()
        for file, page in self._read(ledger):
            page_id = docno(page.id)
            if len(page_id.encode()) > LONGEST:
                ledger.skip(file, f"{page_id[:80]}…", "id too long")
                continue
            if page_id != page.id:
                ledger.damage(file, page_id, "whitespace in the id percent-encoded")
                page = page._replace(id=page_id)
            if seen.add(page_id):
                yield page
            else:
                ledger.skip(file, page_id, "duplicate id")


class FileCollection(Collection):
    """The pages of a file, or of all files of a folder that are of the format."""

    def __init__(self, path: Path, format: Format, listing: Listing, max_page_bytes: int) -> None:
        self.source = str(path)
        self.format = format.name
        self.files = [file.name for file in listing.files]
        self.bytes_total = sum(file.size for file in listing.files)
        self.bytes_read = 0
        self._path = path
        self._is_folder = path.is_dir()
        self._format = format
        self._listing = listing
        self._max_page_bytes = max_page_bytes

    def _read(self, ledger: Ledger) -> Iterator[tuple[str, Page]]:
        for entry in self._listing.unreadable:
            ledger.skip(*entry)
        done = 0
        for found in self._listing.files:
            file = self._input(found)
            self.bytes_read = done
            try:
                if self._is_readable(file, ledger):
                    for page in self._format.read(file, ledger):
                        self.bytes_read = done + min(file.bytes_read, file.size)
                        yield file.name, page
            except PermissionError:
                ledger.skip(file.name, "file", "no permission to read")
            done += found.size
        self.bytes_read = done

    def _input(self, found: FoundFile) -> InputFile:
        path = self._path / found.name if self._is_folder else self._path
        return InputFile(path, found.name, found.size, self._max_page_bytes)

    def _is_readable(self, file: InputFile, ledger: Ledger) -> bool:
        """Whether a file of a folder is of the format; a file that the user named is taken at their word."""
        if not file.size:
            ledger.skip(file.name, "file", "empty file")
            return False
        if self._is_folder and not self._format.recognises(file.head(), file.bare_name):
            ledger.skip(file.name, "file", f"not {self.format}")
            return False
        return True

    def fingerprint(self) -> str:
        """Sees the names and sizes of all files and 4 KiB at the beginning, the middle and the end of each.

        A change of other bytes that leaves the size alone goes unseen.
        """
        digest = blake2b(self.format.encode(), digest_size=16)
        for found in self._listing.files:
            digest.update(f"\n{found.size} {found.name}\n".encode(errors="surrogateescape"))
            digest.update(_samples(self._input(found)))
        return digest.hexdigest()


def _samples(file: InputFile) -> bytes:
    try:
        with file.open() as raw:
            if file.size <= 3 * _SAMPLE_BYTES:
                return raw.read(3 * _SAMPLE_BYTES)
            samples = []
            for place in (0, (file.size - _SAMPLE_BYTES) // 2, file.size - _SAMPLE_BYTES):
                raw.seek(place)
                samples.append(raw.read(_SAMPLE_BYTES))
            return b"".join(samples)
    except PermissionError:
        return b""
