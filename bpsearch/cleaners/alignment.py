"""From an extractor's text back to blocks: which blocks does the text consist of?

Only letters and digits are compared, so spacing, punctuation and list marks that a tool adds or drops do
not matter. All lookups go through an index of the text's words, so the work is close to linear.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from typing import NamedTuple

_WORD = re.compile(r"[^\W_]+")
_PREFIX = 8  # letters by which a place in the text is looked up; shorter blocks must be whole words
_ANCHOR = 24  # letters from which on a block that occurs once is trusted to be where it is found
_PLACES = 1_000  # places that are looked at for one block
_MOVED = 16  # and for one that is not in order
_TRIED = 100_000  # places that are tried for the blocks of a gap
_NEAR = 2_000  # letters that are looked ahead where there are more
_SEARCHED = 20_000  # letters that are searched for a block that starts inside a word


class Alignment(NamedTuple):
    """Where each block starts in the letters of the text (-1: not there), and how many letters were found."""

    places: list[int]
    found: int
    letters: int

    @property
    def share(self) -> float:
        """Share of the text that the kept blocks make up."""
        return self.found / self.letters if self.letters else 1.0


class _Letters(NamedTuple):
    all: str
    first_word: str

    @classmethod
    def of(cls, text: str) -> _Letters:
        words = _WORD.findall(text)
        return cls("".join(words), words[0] if words else "")


class _Found(NamedTuple):
    block: int
    start: int
    end: int


def align(texts: Sequence[str], text: str, title: str = "") -> Alignment:
    """Find the blocks in the text, without overlap and in order, so that as much of it as possible is found.

    Blocks of some length that the tool has moved are found as well. The page's title may stand before the text.
    """
    text_words = _WORD.findall(text)
    if not text_words:
        return Alignment([-1] * len(texts), 0, 0)
    blocks = [_Letters.of(block) for block in (title, *texts)]
    target = _Target(text_words)
    pieces = list(_in_order(blocks, target))
    pieces += _moved(blocks, target, pieces)
    places = [-1] * len(blocks)
    for piece in pieces:
        places[piece.block] = piece.start
    return Alignment(places[1:], sum(piece.end - piece.start for piece in pieces), len(target.letters))


class _Target:
    """The letters of a text, and where words start in them."""

    def __init__(self, words: list[str]) -> None:
        self.letters = "".join(words)
        starts = [0, *accumulate(map(len, words))]
        self.boundaries = frozenset(starts)
        self.by_prefix: dict[str, list[int]] = {}
        self.by_long_prefix: dict[str, list[int]] = {}
        self.by_word: dict[str, list[int]] = {}
        for word, start in zip(words, starts, strict=False):
            self.by_long_prefix.setdefault(self.letters[start : start + _ANCHOR], []).append(start)
            self.by_prefix.setdefault(self.letters[start : start + _PREFIX], []).append(start)
            self.by_word.setdefault(word, []).append(start)

    def occurrences(self, block: int, searched: _Letters, low: int, high: int) -> Iterator[_Found]:
        """Where a block occurs between two places."""
        letters = searched.all
        long = len(letters) >= _PREFIX
        if len(letters) >= _ANCHOR:
            starts = self.by_long_prefix.get(letters[:_ANCHOR], [])
        else:
            starts = self.by_prefix.get(letters[:_PREFIX], []) if long else self.by_word.get(searched.first_word, [])
        nowhere = True
        first = bisect_left(starts, low)
        for at in range(first, min(first + _PLACES, len(starts))):
            start = starts[at]
            end = start + len(letters)
            if end > high:
                break
            if (long or end in self.boundaries) and self.letters.startswith(letters, start):
                nowhere = False
                yield _Found(block, start, end)
        if nowhere and long:  # where the tool has glued two words together
            start = self.letters.find(letters, low, min(high, low + _SEARCHED))
            if start >= 0:
                yield _Found(block, start, start + len(letters))


def _in_order(blocks: list[_Letters], target: _Target) -> Iterator[_Found]:
    """First the long blocks that occur once on the page and in the text, then the rest in the gaps between those."""
    size = len(target.letters)
    times = Counter(blocks)
    anchors: list[_Found] = []
    for number, block in enumerate(blocks):
        if len(block.all) >= _ANCHOR and times[block] == 1:
            occurrences = list(islice(target.occurrences(number, block, 0, size), 2))
            anchors += occurrences if len(occurrences) == 1 else []
    before = _Found(-1, 0, 0)
    for anchor in [*_heaviest(anchors), _Found(len(blocks), size, size)]:
        if anchor.start > before.end:
            numbers = [number for number in range(before.block + 1, anchor.block) if blocks[number].all]
            everywhere = (f for n in numbers for f in target.occurrences(n, blocks[n], before.end, anchor.start))
            found = list(islice(everywhere, _TRIED))
            if len(found) < _TRIED:
                yield from _heaviest(found, anchor.block if before.block < 0 else before.block)
            else:
                yield from _next(blocks, target, numbers, before.end, anchor.start)
        if anchor.end > anchor.start:
            yield anchor
        before = anchor


def _next(blocks: list[_Letters], target: _Target, numbers: list[int], low: int, high: int) -> Iterator[_Found]:
    """Take each block where it occurs next, if that is near: for thousands of blocks that are all alike."""
    for number in numbers:
        found = next(iter(target.occurrences(number, blocks[number], low, min(high, low + _NEAR))), None)
        if found:
            low = found.end
            yield found


def _moved(blocks: list[_Letters], target: _Target, pieces: list[_Found]) -> Iterator[_Found]:
    """Long blocks in the stretches of the text where nothing has been found yet, wherever they stand on the page."""
    taken = {piece.block for piece in pieces}
    missing = [n for n, block in enumerate(blocks) if len(block.all) >= _ANCHOR and n not in taken]
    if not missing:
        return
    covered = sorted((piece.start, piece.end) for piece in pieces)
    for number in missing:
        for found in islice(target.occurrences(number, blocks[number], 0, len(target.letters)), _MOVED):
            at = bisect_left(covered, (found.start, found.end))
            free_before = at == 0 or covered[at - 1][1] <= found.start
            if free_before and (at == len(covered) or covered[at][0] >= found.end):
                covered.insert(at, (found.start, found.end))
                yield found
                break


def _heaviest(candidates: list[_Found], towards: int = 0) -> list[_Found]:
    """The chain of most letters, blocks and places both increasing; of equals, with the blocks nearest `towards`."""
    if len(candidates) < 2:
        return candidates
    furthest = 1 + max(abs(candidate.block - towards) for candidate in candidates)
    distance_cost = 0.5 / (len(candidates) * furthest)  # all together less than a letter
    ends, weights, chains = [0], [0.0], [-1]  # the best chain for each place where one may end, both increasing
    previous: list[int] = []
    waiting: list[tuple[int, float, int]] = []
    for index, (block, start, end) in enumerate(candidates):
        if waiting and candidates[waiting[0][2]].block != block:
            _extend(ends, weights, chains, waiting)
            waiting = []
        best = bisect_right(ends, start) - 1
        previous.append(chains[best])
        waiting.append((end, weights[best] + end - start - distance_cost * abs(block - towards), index))
    _extend(ends, weights, chains, waiting)
    chain: list[_Found] = []
    index = chains[-1]
    while index >= 0:
        chain.append(candidates[index])
        index = previous[index]
    return chain[::-1]


def _extend(
    ends: list[int], weights: list[float], chains: list[int], entries: list[tuple[int, float, int]]
) -> None:
    """Add chains that end with the same block; a chain that ends later and weighs no more is dropped."""
    for end, weight, index in entries:
        at = bisect_right(ends, end)
        if weights[at - 1] >= weight:
            continue
        if ends[at - 1] == end:
            at -= 1
        stop = at
        while stop < len(ends) and weights[stop] <= weight:
            stop += 1
        ends[at:stop], weights[at:stop], chains[at:stop] = [end], [weight], [index]
