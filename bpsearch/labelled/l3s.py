"""L3S-GN1, the GoogleNews set of seed 001: pages whose labels are CSS classes, nearly all of added SPAN elements."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from typing import NamedTuple

from bpsearch.page import Blocks, segment
from bpsearch.page.markup import TOKEN, is_raw
from bpsearch.page.segmentation import MARKS
from bpsearch.page.tree import VOID

# What x-nc-sel0, x-nc-sel1 and so on mean. By their counts (Table 1) the last two are the other way round than the
# corpus's Readme has them.
LABELS = ("boilerplate", "headline", "full text", "supplemental", "user comments", "related content")
_LABEL = re.compile(r"\bx-nc-sel([0-5])\b")


class LabelledBlocks(NamedTuple):
    """An annotated page: its text without the added elements, its blocks, and the label of each block."""

    html: str
    blocks: Blocks
    labels: list[int]


def labelled_blocks(html: bytes) -> LabelledBlocks:
    """The blocks of an annotated page and the label of each, as an index of `LABELS`.

    The added elements are no markup of the page: they are taken out first. The nearest labelled element around a
    text holds; a block that several texts make up has the label of most of its characters.
    """
    page = html.decode("utf-8", "replace").translate(dict.fromkeys(map(ord, MARKS)))  # as segment counts characters
    text, places, labels = _without_labels(page)
    blocks = segment(text, sources=True)
    return LabelledBlocks(text, blocks, [_most(text, start, end, places, labels) for start, end in blocks.sources])


def _without_labels(page: str) -> tuple[str, list[int], list[int]]:
    """The page without label spans, the places in it where the label changes, and the labels from there on."""
    kept: list[str] = []
    places, labels = [0], [0]
    opened: defaultdict[str, list[int | None]] = defaultdict(list)  # the labels of open elements of each name
    active = [0]
    length = position = 0
    for token in TOKEN.finditer(page):
        kept.append(page[position : token.start()])
        length += token.start() - position
        position = token.end()
        name = "" if token[1] is None or is_raw(token[1]) else token[1].lower().strip()
        label: int | None = None
        if name.startswith("/"):
            name = name[1:]
            label = opened[name].pop() if opened[name] else None
            if label is not None:
                active.pop()
        elif name and name not in VOID:
            found = _LABEL.search(token[0])
            label = int(found[1]) if found else None
            opened[name].append(label)
            if label is not None:
                active.append(label)
        if label is None or name != "span":
            kept.append(token[0])
            length += len(token[0])
        if label is not None:
            places.append(length)
            labels.append(active[-1])
    kept.append(page[position:])
    return "".join(kept), places, labels


def _most(text: str, start: int, end: int, places: list[int], labels: list[int]) -> int:
    """The label of most characters between two places of a page, those of tags aside."""
    weights = [0] * len(LABELS)
    change = bisect_right(places, start) - 1
    while start < end:
        stop = min(places[change + 1], end) if change + 1 < len(places) else end
        weights[labels[change]] += len("".join(TOKEN.sub("", text[start:stop]).split()))
        start = stop
        change += 1
    return max(range(len(weights)), key=weights.__getitem__)
