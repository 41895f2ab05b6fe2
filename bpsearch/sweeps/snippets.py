"""Pieces of blocks' texts in which the words that match a query are marked."""

from __future__ import annotations

import re
from collections.abc import Collection

from bpsearch.index.block_index import BlockIndex

TEXT, TITLE = 240, 90  # characters
LEAD = 60  # characters before the first match
_WORD = re.compile(r"\w+(?:['’]\w+)*")


class Snippets:
    """Texts from an index; each word is analysed once."""

    def __init__(self, index: BlockIndex) -> None:
        self._index = index
        self._stored = index.manifest.options.store
        self._terms: dict[str, list[str]] = {}

    def title(self, first: int, end: int) -> str:
        """How the text of the blocks first to end-1 begins: a site often puts its name before the headline."""
        blocks = range(first, min(end, first + 3)) if self._stored else ()
        return _cut(" · ".join(filter(None, map(self._text, blocks))), TITLE)

    def marked(self, block: int, query: Collection[str]) -> tuple[str, ...]:
        """The text around the first match: text, matched word, text, matched word, …; nothing if not stored."""
        if not self._stored:
            return ()
        text = self._text(block)
        words = [word for word in _WORD.finditer(text) if any(term in query for term in self._of(word[0]))]
        start = text.rfind(" ", 0, max(0, words[0].start() - LEAD)) + 1 if words else 0
        parts, position = ["… " if start else ""], start
        for word in words:
            if word.end() > start + TEXT:
                break
            parts[-1] += text[position : word.start()]
            parts += [word[0], ""]
            position = word.end()
        parts[-1] += _cut(text[position:], max(start + TEXT - position, 0))
        return tuple(parts)

    def _text(self, block: int) -> str:
        return " ".join(self._index.reader.texts(block, block + 1)[0].split())

    def _of(self, word: str) -> list[str]:
        if word not in self._terms:
            self._terms[word] = self._index.terms(word)
        return self._terms[word]


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[:length].rpartition(" ")[0] + " …"
