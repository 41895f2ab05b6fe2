"""Onion: of near-duplicate paragraphs in a collection only the first is kept (seed 002, section II.D)."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bpsearch.cleaners.citations import POMIKALEK_2011
from bpsearch.cleaners.paragraphs import paragraphs
from bpsearch.cleaners.records import (
    DROP,
    KEEP,
    Cleaner,
    CleanerInput,
    Column,
    Labeller,
    Labels,
    Variant,
    Verdict,
    column_name,
)
from bpsearch.cleaners.registry import get, register

N_GRAM = 5  # words; a shorter paragraph is one n-gram
MAX_SEEN = 0.5  # share of a paragraph's n-grams that may have occurred before
FILTER_BYTES = 1 << 27
_HASHES = 4

Hashes = NDArray[np.uint64]


class SeenHashes:
    """A Bloom filter: which hashes have been added, in fixed memory, with few that seem to have been but were not.

    With the default size one in a hundred of 100 million n-grams is wrongly taken for seen.
    """

    def __init__(self, size: int = FILTER_BYTES) -> None:
        self.bits = np.zeros(size, np.uint8)  # the system gives memory only to the parts that are used
        self.added = 0

    def check_and_add(self, hashes: Hashes) -> NDArray[np.bool_]:
        """Which of these have been added before this call; now all are."""
        first, second = hashes & np.uint64(0xFFFFFFFF), (hashes >> np.uint64(32)) | np.uint64(1)
        steps = np.arange(_HASHES, dtype=np.uint64)[:, None]
        places = (first + steps * second) % np.uint64(len(self.bits) * 8)
        bytes_at, bits = (places >> np.uint64(3)).astype(np.int64), (places & np.uint64(7)).astype(np.uint8)
        seen = np.asarray((self.bits[bytes_at] >> bits & 1).all(axis=0), np.bool_)
        for bit in range(8):
            self.bits[bytes_at[bits == bit]] |= 1 << bit
        self.added += int(np.count_nonzero(~seen))
        return seen


class Onion:
    """Labels the pages of a collection in order; remembers the n-grams of all paragraphs it has seen."""

    def __init__(self, column: str, base: Cleaner | None, fitted: Labeller | None) -> None:
        self.column = column
        self.base = base
        self.fitted = fitted
        self.seen = SeenHashes()

    def __call__(self, item: CleanerInput) -> Labels:
        verdict = self._verdict_below(item)
        kept = np.flatnonzero(verdict == KEEP)
        if len(kept):
            numbers = np.array(paragraphs(item.blocks))[kept]
            hashes, owners = n_grams([item.blocks.texts[block] for block in kept.tolist()], numbers)
            seen = self.seen.check_and_add(hashes) | _repeated(hashes, owners)
            share = np.bincount(owners, seen) / np.maximum(np.bincount(owners), 1)
            repeated = np.zeros(numbers[-1] + 1, np.bool_)
            repeated[: len(share)] = share > MAX_SEEN
            verdict[kept[repeated[numbers]]] = DROP
        return {self.column: verdict}

    def _verdict_below(self, item: CleanerInput) -> Verdict:
        if self.base is None:
            return np.full(len(item.blocks), KEEP, np.int8)
        labels = self.fitted(item) if self.fitted else item.labels(self.base)
        return self.base.verdict(labels).copy()

    def state(self) -> dict[str, Any]:
        """How many n-grams were seen, and what was learned below."""
        return {"n_grams": self.seen.added} | ({"over": self.fitted.state()} if self.fitted else {})


def n_grams(texts: list[str], numbers: NDArray[np.int64]) -> tuple[Hashes, NDArray[np.int64]]:
    """A hash for each n-gram of words within a paragraph, and the number of its paragraph."""
    words = [text.split() for text in texts]
    codes = np.array([zlib.crc32(word.encode()) for block in words for word in block], np.uint64)
    owners = np.repeat(numbers, [len(block) for block in words])
    hashes = np.zeros(len(codes), np.uint64)
    for place in range(min(N_GRAM, len(codes))):
        following = codes[place:] * (owners[place:] == owners[: len(owners) - place])
        hashes[: len(following)] += (following + np.uint64(place + 1)) * np.uint64(0x9E3779B97F4A7C15 >> place | 1)
    hashes ^= hashes >> np.uint64(29)
    hashes *= np.uint64(0xBF58476D1CE4E5B9)
    hashes ^= hashes >> np.uint64(32)
    position = np.arange(len(owners)) - np.searchsorted(owners, owners)
    length = np.searchsorted(owners, owners, "right") - np.searchsorted(owners, owners)
    whole = (position + N_GRAM <= length) | (position == 0)
    return hashes[whole], owners[whole]


def _repeated(hashes: Hashes, owners: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which n-grams occur in an earlier paragraph of the same page."""
    _, first, inverse = np.unique(hashes, return_index=True, return_inverse=True)
    earlier: NDArray[np.bool_] = owners[first[inverse]] < owners
    return earlier


def onion(name: str = "onion", base: Cleaner | None = None) -> Cleaner:
    """Onion over all blocks, or over what another cleaner keeps."""
    column = Column(column_name(name))

    def fit(items: Iterable[CleanerInput]) -> Onion:
        return Onion(column.name, base, base.fit(items) if base and base.fit else None)

    below = f"of what {base.name} keeps" if base else "of all text"
    return Cleaner(
        name,
        POMIKALEK_2011,
        f"{below}, paragraphs less than half of whose n-grams have occurred before in the collection",
        (column,),
        fit=fit,
        ordered=True,
        requires=base.requires if base else None,
    )


register(replace(onion(), variant=Variant("CLEANER", lambda base: onion(f"onion:{base}", get(base)))))
