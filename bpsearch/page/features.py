"""The columns of a page's blocks: the local features of seed 001, section 3, computed for all blocks at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.page import characters
from bpsearch.page.records import Blocks

Integers = NDArray[np.int32]
Reals = NDArray[np.float32]
Flags = NDArray[np.bool_]
Values = NDArray[Any]

_DATE_OR_TIME = re.compile(
    r"\b(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}[:.]\d{2}(?::\d{2})?\s?(?:[ap]\.?m\b)?|\d{1,2}\s?[ap]\.?m\b"
    r"|(?:19|20)\d\d|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?"
    r"|fri(?:day)?|sat(?:urday)?|sun(?:day)?|today|yesterday|tomorrow|gmt|utc|est|edt|pst|pdt|cet|[ap]m)\b",
    re.I,
)


class Column(NamedTuple):
    """What a column holds and where it comes from."""

    dtype: str
    source: str
    description: str


class _Measures:
    """Quantities of one page that several columns share, each computed when first asked for."""

    def __init__(self, blocks: Blocks, width: int) -> None:
        self.blocks = blocks
        self.width = width
        self.text = "\n".join([*blocks.texts, ""])
        lengths = np.fromiter(map(len, blocks.texts), np.int64, len(blocks))
        self.ends = np.cumsum(lengths + 1)
        self.starts = self.ends - lengths - 1

    @cached_property
    def bits(self) -> characters.Bits:
        return characters.bits_of(self.text)

    def per_block(self, at: NDArray[np.bool_]) -> NDArray[np.int64]:
        """How many characters of each block are marked."""
        if not len(self.blocks):
            return np.zeros(0, np.int64)
        return np.add.reduceat(at, self.starts, dtype=np.int64)

    @cached_property
    def run_starts(self) -> NDArray[np.int64]:
        """Where whitespace-delimited runs of characters start."""
        space = self.bits & characters.SPACE != 0
        after_space = np.concatenate(([True], space[:-1])) if len(space) else space
        return np.flatnonzero(after_space & ~space)

    @cached_property
    def word_starts(self) -> NDArray[np.int64]:
        """Where runs with at least one letter or digit start: words (section 3.3)."""
        runs = self.run_starts
        if not len(runs):
            return runs
        together = np.bitwise_or.reduceat(self.bits, runs)
        return runs[together & characters.ALPHANUMERIC != 0]

    @cached_property
    def words(self) -> NDArray[np.int64]:
        return self._counted(self.word_starts)

    def _counted(self, positions: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many of these sorted positions lie in each block."""
        return np.diff(np.searchsorted(positions, self.ends), prepend=0)

    @cached_property
    def token_starts(self) -> NDArray[np.int64]:
        """Where runs of word characters and runs of punctuation start."""
        kind = self.bits & (characters.SPACE | characters.WORD)
        starts = np.empty(len(kind), np.bool_)
        starts[:1] = True
        np.not_equal(kind[1:], kind[:-1], out=starts[1:])
        starts &= kind & characters.SPACE == 0
        return np.flatnonzero(starts)

    @cached_property
    def tokens(self) -> NDArray[np.int64]:
        return self._counted(self.token_starts)

    @cached_property
    def density(self) -> NDArray[np.float64]:
        """Tokens per line of the wrapped text, its last line aside unless it is the only one (Equation 1)."""
        density = self.tokens.astype(np.float64)
        before_last: list[int] = []
        full_lines: list[int] = []
        wrapped: list[int] = []
        texts, starts = self.blocks.texts, self.starts
        for block in np.flatnonzero(self.ends - starts - 1 > self.width).tolist():
            lines, last_line = _full_lines(texts[block], self.width)
            if lines:
                wrapped.append(block)
                full_lines.append(lines)
                before_last.append(last_line)
        if wrapped:
            first = self.starts[wrapped]
            edges = np.searchsorted(self.token_starts, np.stack((first, first + before_last)))
            density[wrapped] = (edges[1] - edges[0]) / full_lines
        return density

    @cached_property
    def link_tokens(self) -> NDArray[np.int64]:
        owners = [block for block, spans in enumerate(self.blocks.links) for _ in spans]
        if not owners:
            return np.zeros(len(self.blocks), np.int64)
        spans = np.array([span for spans in self.blocks.links for span in spans]) + self.starts[owners][:, None]
        edges = np.searchsorted(self.token_starts, spans)
        return np.bincount(owners, edges[:, 1] - edges[:, 0], len(self.blocks)).astype(np.int64)

    @cached_property
    def word_characters(self) -> NDArray[np.int64]:
        """Characters of all words of a block together."""
        runs = self.run_starts
        if not len(runs):
            return np.zeros(len(self.blocks), np.int64)
        visible = np.add.reduceat(self.bits & characters.SPACE == 0, runs, dtype=np.int64)
        alphanumeric = np.bitwise_or.reduceat(self.bits, runs) & characters.ALPHANUMERIC != 0
        total = np.concatenate(([0], np.cumsum(visible * alphanumeric)))
        return np.diff(total[np.searchsorted(runs, self.ends)], prepend=0)

    @cached_property
    def sentences(self) -> NDArray[np.int64]:
        """Runs of sentence marks at the end of a word, and what follows the last of them (section 3.3)."""
        if not len(self.blocks):
            return np.zeros(0, np.int64)
        marks = self.bits & characters.SENTENCE_END != 0
        space = self.bits & characters.SPACE != 0
        ends = np.zeros(len(marks), np.bool_)
        ends[:-1] = marks[:-1] & space[1:]
        return self.per_block(ends) + ~marks[self.ends - 2]

    @cached_property
    def upper_initial(self) -> NDArray[np.int64]:
        starts = self.word_starts
        return self._counted(starts[self.bits[starts] & characters.UPPER != 0])

    @cached_property
    def upper_whole(self) -> NDArray[np.int64]:
        """Words with upper-case letters and no lower-case ones."""
        runs = self.run_starts
        if not len(runs):
            return np.zeros(len(self.blocks), np.int64)
        together = np.bitwise_or.reduceat(self.bits, runs)
        return self._counted(runs[together & (characters.UPPER | characters.LOWER) == characters.UPPER])

    @cached_property
    def full_stops(self) -> NDArray[np.int64]:
        return np.fromiter((text.count(".") for text in self.blocks.texts), np.int64, len(self.blocks))

    @cached_property
    def dates(self) -> NDArray[np.int64]:
        found = np.fromiter((match.start() for match in _DATE_OR_TIME.finditer(self.text)), np.int64)
        return self._counted(found)

    def enclosed(self, name: str) -> Flags:
        """Which blocks have an element of this name around them."""
        return _inside(self.blocks, name)


def _full_lines(text: str, width: int) -> tuple[int, int]:
    """Lines before the last one after greedy word wrap, and where the last one starts; long words keep their line."""
    lines = start = 0
    size = len(text)
    while size - start > width:
        space = text.rfind(" ", start, start + width + 1)
        if space < 0:
            space = text.find(" ", start + width + 1)
            if space < 0:
                break
        lines += 1
        start = space + 1
    return lines, start


def _inside(blocks: Blocks, name: str) -> Flags:
    if name not in blocks.element_names:
        return np.zeros(len(blocks), np.bool_)
    inside: list[bool] = []
    for own, parent in zip(blocks.element_names, blocks.element_parents, strict=True):
        inside.append(own == name or (parent >= 0 and inside[parent]))
    inside.append(False)  # for element -1: no element around
    return np.array(inside)[np.asarray(blocks.elements, np.int64)]


def _ratio(part: Values, whole: Values) -> Values:
    return np.divide(part, whole, out=np.zeros(len(whole)), where=whole > 0)


def _to_previous(values: Values) -> Values:
    """Each value divided by the one before; the first block's is its value divided by 1, as is one after a 0."""
    before = np.concatenate(([1], values[:-1])) if len(values) else values
    return values / np.where(before > 0, before, 1)


_3_2, _3_3, _3_4 = (f"seed 001, section 3.{number}" for number in (2, 3, 4))
_Formula = Callable[[_Measures], Values]
_FORMULAS: dict[str, tuple[Column, _Formula]] = {
    "words": (Column("int32", _3_3, "words: whitespace-delimited runs with a letter or digit"), lambda m: m.words),
    "tokens": (Column("int32", _3_4, "tokens: runs of word characters or of punctuation"), lambda m: m.tokens),
    "density": (Column("float32", "seed 001, Equation 1", "tokens per full line of wrapped text"), lambda m: m.density),
    "links": (
        Column("float32", _3_3, "link density: share of tokens inside A"),
        lambda m: _ratio(m.link_tokens, m.tokens),
    ),
    "word_length": (Column("float32", _3_3, "characters per word"), lambda m: _ratio(m.word_characters, m.words)),
    "sentence_length": (Column("float32", _3_3, "words per sentence"), lambda m: _ratio(m.words, m.sentences)),
    "upper_initial": (Column("int32", _3_3, "words that start with an upper-case letter"), lambda m: m.upper_initial),
    "upper_initial_ratio": (Column("float32", _3_3, "their share of the words"), lambda m: _ratio(m.upper_initial, m.words)),
    "upper_whole": (Column("int32", _3_3, "words all in upper case"), lambda m: m.upper_whole),
    "upper_whole_ratio": (Column("float32", _3_3, "their share of the words"), lambda m: _ratio(m.upper_whole, m.words)),
    "full_stops": (Column("float32", _3_3, "full stops per word"), lambda m: _ratio(m.full_stops, m.words)),
    "dates": (Column("int32", _3_3, "tokens of dates and times"), lambda m: m.dates),
    "bars": (Column("int32", _3_3, "vertical bars"), lambda m: m.per_block(m.bits & characters.BAR != 0)),
    "position": (Column("int32", _3_3, "number of the block on its page, from 0"), lambda m: np.arange(len(m.blocks))),
    "relative_position": (
        Column("float32", _3_3, "position from 0 (first block) to 1 (last)"),
        lambda m: np.arange(len(m.blocks)) / max(len(m.blocks) - 1, 1),
    ),
    **{
        f"in_{name}": (
            Column("bool", _3_2, f"inside a {name.upper()} element"),
            lambda m, name=name: m.enclosed(name),
        )
        for name in ("h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "a")
    },
    "words_quotient": (Column("float32", "seed 001, Figure 1", "words to those of the block before"), lambda m: _to_previous(m.words)),
    "density_quotient": (
        Column("float32", "seed 001, Figure 1", "density to that of the block before"),
        lambda m: _to_previous(m.density),
    ),
}
COLUMNS: dict[str, Column] = {name: column for name, (column, _) in _FORMULAS.items()}


def columns(blocks: Blocks, width: int = 80, names: Iterable[str] | None = None) -> dict[str, Values]:
    """The columns of a page, one value per block; only those in `names`, where given. `width` is that of a line."""
    measures = _Measures(blocks, width)
    wanted = _FORMULAS if names is None else names
    return {name: _FORMULAS[name][1](measures).astype(_FORMULAS[name][0].dtype) for name in wanted}
