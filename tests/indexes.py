"""Block indexes for tests, and Lucene's own word on what a filter stands for."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import numpy as np

import bpsearch
from bpsearch.index.build import build_index
from bpsearch.lucene.searcher import Searcher
from bpsearch.retrieval.export import export_index
from tests.shared_data import shared_data


def build(source, folder, **options):
    """An open index of a collection."""
    build_index(source, folder, **options)
    return bpsearch.open(folder)


def write_pages(path: Path, pages) -> Path:
    """A JSON lines collection of (id, html)."""
    lines = (json.dumps({"id": name, "html": html}) for name, html in pages)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def pages_of_blocks(documents):
    """Pages from lists of blocks: p0, p1, …"""
    return [(f"p{n}", "".join(f"<p>{text}</p>" for text in blocks)) for n, blocks in enumerate(documents)]


def real_pages(folder: Path, count: int) -> Path:
    """A folder with some of the news pages of L3S-GN1."""
    original = next(shared_data("l3s-gn1").rglob("original"))
    folder.mkdir()
    for page in sorted(original.iterdir())[:count]:
        shutil.copy(page, folder)
    return folder


def table_files(folder: Path) -> dict[str, bytes]:
    """Every file of an index's block table and documents, with its bytes."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for part in ("blocks", "documents")
        for path in sorted((folder / part).rglob("*"))
        if path.is_file()
    }


class Reindexed:
    """The plain Lucene index of what a filter leaves, searched by Lucene itself."""

    def __init__(self, index, where, folder: Path) -> None:
        self._index = index
        self._folder = folder
        export_index(index, where, folder)

    def rankings(self, queries, similarity, hits=1000):
        searcher = Searcher(self._folder, similarity.java())
        try:
            for topic, query in queries.items():
                yield topic, searcher.search(searcher.query(Counter(self._index.terms(query))), hits)
        finally:
            searcher.close()


def assert_same(ours, lucene, about) -> int:
    """The same documents in the same order, scores equal bit for bit; returns how many."""
    np.testing.assert_array_equal(ours[0], lucene[0], err_msg=f"documents: {about}")
    assert ours[1].dtype == lucene[1].dtype == np.float32
    np.testing.assert_array_equal(ours[1].view(np.int32), lucene[1].view(np.int32), err_msg=f"scores: {about}")
    return len(ours[0])
