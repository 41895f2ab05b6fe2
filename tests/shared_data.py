"""Real pages for tests: found beside the project or under $BPSEARCH_DATA, unpacked once per checksum."""

from __future__ import annotations

import hashlib
import os
import tarfile
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def data_folder() -> Path:
    """The folder of shared data; skips the test where there is none."""
    folder = Path(os.environ.get("BPSEARCH_DATA") or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"real data not here: no folder {folder} (set BPSEARCH_DATA)")
    return folder


def archive_of(name: str) -> Path:
    """The file `name`.tar.xz; skips the test where there is none."""
    archive = data_folder() / f"{name}.tar.xz"
    if not archive.is_file():
        pytest.skip(f"real data not here: no file {archive}")
    return archive


def checksum(name: str) -> str:
    """The SHA-256 of `name`.tar.xz, which pinned figures hold for."""
    return hashlib.sha256(archive_of(name).read_bytes()).hexdigest()


def shared_data(name: str) -> Path:
    """The unpacked contents of `name`.tar.xz; kept inside the checkout's .pytest_cache between runs."""
    archive = archive_of(name)
    stamp = checksum(name)[:16]
    target = ROOT / ".pytest_cache" / "data" / f"{name}-{stamp}"
    if not target.is_dir():
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as unfinished:
            with tarfile.open(archive) as tar:
                tar.extractall(Path(unfinished) / "data", filter="data")
            (Path(unfinished) / "data").rename(target)
    return target
