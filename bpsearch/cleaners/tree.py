"""The group of kept paragraphs, by common ancestor in the page's tree, that has most text (seed 004, section 4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from bpsearch.cleaners.boilerpipe import BOILERPIPE
from bpsearch.cleaners.citations import TREE_2018
from bpsearch.cleaners.records import KEEP, Array, Cleaner, CleanerInput, Variant, Verdict, verdict_cleaner
from bpsearch.cleaners.registry import register
from bpsearch.errors import BpsearchError
from bpsearch.page import Blocks

PARAGRAPHS = frozenset(
    ("div", "table", "ul", "ol", "p", "section", "article", "h1", "h2", "h3", "h4", "h5", "h6", "header", "body")
)
GRANDPARENT = 2  # best in Table 2


def largest_group(blocks: Blocks, verdict: Verdict, generation: int) -> Array:
    """Of the kept blocks those whose paragraphs have the n-th ancestor in common that has most characters."""
    kept = np.flatnonzero(verdict == KEEP).tolist()
    ancestors = {block: ancestor(blocks, block, generation) for block in kept}
    characters: Counter[int] = Counter()
    for block, element in ancestors.items():
        characters[element] += len(blocks.texts[block])
    group = max(characters, key=characters.__getitem__, default=-1)
    chosen = np.zeros(len(blocks), np.int8)
    chosen[[block for block, element in ancestors.items() if element == group]] = 1
    return chosen


def ancestor(blocks: Blocks, block: int, generation: int) -> int:
    """The n-th ancestor of the paragraph around a block: 1 is its parent. The root has no other than itself."""
    element = blocks.elements[block]
    while element >= 0 and blocks.element_names[element] not in PARAGRAPHS:
        element = blocks.element_parents[element]
    for _ in range(generation):
        if element >= 0 and blocks.element_parents[element] >= 0:
            element = blocks.element_parents[element]
    return element


def tree(generation: int = GRANDPARENT) -> Cleaner:
    """The filter over boilerpipe's verdict, grouping by the n-th ancestor."""

    def verdict(item: CleanerInput) -> Array:
        return largest_group(item.blocks, item.verdict(BOILERPIPE), generation)

    return verdict_cleaner(
        "tree" if generation == GRANDPARENT else f"tree:{generation}",
        TREE_2018,
        f"of what boilerpipe keeps, the paragraphs with a common ancestor {generation} up that have most text",
        verdict,
        BOILERPIPE.requires,
    )


def _variant(setting: str) -> Cleaner:
    if not setting.isdecimal() or int(setting) < 1:
        raise BpsearchError(f"tree:{setting}: expected how many generations up, a number from 1, as in tree:3")
    return tree(int(setting))


register(replace(tree(), variant=Variant("GENERATIONS", _variant)))
