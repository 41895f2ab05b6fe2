"""Features for boosted trees from the elements around a block: their names, and the text inside them."""

from __future__ import annotations

import numpy as np

from bpsearch.cleaners.records import Array
from bpsearch.page import Blocks

NAMES = (
    *("li", "ul", "table", "td", "nav", "header", "footer", "aside", "article", "section", "form", "blockquote"),
    *("option", "button", "label", "font", "b", "span", "dd"),
)
LEVELS = 5  # the innermost element and those around it


def element_names() -> list[str]:
    """The names of the features, in order."""
    inside = [f"{what}, {level} up" for level in range(LEVELS) for what in ("long text", "words", "linked share")]
    return [*(f"in {name}" for name in NAMES), "depth", *inside]


def element_features(blocks: Blocks, words: Array, linked: Array, long: Array) -> Array:
    """One row per block: the elements it is in, their depth, and what text the nearest of them hold."""
    parents = np.array([*blocks.element_parents, -1], np.int64)  # blocks outside of all elements are in the last
    elements = np.array(list(blocks.elements), np.int64)
    around, depth = _inherited(blocks)
    columns = [around[elements] >> bit & 1 for bit in range(len(NAMES))] + [depth[elements]]
    amounts = np.zeros((len(parents), 3))
    np.add.at(amounts, elements, np.stack((long, words, linked), axis=1))
    _add_to_parents(amounts, parents, depth)
    total = max(long.sum(), 1.0)
    current = elements
    for _ in range(LEVELS):
        held_long, held_words, held_linked = amounts[current].T
        columns += [held_long / total, held_words, held_linked / np.maximum(held_words, 1)]
        current = np.where(parents[current] >= 0, parents[current], current)
    return np.column_stack(columns)


def _inherited(blocks: Blocks) -> tuple[Array, Array]:
    """The NAMES among an element and those around it, as bits, and how many are around it."""
    bits = {name: 1 << bit for bit, name in enumerate(NAMES)}
    around: list[int] = []
    depth: list[int] = []
    for name, parent in zip(blocks.element_names, blocks.element_parents, strict=True):
        around.append(bits.get(name, 0) | (around[parent] if parent >= 0 else 0))
        depth.append(1 + (depth[parent] if parent >= 0 else 0))
    return np.array([*around, 0], np.int64), np.array([*depth, 0], np.int64)


def _add_to_parents(amounts: Array, parents: Array, depth: Array) -> None:
    """Add what elements hold to those around them, the deepest first."""
    for level in range(int(depth.max()), 1, -1):
        deep = np.flatnonzero(depth == level)
        np.add.at(amounts, parents[deep], amounts[deep])
