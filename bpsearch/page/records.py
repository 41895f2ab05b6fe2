"""The records that travel between the layers: a page, and the blocks it was cut into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Page(NamedTuple):
    """One HTML document as bytes, with its id (docno) and what the collection knows about it."""

    id: str
    html: bytes
    url: str | None = None
    charset: str | None = None  # as the HTTP header says, where the collection has one


Span = tuple[int, int]  # start and end, in characters of a text


@dataclass(frozen=True, slots=True)
class Blocks:
    """The text blocks of one page, in document order: parallel lists, one entry per block.

    `texts` are whitespace-normalised (runs of whitespace are one space, none at the ends) and never empty.
    The elements of the page are a tree in two lists, `element_names` (lower case) and `element_parents`
    (index of the parent, -1 at the root), in order of their start tags; `elements[i]` is the innermost
    element around block i. `tags[i]` counts the start and end tags between block i-1 and block i, those inside
    a block not included; its last entry, one more than there are blocks, counts those after the last block.
    """

    texts: Sequence[str]
    links: Sequence[tuple[Span, ...]]  # where the text inside A elements (those with HREF) is
    elements: Sequence[int]
    tags: Sequence[int]
    element_names: Sequence[str]
    element_parents: Sequence[int]
    title: str = ""
    inner_tags: Sequence[int] = ()  # how many tags, of A or of inline markup, are inside each block
    doctype: str = ""  # what the page declares, as in `html` or `html PUBLIC "-//W3C//DTD XHTML 1.0 …"`
    sources: Sequence[Span] = ()  # if asked for: where each block is in the page's text, markup in it included

    def __len__(self) -> int:
        return len(self.texts)

    def path(self, block: int) -> list[str]:
        """Names of the elements around a block, outermost first."""
        names = []
        element = self.elements[block]
        while element >= 0:
            names.append(self.element_names[element])
            element = self.element_parents[element]
        return names[::-1]
