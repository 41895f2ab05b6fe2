"""The block table: one memory-mapped file per column, in block order.

A column is one byte per block where that is possible: a code into the values that most blocks have
(`words.npy`, `words.values.npy`). The last code stands for all rarer values, which are listed with their blocks
(`words.exceptions.npy`). Columns with too many rare values are stored as they are, in the narrowest type. All files
are plain .npy; `columns.json` describes the columns.
"""

from __future__ import annotations

import json
import keyword
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.format import dtype_to_descr, write_array_header_1_0
from numpy.typing import NDArray

from bpsearch.errors import BpsearchError
from bpsearch.files import replacing

Array = NDArray[Any]
LENGTH = "length"  # the column every block index has: analysed tokens of a block
CATALOGUE = "columns.json"
EXTRAS = (".values.npy", ".exceptions.npy")
RARE = 255  # the code of all values that have none of their own
SAMPLE = 1 << 20  # values looked at to find the common ones


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
    values: Array | None  # what the codes stand for; None where they are the values themselves
    exceptions: Array | None  # fields `block` and `value`, by block

    def __len__(self) -> int:
        return len(self.codes)

    def read(self, start: int = 0, end: int | None = None) -> Array:
        """The values of blocks start to end-1."""
        return self.mapped(lambda values: values, start, end)

    def mapped(self, function: Callable[[Array], Array], start: int = 0, end: int | None = None) -> Array:
        """function(values) of blocks start to end-1; it is asked about each common value only once."""
        end = len(self.codes) if end is None else end
        codes = self.codes[start:end]
        if self.values is None:
            return function(codes)
        from bpsearch.index.lookup import looked_up

        found = looked_up(function(self.values), codes)
        if self.exceptions is not None:
            low, high = np.searchsorted(self.exceptions["block"], (start, end))
            rare = self.exceptions[low:high]
            found[rare["block"].astype(np.int64) - start] = function(rare["value"])
        return found

    def at(self, blocks: Array) -> Array:
        """The values of these blocks."""
        codes = self.codes[blocks]
        if self.values is None:
            return codes
        found = self.values[codes]
        if self.exceptions is not None:
            rare = np.flatnonzero(codes == RARE)
            places = np.searchsorted(self.exceptions["block"], blocks[rare])
            found[rare] = self.exceptions["value"][places]
        return found


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
            try:
                codes = mapped_array(self.folder / f"{name}.npy")
                self._open[name] = StoredColumn(record, codes, *(_optional(self.folder / f"{name}{e}") for e in EXTRAS))
            except (OSError, ValueError, EOFError) as error:
                raise BpsearchError(f"column {name} of {self.folder} cannot be read: {error}") from error
        return self._open[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.records)

    def __len__(self) -> int:
        return len(self.records)

    def add(self, record: ColumnRecord, parts: Iterable[Array]) -> None:
        """Add a column, or replace it, without touching anything else."""
        name = record.name
        if not name.isidentifier() or keyword.iskeyword(name):
            raise BpsearchError(
                f"column name {name!r}: expected letters, digits and underscores, and no word of filters"
            )
        if name == LENGTH:
            raise BpsearchError(f"column {LENGTH} holds what Lucene counted; choose another name")
        listed = list(parts)
        _check_size(name, listed, self.blocks)
        if self.records.pop(name, None):  # whoever opens the index meanwhile must not see half of each
            write_catalogue(self.folder, self.records.values())
        write_column(self.folder, name, listed, self.blocks)
        self._open.pop(name, None)
        self.records[name] = record
        write_catalogue(self.folder, self.records.values())


def write_column(folder: Path, name: str, parts: Sequence[Array], blocks: int) -> None:
    """Write one column from its parts; they are looked at one after another, several times."""
    _check_size(name, parts, blocks)
    dtype = _stored_type(parts)
    common = _common_values(parts, dtype)
    rare = None if common is None else _rare_values(parts, common, dtype)
    extras = (None, None) if common is None or rare is None else (_padded(common), rare if len(rare) else None)
    for ending, extra in zip(EXTRAS, extras, strict=True):
        if extra is None:
            (folder / f"{name}{ending}").unlink(missing_ok=True)
        else:
            with replacing(folder / f"{name}{ending}") as unfinished, unfinished.open("wb") as file:
                np.save(file, extra)
    values = extras[0]
    stored = np.dtype(dtype if values is None else np.uint8)
    with (
        replacing(folder / f"{name}.npy") as unfinished,
        unfinished.open("wb") as file,
    ):  # mapped, a full disk would kill
        header = {"descr": dtype_to_descr(stored), "fortran_order": False, "shape": (blocks,)}
        write_array_header_1_0(file, header)
        for part in parts:
            file.write((part.astype(stored) if values is None else _codes(part, values)).tobytes())


def _check_size(name: str, parts: Sequence[Array], blocks: int) -> None:
    found = sum(map(len, parts))
    if found != blocks:
        raise BpsearchError(f"column {name} has {found} values for {blocks} blocks; it needs one for each")


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


def _common_values(parts: Sequence[Array], dtype: np.dtype[Any]) -> Array | None:
    """The values that get a code, ascending; None where codes would save nothing."""
    if dtype.itemsize == 1:
        return None
    step = sum(map(len, parts)) // SAMPLE + 1
    sample = np.concatenate([part[::step].astype(dtype) for part in parts])
    values, counts = np.unique(sample, return_counts=True)
    values = np.sort(values[np.argsort(-counts, kind="stable")[:RARE]])
    return values if len(values) else None


def _padded(values: Array) -> Array:
    """An entry for every code, that of rare values included."""
    return np.append(values, np.repeat(values[-1:], RARE + 1 - len(values)))


def _codes(part: Array, values: Array) -> NDArray[np.uint8]:
    places = np.searchsorted(values, part)
    there = values[np.minimum(places, len(values) - 1)]
    return np.where((there == part) | (np.isnan(there) & np.isnan(part)), places, RARE).astype(np.uint8)


def _rare_values(parts: Sequence[Array], values: Array, dtype: np.dtype[Any]) -> Array | None:
    """The values without a code, with their blocks; None where listing them takes more room than codes save."""
    found: list[Array] = []
    start = 0
    for part in parts:
        places = np.flatnonzero(_codes(part, values) == RARE)
        rare = np.empty(len(places), [("block", np.uint32), ("value", dtype)])
        rare["block"], rare["value"] = places + start, part[places]
        found.append(rare)
        start += len(part)
    listed = np.concatenate(found)
    return listed if listed.nbytes < start * (dtype.itemsize - 1) else None


def mapped_array(path: Path) -> Array:
    """An .npy file, mapped; a plain array, because numba takes long to see what a numpy.memmap is."""
    return np.asarray(np.load(path, mmap_mode="r"))


def _optional(path: Path) -> Array | None:
    return mapped_array(path) if path.exists() else None


def _stored_type(parts: Sequence[Array]) -> np.dtype[Any]:
    kinds = {part.dtype for part in parts if len(part)} or {np.dtype(np.uint8)}
    together = np.result_type(*kinds)
    if together.kind in "fb":
        return together
    ranges = [(int(part.min()), int(part.max())) for part in parts if len(part)]
    return _narrowest(max((high for _, high in ranges), default=0), min((low for low, _ in ranges), default=0))


def _narrowest(largest: int, smallest: int) -> np.dtype[Any]:
    kinds = (np.uint8, np.uint16, np.uint32) if smallest >= 0 else (np.int8, np.int16, np.int32)
    for kind in kinds:
        if np.iinfo(kind).min <= smallest and largest <= np.iinfo(kind).max:
            return np.dtype(kind)
    return np.dtype(np.int64)
