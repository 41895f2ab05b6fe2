"""The block table: one memory-mapped file per column, in block order.

Whole numbers are stored in the narrowest type that holds them. Reals that take few distinct values, as quotients
of small counts do, are stored as codes into a file of these values (`density.npy`, `density.values.npy`).
All files are plain .npy; `columns.json` describes them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.format import open_memmap
from numpy.typing import NDArray

from bpsearch.errors import BpsearchError
from bpsearch.files import replacing

Array = NDArray[Any]
LENGTH = "length"  # the column every block index has: analysed tokens of a block
CATALOGUE = "columns.json"
MOST_CODES = 1 << 16


@dataclass(frozen=True)
class ColumnRecord:
    """What is known about a column besides its values."""

    name: str
    kind: str  # feature, verdict, score or class
    description: str = ""
    source: str = ""
    classes: tuple[str, ...] = ()
    keep: tuple[float, float] | None = None  # for cleaners: which values mean that a block stays

    @property
    def can_be_unknown(self) -> bool:
        """Verdicts and classes below 0 and scores that are NaN say nothing about a block."""
        return self.kind != "feature"


@dataclass(frozen=True)
class StoredColumn:
    """A column on disk; slices of it are read when asked for."""

    record: ColumnRecord
    codes: Array
    values: Array | None

    def __len__(self) -> int:
        return len(self.codes)

    def read(self, start: int = 0, end: int | None = None) -> Array:
        """The values of blocks start to end-1."""
        part = self.codes[start:end]
        return part if self.values is None else self.values[part]

    def at(self, blocks: Array) -> Array:
        """The values of these blocks."""
        part = self.codes[blocks]
        return part if self.values is None else self.values[part]


class BlockTable(Mapping[str, StoredColumn]):
    """The columns of a block index, by name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.records = {record.name: record for record in _read_catalogue(folder)}
        self._open: dict[str, StoredColumn] = {}
        self.blocks = len(self[LENGTH])

    def __getitem__(self, name: str) -> StoredColumn:
        if name not in self._open:
            record = self.records[name]
            dictionary = self.folder / f"{name}.values.npy"
            try:
                values = np.load(dictionary) if dictionary.exists() else None
                codes = np.load(self.folder / f"{name}.npy", mmap_mode="r")
            except (OSError, ValueError) as error:
                raise BpsearchError(f"column {name} of {self.folder} cannot be read: {error}") from error
            self._open[name] = StoredColumn(record, codes, values)
        return self._open[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.records)

    def __len__(self) -> int:
        return len(self.records)

    def add(self, record: ColumnRecord, parts: Iterable[Array]) -> None:
        """Add a column, or replace it, without touching anything else."""
        if not record.name.isidentifier():
            raise BpsearchError(f"column name {record.name!r}: expected letters, digits and underscores")
        write_column(self.folder, record.name, list(parts), self.blocks)
        self._open.pop(record.name, None)
        self.records[record.name] = record
        write_catalogue(self.folder, self.records.values())


def write_column(folder: Path, name: str, parts: Sequence[Array], blocks: int) -> None:
    """Write one column from its parts, which may be memory-mapped."""
    found = sum(map(len, parts))
    if found != blocks:
        raise BpsearchError(f"column {name} has {found} values for {blocks} blocks; it needs one for each")
    values = _distinct(parts) if parts and parts[0].dtype.kind == "f" else None
    if values is not None:
        with replacing(folder / f"{name}.values.npy") as unfinished, unfinished.open("wb") as file:
            np.save(file, values)
    else:
        (folder / f"{name}.values.npy").unlink(missing_ok=True)
    dtype = _narrowest(len(values) - 1, 0) if values is not None and len(values) else _stored_type(parts)
    with replacing(folder / f"{name}.npy") as unfinished:
        target = open_memmap(unfinished, mode="w+", dtype=dtype, shape=(blocks,))
        start = 0
        for part in parts:
            target[start : start + len(part)] = part if values is None else np.searchsorted(values, part)
            start += len(part)
        target.flush()
        del target


def write_catalogue(folder: Path, records: Iterable[ColumnRecord]) -> None:
    """Write what is known about the columns."""
    with replacing(folder / CATALOGUE) as unfinished:
        unfinished.write_text(json.dumps([asdict(record) for record in records], indent=1) + "\n", encoding="utf-8")


def _read_catalogue(folder: Path) -> list[ColumnRecord]:
    path = folder / CATALOGUE
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        return [
            ColumnRecord(**entry | {"classes": tuple(entry["classes"]), "keep": entry["keep"] and tuple(entry["keep"])})
            for entry in entries
        ]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise BpsearchError(f"{path} cannot be read ({error}); the index is damaged, build it again") from error


def _distinct(parts: Sequence[Array]) -> Array | None:
    """The sorted distinct values (NaN last), or None if they are too many for codes."""
    values = np.zeros(0, np.float32)
    for part in parts:
        values = np.union1d(values, part.astype(np.float32, copy=False))
        if len(values) > MOST_CODES:
            return None
    return values


def _stored_type(parts: Sequence[Array]) -> np.dtype[Any]:
    if not parts:
        return np.dtype(np.uint8)
    if parts[0].dtype.kind in "fb":
        return parts[0].dtype
    filled = [part for part in parts if len(part)]
    return _narrowest(
        max((int(part.max()) for part in filled), default=0), min((int(p.min()) for p in filled), default=0)
    )


def _narrowest(largest: int, smallest: int) -> np.dtype[Any]:
    kinds = (np.uint8, np.uint16, np.uint32) if smallest >= 0 else (np.int8, np.int16, np.int32)
    for kind in kinds:
        if np.iinfo(kind).min <= smallest and largest <= np.iinfo(kind).max:
            return np.dtype(kind)
    return np.dtype(np.int64)
