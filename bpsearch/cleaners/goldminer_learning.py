"""What GoldMiner learns of a site (seed 002, section III): the tags before and after its articles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from bpsearch.cleaners.justext_paragraphs import JustextPage
from bpsearch.page import Span

LONGEST_PATTERN = 8  # tags
MIN_GOOD_CHARACTERS = 400  # pages with less good text teach nothing: they are mostly lists of links
MIN_PAGES = 5
FREQUENT = 0.25  # patterns at least a quarter as frequent as the most frequent one are compared by what they cut out

_FIRST_LETTER = 0xE000  # tags become letters of this alphabet, so that a series of tags is a string


class Pattern(NamedTuple):
    """The tags before and after the articles of a site; numbers in ids and classes stand as #."""

    parent: str
    opening: tuple[str, ...]
    closing: tuple[str, ...]
    pages: int  # of the sample, that have the opening

    def inside(self, tags: Sequence[str]) -> Span | None:
        """Between which tags of a page the article is; none where the page has no opening."""
        letters = {tag: chr(_FIRST_LETTER + i) for i, tag in enumerate({*self.opening, *self.closing})}
        page = "".join(letters.get(tag, "-") for tag in tags)
        return cut(page, "".join(letters[tag] for tag in self.opening), "".join(letters[tag] for tag in self.closing))


class Sample(NamedTuple):
    """What is kept of a page of the sample: its tags, and of each paragraph place, text, length and goodness."""

    tags: list[str]
    spans: list[Span]
    texts: list[int]
    lengths: list[int]
    good: list[bool]


class _Page(NamedTuple):
    tags: str
    starts: list[int]
    ends: list[int]
    lengths: list[int]
    good: list[bool]  # by jusText, and on no other page

    @property
    def good_characters(self) -> int:
        return sum(length for length, good in zip(self.lengths, self.good, strict=True) if good)

    def gain(self, inside: Span | None) -> int:
        """Characters of good paragraphs inside, less those of other paragraphs inside."""
        if inside is None:
            return 0
        low, high = inside
        return sum(
            length if good else -length
            for start, length, good in zip(self.starts, self.lengths, self.good, strict=True)
            if low <= start <= high
        )


def sample(page: JustextPage) -> Sample:
    """Take of a classified page what learning needs."""
    return Sample(
        page.tags,
        page.spans,
        [hash(paragraph.text) for paragraph in page.paragraphs],
        [len(paragraph.text) for paragraph in page.paragraphs],
        [paragraph.class_type == "good" for paragraph in page.paragraphs],
    )


def cut(tags: str, opening: str, closing: str) -> Span | None:
    """The place after the first opening, and that of the first closing after it, or the end of the page."""
    start = tags.find(opening)
    if start < 0:
        return None
    start += len(opening)
    end = tags.find(closing, start) if closing else -1
    return start, end if end >= 0 else len(tags)


def learn(samples: Sequence[Sample]) -> list[Pattern]:
    """The patterns of a site, that of most pages first; none where too few pages have good text of their own.

    Pages without the first pattern are learned from again, since a site may have more than one template.
    """
    alphabet: dict[str, str] = {}
    pages = [page for page in _unrepeated(samples, alphabet) if page.good_characters >= MIN_GOOD_CHARACTERS]
    is_end = {letter: tag[1] == "/" for tag, letter in alphabet.items()}
    names = {letter: tag for tag, letter in alphabet.items()}
    patterns: list[Pattern] = []
    while len(pages) >= MIN_PAGES:
        parent, opening, closing = _best(pages, is_end.__getitem__)
        rest = [page for page in pages if opening not in page.tags]
        if not opening or len(rest) == len(pages):
            break
        before, after = (tuple(names[letter] for letter in part) for part in (opening, closing))
        patterns.append(Pattern(names[parent], before, after, len(pages) - len(rest)))
        pages = rest
    return patterns


def _unrepeated(samples: Sequence[Sample], alphabet: dict[str, str]) -> Iterator[_Page]:
    """The pages with good paragraphs that occur on other pages as well turned bad."""
    pages_with = Counter(
        text for page in samples for text in {t for t, good in zip(page.texts, page.good, strict=True) if good}
    )
    for page in samples:
        for tag in page.tags:
            alphabet.setdefault(tag, chr(_FIRST_LETTER + len(alphabet)))
        unique = [good and pages_with[text] == 1 for text, good in zip(page.texts, page.good, strict=True)]
        starts, ends = [start for start, _ in page.spans], [end for _, end in page.spans]
        yield _Page("".join(map(alphabet.__getitem__, page.tags)), starts, ends, page.lengths, unique)


def _best(pages: list[_Page], is_end: Callable[[str], bool]) -> tuple[str, str, str]:
    """The winning common parent of the good paragraphs, and the cutting points inside of it."""
    element_ends = [_element_ends(page.tags, is_end) for page in pages]
    parents = Counter(
        page.tags[_common_parent(page, ends)] for page, ends in zip(pages, element_ends, strict=True)
    )
    parent = min(parents, key=lambda tag: (-parents[tag], tag))
    spans = [_fullest(page, parent, ends) for page, ends in zip(pages, element_ends, strict=True)]
    openings = Counter(
        pattern for page, span in zip(pages, spans, strict=True) for pattern in set(_openings(page, span))
    )
    best = ("", "")
    most = 0
    for opening in _frequent(openings):
        closings = Counter(
            pattern
            for page, span in zip(pages, spans, strict=True)
            for pattern in set(_closings(page, opening, span))
        )
        for closing in _frequent(closings) or [""]:
            gain = sum(page.gain(cut(page.tags, opening, closing)) for page in pages)
            if gain > most:
                best, most = (opening, closing), gain
    return parent, *best


def _frequent(patterns: Counter[str]) -> list[str]:
    """The most frequent patterns, the shortest of equals first: these will be found on most pages to come."""
    ordered = sorted(patterns, key=lambda pattern: (-patterns[pattern], len(pattern), pattern))
    return [pattern for pattern in ordered if patterns[pattern] >= FREQUENT * patterns[ordered[0]]]


def _element_ends(tags: str, is_end: Callable[[str], bool]) -> dict[int, int]:
    """For each start tag where its end tag is."""
    stack: list[int] = []
    ends: dict[int, int] = {}
    for place, tag in enumerate(tags):
        if is_end(tag):
            ends[stack.pop()] = place
        else:
            stack.append(place)
    return ends


def _common_parent(page: _Page, element_ends: dict[int, int]) -> int:
    """Where the innermost element around all good paragraphs starts."""
    wanted = [start for start, good in zip(page.starts, page.good, strict=True) if good]
    around = (start for start, end in element_ends.items() if start < wanted[0] and end >= wanted[-1])
    return max(around, default=0)


def _fullest(page: _Page, parent: str, element_ends: dict[int, int]) -> Span:
    """The element with this tag that has most good text in it; the whole page where there is none."""
    spans = [(place, element_ends[place]) for place, tag in enumerate(page.tags) if tag == parent]
    return max(spans, key=page.gain, default=(0, len(page.tags)))


def _openings(page: _Page, span: Span) -> Iterator[str]:
    """Series of tags before the first good paragraph of the span that do not occur before."""
    low, high = span
    goods = (start for start, good in zip(page.starts, page.good, strict=True) if good and low < start <= high)
    first = next(goods, None)
    if first is not None:
        for size in range(1, min(LONGEST_PATTERN, first) + 1):
            if page.tags.find(page.tags[first - size : first]) == first - size:
                yield page.tags[first - size : first]


def _closings(page: _Page, opening: str, span: Span) -> Iterator[str]:
    """Series of tags after the last of some good paragraphs in a row that do not occur before in the article."""
    start = page.tags.find(opening) + len(opening)
    if start < len(opening):
        return
    inside = [n for n, place in enumerate(page.starts) if start <= place <= span[1]]
    for number, following in zip(inside, [*inside[1:], -1], strict=False):
        if not page.good[number] or (following >= 0 and page.good[following]):
            continue
        last = page.ends[number]
        for size in range(1, LONGEST_PATTERN + 1):
            pattern = page.tags[last : last + size]
            if len(pattern) == size and page.tags.find(pattern, start) == last:
                yield pattern
