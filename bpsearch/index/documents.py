"""The documents of a block index, in index order: docnos, and where the blocks of each begin."""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bpsearch.errors import BpsearchError
from bpsearch.index.table import mapped_array

DOCNOS, DOCNO_ENDS, FIRST_BLOCKS = "docnos.txt", "docno_ends.npy", "first_blocks.npy"


class Documents(Sequence[str]):
    """Docnos by their place in the index; memory-mapped, so that millions of them cost nothing."""

    def __init__(self, folder: Path) -> None:
        try:
            self._ends = mapped_array(folder / DOCNO_ENDS)
            self.first_blocks: NDArray[Any] = mapped_array(folder / FIRST_BLOCKS)
            with (folder / DOCNOS).open("rb") as file:
                self._text = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if len(self._ends) else b""
            if len(self._text) != (int(self._ends[-1]) + 1 if len(self._ends) else 0):
                raise ValueError(f"{DOCNOS} is cut off")
        except (OSError, ValueError, EOFError) as error:
            raise BpsearchError(f"the documents in {folder} cannot be read: {error}") from error

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[index] for index in range(*place.indices(len(self)))]
        place = range(len(self))[place]
        start = int(self._ends[place - 1]) + 1 if place else 0
        return self._text[start : int(self._ends[place])].decode()

    def __iter__(self) -> Iterator[str]:
        return (self[place] for place in range(len(self)))

    @cached_property
    def in_trec_eval_order(self) -> NDArray[np.int64]:
        """The places of all documents in the order of trec_eval for equal scores: by docno, descending."""
        if all(first < second for first, second in pairwise(self)):  # most collections: nothing to sort
            return np.arange(len(self))[::-1]
        listed = list(self)
        return np.array(sorted(range(len(self)), key=listed.__getitem__, reverse=True), np.int64)

    def of_blocks(self, blocks: NDArray[Any]) -> NDArray[np.int64]:
        """The place of the document that each of these blocks belongs to."""
        return np.searchsorted(self.first_blocks, blocks, side="right") - 1


def write_documents(folder: Path, docnos: Iterable[str], block_counts: NDArray[Any]) -> None:
    """Write the documents; docnos are streamed, `block_counts` says how many blocks each has."""
    ends = np.empty(len(block_counts), np.int64)
    end = -1
    with (folder / DOCNOS).open("wb") as file:
        for place, docno in enumerate(docnos):
            line = docno.encode() + b"\n"
            end += len(line)
            ends[place] = end
            file.write(line)
    np.save(folder / DOCNO_ENDS, _narrow(ends))
    np.save(folder / FIRST_BLOCKS, _narrow(np.concatenate(([0], np.cumsum(block_counts, dtype=np.int64)))))


def _narrow(values: NDArray[np.int64]) -> NDArray[Any]:
    return values.astype(np.uint32) if not len(values) or values[-1] < 1 << 32 else values
