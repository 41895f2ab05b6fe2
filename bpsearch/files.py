"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bpsearch.errors import BpsearchError

_OWN_STREAMS = (Path("/dev/stdout"), Path("/dev/stderr"))


def new_folder(path: str | Path) -> Path:
    """Where a folder of that name is to appear: a link stays, and what it points to is made or replaced."""
    place = Path(os.path.realpath(path)) if Path(path).is_symlink() else Path(path)
    if place.is_symlink():
        raise BpsearchError(f"--output {path} is a link that leads nowhere; remove it or choose another name")
    if place.name in ("", ".."):
        raise BpsearchError(f"--output {path} names no new folder; give one, such as {place / 'NAME'}")
    _check_parent(path, place)
    return place


def check_new_file(path: str | Path) -> None:
    """Raise an error where no file of that name can be written; before the work that it will hold."""
    if is_stream(Path(path)):
        return
    place = Path(os.path.realpath(path))
    if place.is_dir():
        raise BpsearchError(f"--output {path} is a folder; give a file, such as {Path(path) / 'NAME'}")
    _check_parent(path, place)


def _check_parent(path: str | Path, place: Path) -> None:
    above = next(parent for parent in place.absolute().parents if parent.exists())
    if not above.is_dir():
        raise BpsearchError(f"--output {path} cannot be written: {above} is not a folder; choose another place")
    if not os.access(above, os.W_OK | os.X_OK):
        raise BpsearchError(f"--output {path} cannot be written: no permission in {above}; choose another place")


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A temporary name beside `path` to write to; it takes its place when the block ends without an error.

    What is no file (a pipe, /dev/stdout) is written to instead; a link stays, and what it points to is replaced.
    """
    target = Path(path)
    written_to = is_stream(target)
    if target.is_symlink() and not written_to:
        target = Path(os.path.realpath(target))
    target.parent.mkdir(parents=True, exist_ok=True)
    folder = None if written_to else target.parent
    handle, name = tempfile.mkstemp(dir=folder, prefix=f".{target.name}.", suffix=".unfinished")
    os.close(handle)
    unfinished = Path(name)
    try:
        yield unfinished
        if written_to:
            with unfinished.open("rb") as whole, target.open("ab") as device:
                shutil.copyfileobj(whole, device)
        else:
            unfinished.chmod(0o666 & ~_umask())  # mkstemp's are private; ours are as readable as others
            unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def is_stream(path: Path) -> bool:
    """Whether a path is written to and never replaced: a device, a pipe, /dev/stdout wherever it leads."""
    if path in _OWN_STREAMS or path.parent == Path("/dev/fd"):
        return True
    return path.exists() and not path.is_file() and not path.is_dir()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
