"""The main content filter of seed 001, section 4.3.2: between the title and the comments, the largest content."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from bpsearch.cleaners.citations import WSDM_2010
from bpsearch.cleaners.density_links import DENSITY_LINKS
from bpsearch.cleaners.largest_content import largest_content
from bpsearch.cleaners.records import DROP, KEEP, Array, Cleaner, CleanerInput, verdict_cleaner
from bpsearch.cleaners.registry import register
from bpsearch.cleaners.words_links import WORDS_LINKS

# The paper used eleven such strings and shows one of them.
COMMENT_MARKERS = frozenset(
    (
        "comments",
        "user comments",
        "reader comments",
        "readers comments",
        "your comments",
        "post a comment",
        "add a comment",
        "add your comment",
        "leave a comment",
        "leave a reply",
        "have your say",
    )
)
_TITLE_SEPARATOR = re.compile(r"\s+[-–—|:·»«]+\s+|\s*[|»«]\s*|:\s+")
_LETTERS = re.compile(r"[^\W\d_]+")
_WORDS = re.compile(r"\w+")
_LONGEST_MARKER = 60
_MIN_TITLE_WORDS = 2
_MIN_CONTENT_WORDS = 60


def main_stretch(texts: Sequence[str], title: str, content_words: Array) -> tuple[int, int]:
    """From the block that repeats the page's title to the one that announces comments, which is left out.

    Both count only where they can be what they look like: a title has at least half of the content words
    after it, and some content is between it and the comments.
    """
    words_until = np.concatenate(([0], np.cumsum(content_words)))
    last_start = int(np.searchsorted(words_until, words_until[-1] / 2, "right"))
    titles = title_variants(title)
    early = (i for i, text in enumerate(texts[:last_start]) if len(text) <= 2 * len(title))
    start = next((i for i in early if is_title(texts[i], titles)), 0)
    first_end = int(np.searchsorted(words_until, words_until[start] + _MIN_CONTENT_WORDS))
    return start, next((i for i in range(first_end, len(texts)) if is_comment_marker(texts[i])), len(texts))


def is_comment_marker(text: str) -> bool:
    """Whether a block has nothing but an indicator string, such as `User comments:` or `Comments (12)`."""
    return len(text) <= _LONGEST_MARKER and _normalised(_LETTERS, text) in COMMENT_MARKERS


def is_title(text: str, titles: frozenset[str]) -> bool:
    """Whether a block has nothing but one of these titles."""
    return _normalised(_WORDS, text) in titles


def title_variants(title: str) -> frozenset[str]:
    """The title and its parts between separators, where sites put their own name, without one-word parts."""
    parts = (_normalised(_WORDS, part) for part in (title, *_TITLE_SEPARATOR.split(title)))
    return frozenset(part for part in parts if part.count(" ") + 1 >= _MIN_TITLE_WORDS)


def _normalised(pattern: re.Pattern[str], text: str) -> str:
    return " ".join(pattern.findall(text.lower().replace("'", "").replace("’", "")))


def _over(base: Cleaner, name: str) -> Cleaner:
    def verdict(item: CleanerInput) -> Array:
        verdict = item.verdict(base).copy()
        words = item.columns["words"]
        start, end = main_stretch(item.blocks.texts, item.blocks.title, words * (verdict == KEEP))
        verdict[:start] = verdict[end:] = DROP
        return largest_content(verdict, words)

    description = f"largest-content over {base.name}, between the page's title and its comments"
    return verdict_cleaner(name, f"{WSDM_2010}, section 4.3.2", description, verdict)


register(_over(WORDS_LINKS, "main-content"))
register(_over(DENSITY_LINKS, "main-content-density"))
