"""A cleaner's column as a filter ranks as a plain index of what `bpsearch clean` leaves of the same pages."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from bpsearch import cleaners, demo
from bpsearch.index.build import build_index
from bpsearch.index.manifest import Options
from bpsearch.lucene.searcher import Searcher
from bpsearch.lucene.writer import DocumentWriter
from bpsearch.page import Page
from bpsearch.retrieval.document_scoring import rank_topics
from bpsearch.retrieval.filters import parse_filter
from bpsearch.retrieval.search import Index, queries_of
from bpsearch.retrieval.similarities import BM25
from tests.shared_data import ROOT, shared_data

NAMES = (
    "bte", "words-links", "density-links", "min-words-10", "density-10.5", "min-density-7-links",
    "largest-content", "main-content", "tree", "justext", "boilerpipe", "trafilatura", "resiliparse", "readability",
)  # fmt: skip


def demo_pages() -> list[Page]:
    return [Page(page.id, page.html, page.url, page.charset) for page in islice(demo.pages(), 0, None, 20)]


def real_pages() -> list[Page]:
    folder = next(shared_data("l3s-gn1").glob("*/original"))
    return [Page(path.name, path.read_bytes()) for path in sorted(folder.glob("*.html"))[::20]]


@pytest.mark.parametrize("some_pages", [demo_pages, real_pages])
def test_filtering_is_cleaning(some_pages, tmp_path: Path) -> None:
    pages: Sequence[Page] = some_pages()
    source = tmp_path / "pages.jsonl"
    with source.open("w", encoding="utf-8") as file:
        for page in pages:
            html = page.html.decode(page.charset or "utf-8", "replace")
            file.write(json.dumps({"id": page.id, "html": html, "url": page.url}) + "\n")
    build_index(source, tmp_path / "index", options=Options(cleaners=NAMES, store=False))
    queries = queries_of(ROOT / "qrels" / "demo.topics.txt") | {
        "many": "the new year and people of the world said time"
    }
    with Index(tmp_path / "index") as index:
        items = [cleaners.prepare(page) for page in _as_indexed(source)]
        for name in NAMES:
            cleaner = cleaners.get(name)
            with DocumentWriter(tmp_path / name, index.manifest.options.analysis) as writer:
                for item in items:
                    writer.add(item.page.id, cleaners.cleaned_text(item.blocks.texts, item.verdict(cleaner)))
            searcher = Searcher(tmp_path / name, BM25().java())
            column = cleaner.columns[0].name
            for topic, ranking in rank_topics(index, queries, parse_filter(column), BM25(), 1000):
                documents, scores = searcher.search(searcher.query(Counter(index.terms(queries[topic]))), 1000)
                assert np.array_equal(ranking.documents, documents), (name, topic)
                assert np.array_equal(ranking.scores, scores), (name, topic)
            searcher.close()


def _as_indexed(source: Path) -> list[Page]:
    from bpsearch.collections import Ledger, open_collection

    return list(open_collection(source).pages(Ledger()))
