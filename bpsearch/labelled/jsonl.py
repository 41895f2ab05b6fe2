"""A corpus of your own: JSON lines, one page each, with a class for each block or with the gold text.

    {"id": "front", "html": "<h1>News</h1> <p>It rained.</p>", "labels": ["headline", "content"]}
    {"id": "next", "html": "<p>It snowed.</p> <p>Home</p>", "url": "http://example.com/", "text": "It snowed."}

Labels are in the order of the blocks that `bpsearch segment` shows.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bpsearch.cleaners.labelling import prepare
from bpsearch.errors import InputError
from bpsearch.labelled.cleaneval import marked_text
from bpsearch.labelled.gold_text import labelled
from bpsearch.labelled.records import CLASSES, FULL_TEXT, LabelledPage, article
from bpsearch.page.records import Page

_NUMBERS = {name: number for number, name in enumerate(CLASSES)} | {"content": FULL_TEXT}
SUFFIXES = (".jsonl", ".jsonl.gz")


def read_jsonl(path: Path) -> Iterator[LabelledPage]:
    """The labelled pages of a file of JSON lines."""
    opener = gzip.open if path.suffix == ".gz" else open
    number = 0
    try:
        with opener(path, "rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield _page(path, number, line)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(path, f"damaged, or not compressed by gzip ({error})", line=number + 1) from error


def _page(path: Path, number: int, line: bytes) -> LabelledPage:
    try:
        record: Any = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(path, f"not UTF-8: {error}", line=number) from error
    except ValueError as error:
        raise InputError(path, f"not JSON: {error}", line=number) from error
    if not isinstance(record, dict) or not isinstance(record.get("html"), str):
        raise InputError(path, 'expected {"id": …, "html": …, "labels": [one class per block]}', line=number)
    url = record.get("url")
    if url is not None and not isinstance(url, str):
        raise InputError(path, f"expected a string as url, not {url!r}", line=number)
    page = Page(str(record.get("id", number)), record["html"].encode("utf-8", "replace"), url, "utf-8")
    labels, text = record.get("labels"), record.get("text")
    if isinstance(labels, list):
        return _with_labels(page, labels, text, path, number)
    if isinstance(text, str):
        return labelled(page, text)
    raise InputError(path, "expected labels, one class per block, or the gold text as text", line=number)


def _with_labels(page: Page, labels: list[Any], text: Any, path: Path, number: int) -> LabelledPage:
    item = prepare(page)
    if len(labels) != len(item.blocks):
        problem = f"{len(labels)} labels for {len(item.blocks)} blocks; bpsearch segment shows the blocks of a page"
        raise InputError(path, problem, line=number)
    unknown = [label for label in labels if not isinstance(label, str) or label not in _NUMBERS]
    if unknown:
        raise InputError(path, f"no class is called {unknown[0]!r}; there are {', '.join(_NUMBERS)}", line=number)
    classes = np.array([_NUMBERS[label] for label in labels], np.int8)
    gold = text if isinstance(text, str) else marked_text(item.blocks, article(classes))
    return LabelledPage(item, classes, gold)
