"""The columns of a page's blocks: the local features of seed 001, section 3."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from bpsearch.page.characters import BAR, FULL_STOP
from bpsearch.page.measures import ENCLOSING, Measures, Values
from bpsearch.page.records import Blocks


class Column(NamedTuple):
    """What a column holds and where it comes from."""

    dtype: str
    source: str
    description: str


def _ratio(part: Values, whole: Values) -> Values:
    return part / np.maximum(whole, 1)


def _quotient(values: Values) -> Values:
    """Each value divided by the one before it; by 1, where that is 0 or there is none."""
    before = np.ones(len(values))
    before[1:] = values[:-1]
    before[before == 0] = 1
    return values / before


def _enclosed(bit: int) -> Callable[[Measures], Values]:
    return lambda measures: measures.enclosing & 1 << bit != 0


_3_2, _3_3, _5_1 = ("WSDM 2010, section 3.2", "WSDM 2010, section 3.3", "WSDM 2010, Table 1 and section 5.1")
_EQUATION_1, _FIGURE_1 = ("WSDM 2010, Equation 1", "WSDM 2010, Figure 1")
_TABLE: tuple[tuple[str, str, str, str, Callable[[Measures], Values]], ...] = (
    ("words", "int32", _3_3, "runs between whitespace with a letter or digit", lambda m: m.words),
    ("tokens", "int32", _EQUATION_1, "runs of word characters, and punctuation marks", lambda m: m.tokens),
    ("density", "float32", _EQUATION_1, "tokens per line of wrapped text", lambda m: m.density),
    ("links", "float32", _3_3, "link density: share of tokens in links", lambda m: _ratio(m.link_tokens, m.tokens)),
    ("word_length", "float32", _3_3, "characters per word", lambda m: _ratio(m.word_characters, m.words)),
    ("sentence_length", "float32", _3_3, "words per sentence", lambda m: _ratio(m.words, m.sentences)),
    ("upper_initial", "int32", _3_3, "words with an upper-case initial", lambda m: m.upper_initial),
    ("upper_initial_ratio", "float32", _3_3, "their share", lambda m: _ratio(m.upper_initial, m.words)),
    ("upper_whole", "int32", _3_3, "words all in upper case", lambda m: m.upper_whole),
    ("upper_whole_ratio", "float32", _3_3, "their share", lambda m: _ratio(m.upper_whole, m.words)),
    ("full_stops", "float32", _3_3, "full stops per word", lambda m: _ratio(m.of_characters(FULL_STOP), m.words)),
    ("dates", "int32", _3_3, "dates, times and their names", lambda m: m.dates),
    ("bars", "int32", _3_3, "vertical bars", lambda m: m.of_characters(BAR)),
    ("position", "int32", _3_3, "number of the block on its page, from 0", lambda m: np.arange(len(m.blocks))),
    (
        *("relative_position", "float32", _3_3, "from 0 for the first block to 1 for the last"),
        lambda m: np.arange(len(m.blocks)) / max(len(m.blocks) - 1, 1),
    ),
    *(
        (f"in_{name}", "bool", _3_2, f"inside an element {name.upper()}", _enclosed(bit))
        for bit, name in enumerate(ENCLOSING)
    ),
    ("words_quotient", "float32", _FIGURE_1, "words to those of the block before", lambda m: _quotient(m.words)),
    ("density_quotient", "float32", _FIGURE_1, "density to that of the block before", lambda m: _quotient(m.density)),
    ("paper_tokens", "int32", _5_1, "runs between whitespace, and two for each link", lambda m: m.paper_tokens),
    ("paper_density", "float32", _5_1, "those per line of wrapped text", lambda m: m.paper_density),
)
COLUMNS = {name: Column(dtype, source, description) for name, dtype, source, description, _ in _TABLE}
_FORMULAS = {name: formula for name, *_, formula in _TABLE}
DEFAULT = ("words", "density", "links")  # what Lucene has of every block; the columns, unless others are asked for


def columns(blocks: Blocks, width: int = 80, names: Iterable[str] | None = None) -> dict[str, Values]:
    """The columns of a page, one value per block: all, or those in `names`; `width` is that of a line."""
    measures = Measures(blocks, width)
    wanted = COLUMNS if names is None else names
    return {name: _FORMULAS[name](measures).astype(COLUMNS[name].dtype, copy=False) for name in wanted}
