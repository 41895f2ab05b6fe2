"""The pages of L3S-GN1 as a labelled corpus."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from bpsearch.cleaners.records import CleanerInput
from bpsearch.errors import InputError
from bpsearch.labelled.cleaneval import marked_text
from bpsearch.labelled.l3s import labelled_blocks
from bpsearch.labelled.records import LabelledPage, article
from bpsearch.page.features import columns
from bpsearch.page.records import Page

_DOCTYPE = re.compile(rb"<!doctype\s+([^>]*)>", re.I)
_DOCTYPE_WITHIN = 4096


def read_l3s(folder: Path) -> Iterator[LabelledPage]:
    """The pages of `annotated/`, without their labels, and the class of each block."""
    urls = _urls(folder / "url-mapping.txt")
    for file in sorted((folder / "annotated").glob("*.html")):
        html, blocks, labels = labelled_blocks(file.read_bytes())
        doctype = _doctype(folder / "original" / file.name)
        html, blocks = f"<!DOCTYPE {doctype}>{html}" if doctype else html, replace(blocks, doctype=doctype)
        item = CleanerInput(Page(file.stem, html.encode(), urls.get(file.stem), "utf-8"), blocks, columns(blocks))
        classes = np.array(labels, np.int8)
        yield LabelledPage(item, classes, marked_text(blocks, article(classes)))


def _doctype(original: Path) -> str:
    """What the page declared before it was annotated: the annotated copies have no doctype."""
    found = _DOCTYPE.search(original.read_bytes()[:_DOCTYPE_WITHIN]) if original.is_file() else None
    return " ".join(found[1].decode("utf-8", "replace").split()) if found else ""


def _urls(file: Path) -> dict[str, str]:
    """URLs by the UUID that names a page's file."""
    urls = {}
    for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        uuid, tab, url = line.partition("\t")
        if not tab:
            raise InputError(file, "expected <urn:uuid:…>, a tab and a URL", line=number)
        urls[uuid.strip("<>").removeprefix("urn:uuid:")] = url.strip()
    return urls
