"""From what the user names to a collection: the format is found by looking."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from bpsearch.collections import irds
from bpsearch.collections.collection import Collection, FileCollection
from bpsearch.collections.records import Format
from bpsearch.collections.registry import FORMATS
from bpsearch.collections.streams import MAX_PAGE_BYTES, InputFile
from bpsearch.collections.walk import FoundFile, Listing, walk
from bpsearch.errors import BpsearchError, InputError

FILES_LOOKED_AT = 200  # of a large folder, evenly spread
_PACKINGS = {  # what we do not unpack, by the bytes at a place
    (0, b"\x1f\x9d"): "compress (.Z)",
    (0, b"BZh"): "bzip2",
    (0, b"\xfd7zXZ"): "xz",
    (0, b"(\xb5/\xfd"): "zstd",
    (0, b"PK\3\4"): "zip",
    (257, b"ustar"): "tar",
}


def open_collection(
    source: str | Path, format: str | None = None, *, max_page_bytes: int = MAX_PAGE_BYTES
) -> Collection:
    """The collection at a path or of ir_datasets; its format is found by looking unless given by name.

    Pages longer than `max_page_bytes` are skipped. Raises a BpsearchError, before any work, when nothing
    there can be read.
    """
    if format is not None and format not in (*FORMATS, irds.NAME):
        raise BpsearchError(f"unknown format {format!r}\n{_known_formats()}")
    name = str(source)
    if format == irds.NAME or name.startswith(irds.PREFIX):
        return irds.IrDatasetsCollection(name.removeprefix(irds.PREFIX), max_page_bytes)
    path = Path(source)
    if not path.exists():
        if format is None and irds.is_known(name):
            return irds.IrDatasetsCollection(name, max_page_bytes)
        raise BpsearchError(f"{source}: no such file or folder (and no dataset that ir_datasets knows)")
    listing = _listing(path)
    chosen = _checked(FORMATS[format], path, listing.files) if format else _look(path, listing.files)
    return FileCollection(path, chosen, listing, max_page_bytes)


def _listing(path: Path) -> Listing:
    if path.is_dir():
        listing = walk(path)
        if not any(file.size for file in listing.files):
            raise InputError(path, "nothing to read: no files in this folder, or only empty ones")
        return listing
    if not path.is_file():
        raise InputError(path, "expected a file or a folder; to read from a pipe, write it to a file first")
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
    except OSError as error:
        raise InputError(path, f"cannot be read: {error.strerror}") from error
    if not size:
        raise InputError(path, "nothing to read: the file is empty")
    return Listing([FoundFile(path.name, size)], [])


def _look(path: Path, found: list[FoundFile]) -> Format:
    """The one format of the files; an error when there is none, or more than one."""
    first_of: dict[str, str] = {}
    packing = ""
    for name, head in _heads(path, found):
        format = next((format for format in FORMATS.values() if format.recognises(head, name)), None)
        if format:
            first_of.setdefault(format.name, name)
        packing = packing or _packing(head)
    if not first_of and packing:
        raise InputError(path, f"packed as {packing}; unpack it first, or pack its files with gzip")
    if not first_of:
        raise InputError(path, f"in no format that I recognise; say which with --format\n{_known_formats()}")
    if len(first_of) > 1:
        mixture = ", ".join(f"{name} (such as {file})" for name, file in first_of.items())
        raise InputError(path, f"a mixture of formats: {mixture}; say with --format which of them to read")
    return FORMATS[next(iter(first_of))]


def _packing(head: bytes) -> str:
    return next((kind for (place, mark), kind in _PACKINGS.items() if head.startswith(mark, place)), "")


def _checked(format: Format, path: Path, found: list[FoundFile]) -> Format:
    """The format, if files of a folder are in it; a single file is read as the user says."""
    if path.is_dir() and not any(format.recognises(head, name) for name, head in _heads(path, found)):
        raise InputError(path, f"no file in this folder looks like {format.name} ({format.description})")
    return format


def _heads(path: Path, found: list[FoundFile]) -> Iterator[tuple[str, bytes]]:
    """Names and first bytes of the files that we look at, those without any left out."""
    for name, size in found[:: max(1, len(found) // FILES_LOOKED_AT)]:
        file = InputFile(path / name if path.is_dir() else path, name, size)
        try:
            head = file.head()
        except PermissionError:
            continue
        if head:
            yield file.bare_name, head


def _known_formats() -> str:
    descriptions = [(name, format.description) for name, format in FORMATS.items()]
    descriptions.append((irds.NAME, irds.DESCRIPTION))
    return "known formats:" + "".join(f"\n  {name:<9} {description}" for name, description in descriptions)
