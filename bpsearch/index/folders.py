"""The folder in which an index is built: hidden, resumable, and renamed when everything is there."""

from __future__ import annotations

import fcntl
import json
import shutil
from pathlib import Path
from types import TracebackType
from typing import Any

from bpsearch.errors import BpsearchError
from bpsearch.files import new_folder, replacing
from bpsearch.index.block_index import PARTS
from bpsearch.index.manifest import FILE as MANIFEST

PLAN, LOCK = "plan.json", "lock"
FORCED = "replaces the index of that name"  # in the plan: resuming may do what --force allowed
CATALOGUE = "blocks/columns.json"


class Unfinished:
    """A context in which the folder `.NAME.unfinished` is filled; leaving it without an error makes it NAME."""

    def __init__(self, target: Path, plan: dict[str, Any], *, resume: bool, force: bool) -> None:
        self.target = new_folder(target)
        self.folder = self.target.parent / f".{self.target.name}.unfinished"
        self.plan = plan
        self.resume = resume
        self.force = force or (resume and self._left_over().get(FORCED) is True)
        self._check_target()
        self._check_leftover()

    def _check_target(self) -> None:
        if not self.target.exists() or (self.target.is_dir() and not any(self.target.iterdir())):
            return
        if not all((self.target / part).is_file() for part in (MANIFEST, CATALOGUE)):
            raise BpsearchError(f"{self.target} exists and is not a bpsearch index; choose another --output")
        if not self.force:
            raise BpsearchError(f"{self.target} exists already; --force replaces it")
        foreign = sorted(path.name for path in self.target.iterdir() if not _is_ours(path.name))
        if foreign:
            raise BpsearchError(
                f"{self.target} holds more than an index ({', '.join(foreign[:3])}); move that away, or choose another "
                f"--output"
            )

    def _check_leftover(self) -> None:
        if not self.folder.exists():
            if self.resume:
                raise BpsearchError(f"nothing to resume: {self.folder} does not exist")
        elif not self.resume and not self.force:
            raise BpsearchError(
                f"an unfinished build is in {self.folder}; --resume goes on with it, --force starts over"
            )
        elif self.resume and self._left_over() | {FORCED: True} != self.plan | {FORCED: True}:
            raise BpsearchError(
                f"{self.folder} was begun with another source, other options or another bpsearch, or the source has "
                f"changed since; --force without --resume starts over"
            )

    def _left_over(self) -> dict[str, Any]:
        """The plan of the unfinished build; empty if it cannot be read."""
        try:
            plan = json.loads((self.folder / PLAN).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return plan if isinstance(plan, dict) else {}

    def __enter__(self) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = (self.folder / LOCK).open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._lock.close()
            raise BpsearchError(f"another build is at work in {self.folder}") from error
        if not self.resume:
            for entry in self.folder.iterdir():
                if entry.name != LOCK:
                    shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        with replacing(self.folder / PLAN) as unfinished:
            unfinished.write_text(json.dumps(self.plan | {FORCED: self.force}), encoding="utf-8")
        return self.folder

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._take_place()
        finally:
            self._lock.close()

    def _take_place(self) -> None:
        self._check_target()  # it was free when the work began
        old = self.target.parent / f".{self.target.name}.replaced"
        shutil.rmtree(old, ignore_errors=True)
        if self.target.exists():
            self.target.rename(old)
        self.folder.rename(self.target)
        for name in (PLAN, LOCK):  # only now: until here --resume finds its plan
            (self.target / name).unlink()
        shutil.rmtree(old, ignore_errors=True)


def _is_ours(name: str) -> bool:
    return name in (*PARTS, PLAN, LOCK) or name.startswith(".")
