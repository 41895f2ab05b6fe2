"""From what the user names to a collection: the format is found by looking."""

from __future__ import annotations

from pathlib import Path

from bpsearch.collections.collection import Collection, FileCollection
from bpsearch.collections.records import Format
from bpsearch.collections.registry import FORMATS
from bpsearch.collections.streams import MAX_PAGE_BYTES, InputFile
from bpsearch.collections.walk import FoundFile, Listing, walk
from bpsearch.errors import BpsearchError, InputError

FILES_LOOKED_AT = 200  # of a large folder, evenly spread


def open_collection(
    source: str | Path, format: str | None = None, *, max_page_bytes: int = MAX_PAGE_BYTES
) -> Collection:
    """The collection at a path. Its format is found by looking into the files unless given by name.

    Pages longer than `max_page_bytes` are skipped. Raises a BpsearchError, before any work, when nothing
    at the path can be read.
    """
    if format is not None and format not in FORMATS:
        raise BpsearchError(f"unknown format {format!r}; {_known_formats()}")
    path = Path(source)
    if not path.exists():
        raise BpsearchError(f"{source}: no such file or folder")
    listing = walk(path) if path.is_dir() else Listing([FoundFile(path.name, path.stat().st_size)], [])
    if not any(file.size for file in listing.files):
        raise InputError(path, "nothing to read: " + ("no files" if path.is_dir() else "empty file"))
    chosen = FORMATS[format] if format else _look(path, listing.files)
    return FileCollection(path, chosen, listing.files, listing.unreadable, max_page_bytes)


def _known_formats() -> str:
    return "known formats: " + ", ".join(f"{name} ({format.description})" for name, format in FORMATS.items())


def _look(path: Path, found: list[FoundFile]) -> Format:
    """The one format of the files; an error when there is none, or more than one."""
    step = max(1, len(found) // FILES_LOOKED_AT)
    first_of: dict[str, str] = {}
    for file in found[::step]:
        format = recognise(InputFile(path / file.name if path.is_dir() else path, file.name, file.size))
        if format:
            first_of.setdefault(format.name, file.name)
    if not first_of:
        raise InputError(path, f"not a known format; {_known_formats()}; say which with --format")
    if len(first_of) > 1:
        mixture = ", ".join(f"{name} ({file})" for name, file in first_of.items())
        raise InputError(path, f"a mixture of formats: {mixture}; say with --format which of them to read")
    return FORMATS[next(iter(first_of))]


def recognise(file: InputFile) -> Format | None:
    """The format of a file, if it is one of ours."""
    try:
        head = file.head()
    except PermissionError:
        return None
    return next((format for format in FORMATS.values() if format.recognises(head, file.bare_name)), None)
