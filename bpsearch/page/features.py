"""The columns of a page's blocks: the local features of seed 001, section 3, for all blocks at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.page import characters
from bpsearch.page.characters import ALPHANUMERIC, BAR, FULL_STOP, LOWER, SENTENCE_END, SPACE, UPPER, WORD
from bpsearch.page.records import Blocks

Values = NDArray[Any]
Integers = NDArray[np.int64]

_DATE_OR_TIME = re.compile(
    r"\b(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}:\d{2}(?::\d{2})?|(?:19|20)\d\d|\d{0,2}[ap]\.?m"
    r"|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?"
    r"|sat(?:urday)?|sun(?:day)?|today|yesterday|tomorrow|gmt|utc|e[ds]t|p[ds]t)\b",
    re.I,
)


class Column(NamedTuple):
    """What a column holds and where it comes from."""

    dtype: str
    source: str
    description: str


class _Measures:
    """Quantities of one page that columns are made of, each computed when first asked for."""

    def __init__(self, blocks: Blocks, width: int) -> None:
        self.blocks = blocks
        self.width = width
        lengths = np.fromiter(map(len, blocks.texts), np.int64, len(blocks))
        self.ends = (lengths + 1).cumsum()  # one past the newline that follows each block
        self.starts = self.ends - lengths - 1

    @cached_property
    def text(self) -> str:
        """All blocks, each with a newline after it: single whitespace characters between words throughout."""
        return "\n".join([*self.blocks.texts, ""])

    @cached_property
    def bits(self) -> characters.Bits:
        return characters.bits(self.text)

    @cached_property
    def spaces(self) -> Integers:
        return (self.bits & SPACE).nonzero()[0]

    @cached_property
    def block_spaces(self) -> Integers:
        """Where in `spaces` the newlines after the blocks are."""
        return self.spaces.searchsorted(self.ends - 1)

    @cached_property
    def runs(self) -> characters.Bits:
        """The bits of each run of characters between whitespace, together."""
        starts = np.zeros(len(self.spaces), np.int64)
        np.add(self.spaces[:-1], 1, out=starts[1:])
        return np.bitwise_or.reduceat(self.bits, starts) if len(starts) else self.bits

    def runs_with(self, mask: int, value: int) -> Integers:
        """How many runs of each block have these bits under the mask."""
        return _between((self.runs & mask == value).cumsum()[self.block_spaces])

    @cached_property
    def words(self) -> Integers:
        return self.runs_with(ALPHANUMERIC, ALPHANUMERIC)

    @cached_property
    def token_starts(self) -> Integers:
        """Where runs of word characters and runs of punctuation start."""
        kinds = self.bits & (SPACE | WORD)
        starts = kinds != SPACE
        starts[1:] &= kinds[1:] != kinds[:-1]
        return starts.nonzero()[0]

    def inside(self, positions: Integers) -> Integers:
        """How many of these positions, in order, lie in each block."""
        return _between(positions.searchsorted(self.ends))

    def characters_with(self, bit: int) -> Integers:
        """How many characters of each block have this bit."""
        return self.inside((self.bits & bit).nonzero()[0])

    @cached_property
    def tokens(self) -> Integers:
        return self.inside(self.token_starts)

    @cached_property
    def density(self) -> NDArray[np.float64]:
        """Tokens per line of the wrapped text, but for its last line, unless that is the only one (Equation 1)."""
        density = self.tokens.astype(np.float64)
        long = (self.ends - self.starts > self.width + 1).nonzero()[0]
        if not len(long):
            return density
        texts = self.blocks.texts
        wrapped = np.array([_wrapped(texts[block], self.width) for block in long.tolist()])
        lines, last_line = wrapped[:, 0], wrapped[:, 1]
        starts = self.starts[long]
        tokens = self.token_starts.searchsorted(starts + last_line) - self.token_starts.searchsorted(starts)
        density[long] = np.where(lines > 0, tokens, density[long]) / np.maximum(lines, 1)
        return density

    @cached_property
    def link_tokens(self) -> Integers:
        links = self.blocks.links
        counts = np.fromiter(map(len, links), np.int64, len(links))
        spans = np.fromiter(chain.from_iterable(chain.from_iterable(links)), np.int64, 2 * int(counts.sum()))
        owners = np.arange(len(links)).repeat(counts)
        offsets = self.starts[owners]
        edges = self.token_starts.searchsorted
        tokens = edges(offsets + spans[1::2]) - edges(offsets + spans[::2])
        return np.bincount(owners, tokens, len(links)).astype(np.int64)

    @cached_property
    def word_characters(self) -> Integers:
        """Characters of all words of a block together."""
        lengths = np.diff(self.spaces, prepend=-1) - 1
        lengths[self.runs & ALPHANUMERIC == 0] = 0
        return _between(lengths.cumsum()[self.block_spaces])

    @cached_property
    def sentences(self) -> Integers:
        """Sentence marks before whitespace, and the words after the last of them (section 3.3)."""
        before = self.spaces - 1
        ends = self.bits[before] & SENTENCE_END != 0
        counts = _between(ends.cumsum()[self.block_spaces])
        return counts + ~ends[self.block_spaces]

    @cached_property
    def upper_initial(self) -> Integers:
        starts = np.concatenate(([0], self.spaces[:-1] + 1)) if len(self.spaces) else self.spaces
        return _between((self.bits[starts] & UPPER != 0).cumsum()[self.block_spaces])

    @cached_property
    def upper_whole(self) -> Integers:
        return self.runs_with(UPPER | LOWER, UPPER)

    @cached_property
    def dates(self) -> Integers:
        return self.inside(np.fromiter((found.start() for found in _DATE_OR_TIME.finditer(self.text)), np.int64))

    def inside_element(self, name: str) -> NDArray[np.bool_]:
        """Which blocks have an element of this name around them."""
        blocks = self.blocks
        if name not in blocks.element_names:
            return np.zeros(len(blocks), np.bool_)
        inside: list[bool] = []
        for own, parent in zip(blocks.element_names, blocks.element_parents, strict=True):
            inside.append(own == name or (parent >= 0 and inside[parent]))
        inside.append(False)  # that of element -1
        return np.array(inside)[np.array(blocks.elements, np.int64)]


def _wrapped(text: str, width: int) -> tuple[int, int]:
    """Lines before the last one of a text wrapped at words, and where the last one starts."""
    lines = start = 0
    while len(text) - start > width:
        space = text.rfind(" ", start, start + width + 1)
        if space < 0:
            space = text.find(" ", start + width)  # a word longer than a line has one for itself
        if space < 0:
            break
        lines += 1
        start = space + 1
    return lines, start


def _between(cumulated: Integers) -> Integers:
    """What each entry adds to the one before."""
    added = cumulated.copy()
    added[1:] -= cumulated[:-1]
    return added


def _ratio(part: Values, whole: Values) -> Values:
    return part / np.maximum(whole, 1)


def _quotient(values: Values) -> Values:
    """Each value to the one before it; to 1, where that is 0 or there is none."""
    before = np.ones(len(values))
    before[1:] = values[:-1]
    before[before == 0] = 1
    return values / before


def _in_element(name: str) -> Callable[[_Measures], Values]:
    return lambda measures: measures.inside_element(name)


_STRUCTURAL, _SHALLOW, _EQUATION_1, _FIGURE_1 = (
    f"seed 001, {place}" for place in ("section 3.2", "section 3.3", "Equation 1", "Figure 1")
)
_TABLE: tuple[tuple[str, str, str, str, Callable[[_Measures], Values]], ...] = (
    ("words", "int32", _SHALLOW, "runs between whitespace with a letter or digit", lambda m: m.words),
    ("tokens", "int32", _EQUATION_1, "runs of word characters and of punctuation", lambda m: m.tokens),
    ("density", "float32", _EQUATION_1, "tokens per line of wrapped text", lambda m: m.density),
    ("links", "float32", _SHALLOW, "link density: share of tokens in links", lambda m: _ratio(m.link_tokens, m.tokens)),
    ("word_length", "float32", _SHALLOW, "characters per word", lambda m: _ratio(m.word_characters, m.words)),
    ("sentence_length", "float32", _SHALLOW, "words per sentence", lambda m: _ratio(m.words, m.sentences)),
    ("upper_initial", "int32", _SHALLOW, "words with an upper-case initial", lambda m: m.upper_initial),
    ("upper_initial_ratio", "float32", _SHALLOW, "their share", lambda m: _ratio(m.upper_initial, m.words)),
    ("upper_whole", "int32", _SHALLOW, "words all in upper case", lambda m: m.upper_whole),
    ("upper_whole_ratio", "float32", _SHALLOW, "their share", lambda m: _ratio(m.upper_whole, m.words)),
    ("full_stops", "float32", _SHALLOW, "full stops per word", lambda m: _ratio(m.characters_with(FULL_STOP), m.words)),
    ("dates", "int32", _SHALLOW, "dates, times and their words", lambda m: m.dates),
    ("bars", "int32", _SHALLOW, "vertical bars", lambda m: m.characters_with(BAR)),
    ("position", "int32", _SHALLOW, "number of the block on its page, from 0", lambda m: np.arange(len(m.blocks))),
    (
        "relative_position",
        "float32",
        _SHALLOW,
        "from 0 for the first block to 1 for the last",
        lambda m: np.arange(len(m.blocks)) / max(len(m.blocks) - 1, 1),
    ),
    *(
        (f"in_{name}", "bool", _STRUCTURAL, f"inside an element {name.upper()}", _in_element(name))
        for name in ("h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "a")
    ),
    ("words_quotient", "float32", _FIGURE_1, "words to those of the block before", lambda m: _quotient(m.words)),
    ("density_quotient", "float32", _FIGURE_1, "density to that of the block before", lambda m: _quotient(m.density)),
)
COLUMNS = {name: Column(dtype, source, description) for name, dtype, source, description, _ in _TABLE}
_FORMULAS = {name: formula for name, *_, formula in _TABLE}


def columns(blocks: Blocks, width: int = 80, names: Iterable[str] | None = None) -> dict[str, Values]:
    """The columns of a page, one value per block: all, or those in `names`; `width` is that of a line."""
    measures = _Measures(blocks, width)
    wanted = COLUMNS if names is None else names
    return {name: _FORMULAS[name](measures).astype(COLUMNS[name].dtype, copy=False) for name in wanted}
