"""Quantities of a page's blocks that columns are made of, each for all blocks at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from bpsearch.page import characters
from bpsearch.page.characters import ALPHANUMERIC, LOWER, NEWLINE, SENTENCE_END, SPACE, UPPER, WORD
from bpsearch.page.records import Blocks

Values = NDArray[Any]
Integers = NDArray[np.int64]
ENCLOSING = ("h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "a")

# Tokens of dates and times. It starts with the few characters that they start with: nothing else is looked at.
_DATE_OR_TIME = re.compile(
    r"[0-9ADEFGJMNOPSTUWY](?<!\w\w)(?:"
    r"(?<=[0-9])(?:[0-9]{0,3}[-/.][0-9]{1,2}[-/.][0-9]{1,4}|[0-9]?:[0-9]{2}(?::[0-9]{2})?|[0-9]? ?[aApP]\.?[mM])"
    r"|(?<=1)9[0-9]{2}|(?<=2)0[0-9]{2}|(?<=J)(?i:an(?:uary)?|une?|uly?)|(?<=F)(?i:eb(?:ruary)?|ri(?:day)?)"
    r"|(?<=M)(?i:ar(?:ch)?|ay|on(?:day)?)|(?<=A)(?i:pr(?:il)?|ug(?:ust)?|m)|(?<=O)(?i:ct(?:ober)?)"
    r"|(?<=S)(?i:ept?(?:ember)?|at(?:urday)?|un(?:day)?)|(?<=N)(?i:ov(?:ember)?)|(?<=D)(?i:ec(?:ember)?)"
    r"|(?<=T)(?i:ues?(?:day)?|hu(?:rs?(?:day)?)?|oday|omorrow)|(?<=W)(?i:ed(?:nesday)?)|(?<=Y)(?i:esterday)"
    r"|(?<=E)[SD]T|(?<=P)(?:[SD]T|M)|(?<=G)MT|(?<=U)TC)\b"
)

T = TypeVar("T")


class measured(Generic[T]):
    """A property computed once; as functools.cached_property, but without its lock, which takes longer than most."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self.compute = compute
        self.name = compute.__name__

    def __get__(self, measures: object, owner: type) -> T:
        value = self.compute(measures)
        measures.__dict__[self.name] = value
        return value


class Measures:
    """The quantities of one page, computed when first asked for; `width` is that of a line of text."""

    def __init__(self, blocks: Blocks, width: int) -> None:
        self.blocks = blocks
        self.width = width

    @measured
    def text(self) -> str:
        """All blocks, each with a newline after it: all whitespace in it is single."""
        return "\n".join([*self.blocks.texts, ""])

    @measured
    def bits(self) -> characters.Bits:
        return characters.bits(self.text)

    @measured
    def newlines(self) -> Integers:
        return _places(self.bits == NEWLINE)

    @measured
    def starts(self) -> Integers:
        return _after(self.newlines)

    @measured
    def kinds(self) -> Values:
        return self.bits & (SPACE | WORD)

    @measured
    def spaces(self) -> Integers:
        return _places(self.kinds == SPACE)

    @measured
    def last_runs(self) -> Integers:
        """The number of the last run of each block, a run being what is between whitespace."""
        return self.spaces.searchsorted(self.newlines)

    @measured
    def run_starts(self) -> Integers:
        return _after(self.spaces)

    def of_runs(self, quantity: Values) -> Integers:
        """A quantity of runs added up over blocks."""
        return _added(quantity.cumsum()[self.last_runs])

    def of_places(self, places: Integers) -> Integers:
        """How many of these places, in their order, are in each block."""
        return _added(places.searchsorted(self.newlines))

    def of_characters(self, bit: int) -> Integers:
        """How many characters of each block have a bit."""
        return self.of_places(_places(self.bits & bit == bit))

    @measured
    def non_words(self) -> Integers:
        """The runs without a letter or digit: most runs start with one, the others are searched (section 3.3)."""
        others = _places(self.bits[self.run_starts] & ALPHANUMERIC == 0)
        if not len(others):
            return others
        edges = np.empty(2 * len(others), np.int64)
        edges[::2] = self.run_starts[others]
        edges[1::2] = self.spaces[others]
        without: NDArray[np.bool_] = np.bitwise_or.reduceat(self.bits, edges)[::2] & ALPHANUMERIC == 0
        return others[without]

    @measured
    def words(self) -> Integers:
        return _added(self.last_runs + 1 - self.non_words.searchsorted(self.last_runs, "right"))

    @measured
    def token_starts(self) -> Integers:
        """Where runs of word characters start, and all punctuation marks."""
        starts = self.kinds != SPACE
        starts[1:] &= self.kinds[1:] & self.kinds[:-1] != WORD
        return _places(starts)

    @measured
    def tokens(self) -> Integers:
        return self.of_places(self.token_starts)

    @measured
    def density(self) -> NDArray[np.float64]:
        return self._per_line(self.tokens, self.token_starts.searchsorted)

    @measured
    def wrapped(self) -> tuple[Integers, Integers, Integers]:
        """Blocks longer than a line, how many of their lines count, and where these end in the page's text."""
        long = _places(self.newlines - self.starts > self.width)
        texts = self.blocks.texts
        lines = [_wrapped(texts[block], self.width) for block in long.tolist()]
        pairs = np.fromiter(chain.from_iterable(lines), np.int64, 2 * len(lines))
        return long, pairs[::2], self.starts[long] + pairs[1::2]

    def _per_line(self, tokens: Integers, before: Callable[[Integers], Integers]) -> NDArray[np.float64]:
        """Text density: tokens per line, the last one aside unless it is the only one (Equation 1)."""
        density = tokens.astype(np.float64)
        long, lines, ends = self.wrapped
        density[long] = (before(ends) - before(self.starts[long])) / lines
        return density

    @measured
    def link_counts(self) -> Integers:
        return np.fromiter(map(len, self.blocks.links), np.int64, len(self.blocks))

    @measured
    def link_owners(self) -> Integers:
        return np.arange(len(self.blocks)).repeat(self.link_counts)

    @measured
    def link_edges(self) -> Integers:
        """Where links start and end in the page's text, in turn."""
        spans = chain.from_iterable(self.blocks.links)
        edges = np.fromiter(chain.from_iterable(spans), np.int64, 2 * len(self.link_owners))
        edges += self.starts[self.link_owners].repeat(2)
        return edges

    @measured
    def link_tokens(self) -> Integers:
        before = self.token_starts.searchsorted(self.link_edges)
        return np.bincount(self.link_owners, before[1::2] - before[::2], len(self.blocks))

    @measured
    def paper_tokens(self) -> Integers:
        """Runs between whitespace and the edges of links: what reproduces the tokens of Table 1 and section 5.1."""
        return _added(self.last_runs + 1) + 2 * self.link_counts

    @measured
    def paper_density(self) -> NDArray[np.float64]:
        def before(places: Integers) -> Integers:
            return self.run_starts.searchsorted(places) + self.link_edges.searchsorted(places)

        return self._per_line(self.paper_tokens, before)

    @measured
    def word_characters(self) -> Integers:
        lengths = self.spaces - self.run_starts
        lengths[self.non_words] = 0
        return self.of_runs(lengths)

    @measured
    def sentences(self) -> Integers:
        """Runs that end in a sentence mark, and the words after the last of them (section 3.3)."""
        ends: NDArray[np.bool_] = self.bits[self.spaces - 1] & SENTENCE_END != 0
        return self.of_runs(ends) + ~ends[self.last_runs]

    @measured
    def upper_initial(self) -> Integers:
        return self.of_runs(self.bits[self.run_starts] & UPPER != 0)

    @measured
    def upper_whole(self) -> Integers:
        together = np.bitwise_or.reduceat(self.bits, self.run_starts) if len(self.spaces) else self.bits
        return self.of_runs(together & (UPPER | LOWER) == UPPER)

    @measured
    def dates(self) -> Integers:
        return self.of_places(np.fromiter((found.start() for found in _DATE_OR_TIME.finditer(self.text)), np.int64))

    @measured
    def enclosing(self) -> Integers:
        """The elements of `ENCLOSING` around each block, as bits."""
        bits = {name: 1 << bit for bit, name in enumerate(ENCLOSING)}
        around: list[int] = []
        for name, parent in zip(self.blocks.element_names, self.blocks.element_parents, strict=True):
            around.append(bits.get(name, 0) | (around[parent] if parent >= 0 else 0))
        return np.array([*around, 0])[np.array(list(self.blocks.elements), np.int64)]


def _wrapped(text: str, width: int) -> tuple[int, int]:
    """How many lines count of a text wrapped at its spaces, and where they end: all but the last, or the only one."""
    lines = start = 0
    last_start = len(text) - width
    while start < last_start:
        space = text.rfind(" ", start, start + width + 1)
        if space < 0:
            space = text.find(" ", start + width)  # a word longer than a line has one for itself
        if space < 0:
            break
        lines += 1
        start = space + 1
    return (lines, start) if lines else (1, len(text))


def _places(flags: Values) -> Integers:
    places: Integers = flags.nonzero()[0]
    return places


def _after(places: Integers) -> Integers:
    """The start of the text, and what follows each of these places but the last."""
    starts = np.zeros(len(places), np.int64)
    np.add(places[:-1], 1, out=starts[1:])
    return starts


def _added(cumulated: Integers) -> Integers:
    """What each entry adds to the one before."""
    added = cumulated.copy()
    added[1:] -= cumulated[:-1]
    return added
