"""Feature tables of a labelled corpus: all blocks, with the features of the blocks before and after them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bpsearch.labelled.records import Corpus

Matrix = NDArray[np.float32]

QUOTIENTS = ("density_quotient", "words_quotient")
# What section 3 of seed 001 lists makes 23 features of a block, as in Table 2. The quotients come on top (25).
SHALLOW = (
    *("words", "density", "links", "word_length", "sentence_length", "upper_initial", "upper_initial_ratio"),
    *("upper_whole", "upper_whole_ratio", "full_stops", "dates", "bars"),
    *("in_h1", "in_h2", "in_h3", "in_h4", "in_h5", "in_h6", "in_p", "in_div", "in_a"),
)
LOCAL = (*SHALLOW, "position", "relative_position")
FREQUENCY = "frequency"
PREVIOUS, CURRENT, NEXT = "P", "C", "N"
_OFFSETS = {PREVIOUS: -1, CURRENT: 0, NEXT: 1}

Feature = tuple[str, str]  # column, and whose: that of the previous, the current or the next block


def current(*names: str) -> tuple[Feature, ...]:
    """These features of the block itself."""
    return tuple((name, CURRENT) for name in names)


def with_neighbours(*names: str) -> tuple[Feature, ...]:
    """These features of the previous, the current and the next block."""
    return tuple((name, place) for place in _OFFSETS for name in names)


# Table 2 has 64 of them and does not say which; three times those without a position, and one position, make 64.
ALL_LOCAL = with_neighbours(*SHALLOW) + current("relative_position")
ALL = ALL_LOCAL + with_neighbours(FREQUENCY)


class FeatureTable:
    """The columns of all blocks of a corpus, each computed once, with or without a step to the neighbour."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        sizes = [len(page.classes) for page in corpus.pages]
        self._pages = np.repeat(np.arange(len(sizes)), sizes)
        self._columns: dict[Feature, Matrix] = {}

    def column(self, feature: Feature) -> Matrix:
        """One feature of all blocks; 0 where the page has no such neighbour."""
        name, place = feature
        if feature not in self._columns:
            own = self._own(name) if place == CURRENT else self.column((name, CURRENT))
            self._columns[feature] = own if place == CURRENT else self._shifted(own, _OFFSETS[place])
        return self._columns[feature]

    def matrix(self, features: Sequence[Feature]) -> Matrix:
        """One row per block."""
        columns = [self.column(feature) for feature in features]
        return np.stack(columns, axis=1) if columns else np.zeros((len(self._pages), 0), np.float32)

    def _own(self, name: str) -> Matrix:
        if name == FREQUENCY:
            return self._frequency()
        return self._corpus.column(name).astype(np.float32)

    def _shifted(self, values: Matrix, offset: int) -> Matrix:
        shifted = np.zeros_like(values)
        here, there = (slice(1, None), slice(None, -1)) if offset < 0 else (slice(None, -1), slice(1, None))
        shifted[here] = np.where(self._pages[here] == self._pages[there], values[there], 0)
        return shifted

    def _frequency(self) -> Matrix:
        """On how many pages of the corpus a block's text occurs (seed 001, section 3.1)."""
        texts = [page.item.blocks.texts for page in self._corpus.pages]
        pages = Counter(text for blocks in texts for text in set(blocks))
        return np.array([pages[text] for blocks in texts for text in blocks], np.float32)
