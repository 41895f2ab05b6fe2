"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A temporary name beside `path` to write to; it takes its place when the block ends without an error.

    What is no file (/dev/stdout, a pipe) is written to instead; a link stays, and what it points to is replaced.
    """
    target = Path(path)
    written_to = target.exists() and not target.is_file() and not target.is_dir()
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
            with unfinished.open("rb") as whole, target.open("wb") as device:
                shutil.copyfileobj(whole, device)
        else:
            unfinished.chmod(0o666 & ~_umask())  # mkstemp's are private; ours are as readable as others
            unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
