"""The error ledger: every skipped or damaged record of a collection, counted and listed."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

MEMORY_BYTES = 1 << 20  # what is kept in memory before the list goes to a temporary file


class Skip(NamedTuple):
    """One record that was skipped, or kept although damaged (the reason then says so)."""

    file: str
    record: str
    reason: str


class Ledger:
    """Counts and lists skipped and damaged records; a long list spills to a temporary file.

    A reason may carry a detail after a colon ("bad JSON: …"); `counts` adds up what is before it.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._lines = tempfile.SpooledTemporaryFile(MEMORY_BYTES, "w+", encoding="ascii", newline="\n")  # noqa: SIM115

    @property
    def total(self) -> int:
        """How many entries there are."""
        return self.counts.total()

    def skip(self, file: str | Path, record: str, reason: str) -> None:
        """Note a record that is left out."""
        self.counts[reason.partition(":")[0]] += 1
        self._lines.write(json.dumps(Skip(os.fspath(file), record, reason)._asdict()) + "\n")

    def damage(self, file: str | Path, record: str, reason: str) -> None:
        """Note a record that is damaged but was kept."""
        self.skip(file, record, f"{reason} (kept)")

    def __iter__(self) -> Iterator[Skip]:
        place = 0
        end = self._lines.tell()
        while place < end:
            self._lines.seek(place)
            line = self._lines.readline()
            place = self._lines.tell()
            self._lines.seek(end)  # so that noting more in between stays possible
            yield Skip(**json.loads(line))

    def write(self, path: str | Path) -> None:
        """Write all entries as JSON lines with `file`, `record` and `reason`."""
        unfinished = Path(f"{os.fspath(path)}.unfinished")
        end = self._lines.tell()
        with unfinished.open("w", encoding="ascii", newline="\n") as target:
            self._lines.seek(0)
            shutil.copyfileobj(self._lines, target)
        self._lines.seek(end)
        unfinished.replace(path)
