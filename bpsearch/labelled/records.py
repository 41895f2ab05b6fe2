"""Corpora with gold labels: pages, the class of each block, and the text that a person would keep."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from bpsearch.cleaners.records import CleanerInput, Verdict
from bpsearch.labelled.l3s import LABELS
from bpsearch.page.records import Page

CLASSES = LABELS  # of seed 001, Table 1; where a corpus only knows content, it is full text
BOILERPLATE, HEADLINE, FULL_TEXT = range(3)

# The two-class and the four-class problem of seed 001, section 4.3.1: what becomes of each of CLASSES. Related
# content counts with the full text: only so is the share of content 64% of the words, as Table 2 has it (ZeroR).
PROBLEMS: dict[int, tuple[tuple[str, ...], tuple[int, ...]]] = {
    2: (("boilerplate", "content"), (0, 1, 1, 1, 1, 1)),
    4: (("boilerplate", "full text", "headline", "supplemental"), (0, 2, 1, 3, 1, 1)),
}

Classes = NDArray[np.int8]
_COUNTRY_WITH_SECOND_LEVEL = re.compile(r"(?:ac|co|com|edu|gov|ltd|me|mil|net|or|org|sch)\.[a-z]{2}\Z")


@dataclass(frozen=True, eq=False)
class LabelledPage:
    """A page as cleaners see it, the class of each of its blocks (an index into CLASSES), and its gold text.

    `found` is the share of the gold text that the blocks labelled as content make up: 1 where people
    labelled blocks, less where text had to be aligned to them.
    """

    item: CleanerInput
    classes: Classes
    gold: str
    found: float = 1.0

    @property
    def site(self) -> str:
        """The site of the page; pages without a URL are taken to be of different sites."""
        return site(self.item.page)

    @property
    def content(self) -> Verdict:
        """What a perfect cleaner would say."""
        return np.not_equal(self.classes, BOILERPLATE).astype(np.int8)


class Corpus(NamedTuple):
    """Labelled pages from one place, and which loader read them."""

    name: str
    format: str
    pages: list[LabelledPage]

    def column(self, name: str) -> NDArray[np.float64]:
        """A feature of all blocks, page after page."""
        return self.together([page.item.columns[name] for page in self.pages]).astype(np.float64)

    def problem(self, classes: int) -> NDArray[np.int64]:
        """The classes of all blocks in the two-class or the four-class problem."""
        labels = self.together([page.classes for page in self.pages]).astype(np.int64)
        return np.array(PROBLEMS[classes][1], np.int64)[labels]

    def sites(self) -> NDArray[np.str_]:
        """The site of each block."""
        return np.repeat([page.site for page in self.pages], [len(page.classes) for page in self.pages])

    def together(self, parts: list[NDArray[np.generic]]) -> NDArray[np.generic]:
        """What the pages have, one after the other."""
        return np.concatenate(parts) if parts else np.zeros(0)


def site(page: Page) -> str:
    """The domain that a page's owner registered, as far as the URL shows it; without a URL, the page itself."""
    try:
        host = urlsplit(page.url).hostname if page.url else None
    except ValueError:  # such as http://[
        host = None
    if not host:
        return page.id
    parts = host.rstrip(".").split(".")
    if len(parts) == 4 and all(part.isdigit() for part in parts):
        return host
    return ".".join(parts[-3 if _COUNTRY_WITH_SECOND_LEVEL.search(host) else -2 :])


def article(classes: Classes) -> Verdict:
    """Headline and full text: what Figure 2 of seed 001 takes for gold, to judge by the baseline it reports."""
    return np.isin(classes, (FULL_TEXT, HEADLINE)).astype(np.int8)
