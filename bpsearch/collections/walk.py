"""The files of a collection, in a stable order."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NamedTuple

from bpsearch.collections.ledger import Skip
from bpsearch.errors import InputError


class FoundFile(NamedTuple):
    """A regular file: its path relative to the collection (with forward slashes) and its size."""

    name: str
    size: int


class Listing(NamedTuple):
    """What lies below a folder: files, and entries that cannot be read (loops, broken links, devices)."""

    files: list[FoundFile]
    unreadable: list[Skip]


def walk(folder: Path) -> Listing:
    """All files below a folder, sorted by path, part by part.

    Symbolic links are followed, but never into a folder that is being walked. Hidden names (.x) are left out.
    """
    listing = Listing([], [])
    try:
        status = folder.stat()
        _walk(os.fspath(folder), "", ((status.st_dev, status.st_ino),), listing)
    except OSError as error:
        raise InputError(folder, f"cannot be read: {error.strerror}") from error
    return listing


def _walk(folder: str, prefix: str, folders_above: tuple[tuple[int, int], ...], listing: Listing) -> None:
    with os.scandir(folder) as scan:
        visible = [entry for entry in scan if not entry.name.startswith(".")]
    for entry in sorted(visible, key=lambda entry: entry.name):
        name = prefix + entry.name
        try:
            status = entry.stat()
            if stat.S_ISDIR(status.st_mode):
                identity = (status.st_dev, status.st_ino)
                if identity in folders_above:
                    listing.unreadable.append(Skip(name, "folder", "symbolic link loop"))
                else:
                    _walk(entry.path, f"{name}/", (*folders_above, identity), listing)
            elif stat.S_ISREG(status.st_mode):
                listing.files.append(FoundFile(name, status.st_size))
            else:
                listing.unreadable.append(Skip(name, "file", "not a regular file"))
        except OSError as error:
            reason = "broken symbolic link" if entry.is_symlink() else f"cannot be read: {error.strerror}"
            listing.unreadable.append(Skip(name, "entry", reason))
