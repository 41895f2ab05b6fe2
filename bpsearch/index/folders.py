"""The folder in which an index is built: hidden, resumable, and renamed when everything is there."""

from __future__ import annotations

import fcntl
import json
import shutil
from pathlib import Path
from types import TracebackType
from typing import Any

from bpsearch.errors import BpsearchError
from bpsearch.index.manifest import FILE as MANIFEST

PLAN, LOCK = "plan.json", "lock"


class Unfinished:
    """A context in which the folder `.NAME.unfinished` is filled; leaving it without an error makes it NAME."""

    def __init__(self, target: Path, plan: dict[str, Any], *, resume: bool, force: bool) -> None:
        self.target = target
        self.folder = target.parent / f".{target.name}.unfinished"
        self.plan = plan
        self._check_target(force)
        self._check_leftover(resume, force)

    def _check_target(self, force: bool) -> None:
        if not self.target.exists():
            return
        if not (self.target / MANIFEST).is_file() and (not self.target.is_dir() or any(self.target.iterdir())):
            raise BpsearchError(f"{self.target} exists and is not a bpsearch index; choose another --output")
        if not force and (self.target / MANIFEST).is_file():
            raise BpsearchError(f"{self.target} exists already; --force replaces it")

    def _check_leftover(self, resume: bool, force: bool) -> None:
        found = self.folder / PLAN
        if not self.folder.exists():
            if resume:
                raise BpsearchError(f"nothing to resume: {self.folder} does not exist")
            return
        if not resume and not force:
            raise BpsearchError(
                f"an unfinished build is in {self.folder}; --resume goes on with it, --force starts over"
            )
        if resume and (not found.is_file() or json.loads(found.read_text(encoding="utf-8")) != self.plan):
            raise BpsearchError(
                f"{self.folder} was begun with another source or other options, or the source has changed since; "
                f"--force starts over"
            )

    def __enter__(self) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = (self.folder / LOCK).open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise BpsearchError(f"another build is at work in {self.folder}") from error
        plan = self.folder / PLAN
        if not plan.is_file() or json.loads(plan.read_text(encoding="utf-8")) != self.plan:
            for entry in self.folder.iterdir():
                if entry.name != LOCK:
                    shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
            plan.write_text(json.dumps(self.plan), encoding="utf-8")
        return self.folder

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                (self.folder / PLAN).unlink()
                (self.folder / LOCK).unlink()
                self._take_place()
        finally:
            self._lock.close()

    def _take_place(self) -> None:
        old = self.target.parent / f".{self.target.name}.replaced"
        shutil.rmtree(old, ignore_errors=True)
        if self.target.exists():
            self.target.rename(old)
        self.folder.rename(self.target)
        shutil.rmtree(old, ignore_errors=True)
