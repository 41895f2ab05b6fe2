"""Paragraphs: runs of blocks that only inline markup separates."""

from __future__ import annotations

from collections.abc import Collection

from bpsearch.page import Blocks
from bpsearch.page.markup import RULES

INLINE = RULES["inline"]


def containers(blocks: Blocks, inline: Collection[str] = INLINE) -> list[int]:
    """For each block the innermost element around it that is no inline markup; -1 where there is none."""
    found: list[int] = []
    for name, parent in zip(blocks.element_names, blocks.element_parents, strict=True):
        skip = name in inline
        found.append((found[parent] if parent >= 0 else -1) if skip else len(found))
    return [found[element] if element >= 0 else -1 for element in blocks.elements]


def paragraphs(blocks: Blocks) -> list[int]:
    """For each block the number of its paragraph: consecutive blocks in the same container are one."""
    numbers: list[int] = []
    number, current = -1, -2
    for container in containers(blocks):
        if container != current:
            number, current = number + 1, container
        numbers.append(number)
    return numbers
