"""The block index and the sweep, against plain Lucene on purpose-built document indexes in the same run."""

from __future__ import annotations

import gc
import json
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks.pages import DATA, ROOT, pages
from bpsearch.console import out
from bpsearch.index.build import build_index
from bpsearch.index.manifest import Options
from bpsearch.lucene.searcher import Searcher
from bpsearch.lucene.writer import DocumentWriter
from bpsearch.page import segment
from bpsearch.retrieval.document_scoring import rank_topics
from bpsearch.retrieval.export import export_index
from bpsearch.retrieval.filters import parse_filter
from bpsearch.retrieval.matches import shared_matches
from bpsearch.retrieval.search import Index, queries_of
from bpsearch.retrieval.similarities import BM25
from bpsearch.retrieval.sweep import sweep_column

SIZES = (1_000, 16_000)
REPEATS = 7
SWEEP = {"words": range(1, 101), "density": range(1, 21)}


def main(sizes: Sequence[int] = SIZES) -> None:
    """Print the ratios for each collection size."""
    with tempfile.TemporaryDirectory(prefix="bpsearch-bench-") as folder:
        for size in sizes:
            _measure(Path(folder) / str(size), size)


def _measure(folder: Path, size: int) -> None:
    folder.mkdir()
    source = folder / "pages.jsonl"
    with source.open("w", encoding="utf-8") as file:
        for page in pages(size):
            file.write(json.dumps({"id": page.id, "html": page.html.decode("utf-8", "replace")}) + "\n")
    out.print(f"\n[bold]{size:,} pages[/], {source.stat().st_size / size / 1024:.0f} KiB each")
    plain = _seconds(lambda: _document_index(source, folder / "plain"))
    one = _seconds(lambda: build_index(source, folder / "one", options=Options(store=False), worker_count=1))
    two = _seconds(lambda: build_index(source, folder / "two", options=Options(store=False), worker_count=2))
    out.print(
        f"build: block index {one:.1f} s, plain document index by the same route {plain:.1f} s: ratio {one / plain:.2f}"
    )
    out.print(f"       two workers {two:.1f} s: {one / two:.2f} times as fast as one")
    small, large = _bytes(folder / "plain"), _bytes(folder / "one")
    out.print(
        f"bytes: block index {large:,} (block table included), document index {small:,}: ratio {large / small:.2f}"
    )
    shutil.rmtree(folder / "two")
    build_index(source, folder / "stored", worker_count=2)
    with Index(folder / "stored") as stored:
        export_index(stored, "words >= 11", folder / "words11")
    with Index(folder / "one") as index:
        _search(index, folder / "words11")


def _search(index: Index, purpose_built: Path) -> None:
    queries = _queries()
    searcher = Searcher(purpose_built, BM25().java())
    bags = [searcher.query(Counter(index.terms(query))) for query in queries.values()]
    where = parse_filter("words >= 11")
    native = _best(lambda: [searcher.top_docs(bag, 10) for bag in bags])
    exact = _best(lambda: list(rank_topics(index, queries, where, BM25(), 10)))
    out.print(
        f"search: {len(queries)} topics, one filter {_ms(exact)}, {exact / native:.1f} times Lucene ({_ms(native)})"
    )
    total = _best(lambda: _sweep(index, queries, 1))
    out.print(
        f"sweep: 120 thresholds {_ms(total)}, {total / native:.1f} times Lucene's one ({total / native / 120:.2f} each)"
    )
    half = dict(list(queries.items())[: len(queries) // 2])
    fewer_topics, fewer_thresholds = _best(lambda: _sweep(index, half, 1)), _best(lambda: _sweep(index, queries, 2))
    out.print(f"       half the topics {_ms(fewer_topics)}, half the thresholds {_ms(fewer_thresholds)}")
    searcher.close()


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def _sweep(index: Index, queries: dict[str, str], step: int) -> None:
    matches = shared_matches(index, queries)  # as `bpsearch sweep` does: each term is read once for all series
    for column, thresholds in SWEEP.items():
        sweep_column(index, queries, column, thresholds[::step], BM25(), 10, matches=matches)


def _queries() -> dict[str, str]:
    """The topics of the Blog track where shared data has them, else the demo's."""
    blog = DATA / "blog06" / "06.topics.851-900.txt"
    return queries_of(blog if blog.is_file() else ROOT / "qrels" / "demo.topics.txt")


def _document_index(source: Path, target: Path) -> None:
    from bpsearch.collections import Ledger, open_collection

    with DocumentWriter(target, Options().analysis) as writer:
        for page in open_collection(source).pages(Ledger()):
            writer.add(page.id, "\n".join(segment(page.html).texts))


def _seconds(work: Callable[[], object]) -> float:
    gc.collect()
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _best(work: Callable[[], object]) -> float:
    """The fastest of several runs, after some that warm up the JVM."""
    for _ in range(3):
        work()
    return min(_seconds(work) for _ in range(REPEATS))


def _bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in _files(folder))


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in folder.rglob("*") if file.is_file())
