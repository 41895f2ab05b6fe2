"""What a collection format is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bpsearch.collections.ledger import Ledger
from bpsearch.collections.streams import InputFile
from bpsearch.page.records import Page


class NoPage(Exception):
    """A record that holds no page; the message is the reason, for the ledger."""


@dataclass(frozen=True, slots=True)
class Format:
    """A file format that holds pages.

    `recognises(head, name)` looks at the first bytes of a file (unpacked) and its name (without .gz).
    `read(file, ledger)` yields the pages in order and notes in the ledger what it leaves out.
    """

    name: str
    description: str
    recognises: Callable[[bytes, str], bool]
    read: Callable[[InputFile, Ledger], Iterator[Page]]
