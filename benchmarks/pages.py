"""Pages to measure on: the real ones of shared data, and as many more made from their blocks as are wanted."""

from __future__ import annotations

import html
import json
import os
import random
import tarfile
from collections.abc import Iterator
from pathlib import Path

from bpsearch.page import Blocks, Page, segment

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("BPSEARCH_DATA") or ROOT.parent / "shared" / "data")
ARCHIVES = {
    "l3s-gn1": "/original/",
    "cleaneval-en": "/input/",
    "cleanportaleval": "/input/",
    "msv-chaos": "/html/",
}
LONG = 11  # words from which a block counts as text rather than boilerplate, when pages are mixed


def real_pages() -> list[Page]:
    """All pages of shared data; the demo's where there is none."""
    found = [page for name, part in ARCHIVES.items() for page in _members(DATA / f"{name}.tar.xz", part)]
    if not found:
        from bpsearch.demo import pages

        found = list(pages())
    return found


def _members(archive: Path, part: str) -> Iterator[Page]:
    if not archive.is_file():
        return
    with tarfile.open(archive) as tar:
        for member in tar:
            file = tar.extractfile(member) if member.isfile() and part in f"/{member.name}" else None
            if file is not None:
                yield Page(f"{archive.name.split('.')[0]}/{Path(member.name).name.replace(' ', '_')}", file.read())


def pages(count: int) -> Iterator[Page]:
    """The first `count` of: the real pages, then mixtures that keep a page's frame and take their text from others."""
    real = real_pages()
    yield from real[:count]
    if count <= len(real):
        return
    cut = [segment(page.html) for page in real]
    texts = [text for blocks in cut for text in blocks.texts if len(text.split()) >= LONG]
    chance = random.Random(20100204)
    for number in range(len(real), count):
        yield Page(f"mixed/{number:06d}", _mixed(chance.choice(cut), texts, chance).encode())


def write_collection(path: Path, count: int) -> None:
    """Write so many pages as JSON lines."""
    with path.open("w", encoding="utf-8") as file:
        for page in pages(count):
            file.write(json.dumps({"id": page.id, "html": page.html.decode("utf-8", "replace")}) + "\n")


def _mixed(frame: Blocks, texts: list[str], chance: random.Random) -> str:
    start = chance.randrange(len(texts))
    parts = ["<html><body>"]
    for text, links, element in zip(frame.texts, frame.links, frame.elements, strict=True):
        name = frame.element_names[element] if element >= 0 else "p"
        if len(text.split()) >= LONG:
            start = (start + 1) % len(texts)
            parts.append(f"<{name}>{html.escape(texts[start])}</{name}>")
        else:
            shown = html.escape(text)
            parts.append(f"<{name}><a href='#'>{shown}</a></{name}>" if links else f"<{name}>{shown}</{name}>")
    return "".join([*parts, "</body></html>"])
