"""Search and sweep on the block index, against Lucene on the document index that a filter stands for.

python -m benchmarks retrieval
"""

from __future__ import annotations

import gc
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.table import Table

from benchmarks.pages import DATA, ROOT, write_collection
from bpsearch.console import out
from bpsearch.index.build import build_index
from bpsearch.lucene.searcher import Searcher
from bpsearch.retrieval.document_scoring import rank_topics
from bpsearch.retrieval.export import export_index
from bpsearch.retrieval.filters import parse_filter
from bpsearch.retrieval.matches import shared_matches
from bpsearch.retrieval.search import Index, queries_of
from bpsearch.retrieval.similarities import BM25
from bpsearch.retrieval.sweep import sweep_column

SIZES = (1_000, 4_000, 16_000)
WARM_UP = 3.0  # seconds, so that the JVM's compiler is done
REPEATS = 15
SWEEP = {"words": range(1, 101), "density": range(1, 21)}
FILTER = "words >= 11"


def main(sizes: Sequence[int] = SIZES) -> None:
    """Print the times and their ratios for each collection size."""
    queries = _queries()
    table = Table(title=f"{len(queries)} topics, top 10, best of {REPEATS} when warm")
    for heading in ("", *(f"{size:,} pages" for size in sizes), "aim"):
        table.add_column(heading, justify="right" if heading else "left")
    columns = []
    with tempfile.TemporaryDirectory(prefix="bpsearch-bench-") as folder:
        for size in sizes:
            columns.append(_measured(Path(folder) / str(size), size, queries))
    for heading in columns[0]:
        aim = "20 at most, better 12" if heading.startswith("120 thresholds, times") else ""
        table.add_row(heading, *(column[heading] for column in columns), aim)
    out.print(table)


def _measured(folder: Path, size: int, queries: dict[str, str]) -> dict[str, str]:
    folder.mkdir()
    write_collection(folder / "pages.jsonl", size)
    with build_index(folder / "pages.jsonl", folder / "blocks", worker_count=2) as built:
        blocks = built.manifest.counts["blocks"]
    with Index(folder / "blocks") as index:
        exported = _seconds(lambda: export_index(index, FILTER, folder / "purpose-built"))
        searcher = Searcher(folder / "purpose-built", BM25().java())
        bags = [searcher.query(Counter(index.terms(query))) for query in queries.values()]
        native = _best(lambda: [searcher.top_docs(bag, 10) for bag in bags])
        exact = _best(lambda: list(rank_topics(index, queries, parse_filter(FILTER), BM25(), 10)))
        total = _best(lambda: _sweep(index, queries, 1))
        half = dict(list(queries.items())[::2])
        fewer_topics, fewer_thresholds = _best(lambda: _sweep(index, half, 1)), _best(lambda: _sweep(index, queries, 2))
        searcher.close()
    thresholds = sum(map(len, SWEEP.values()))
    return {
        "blocks": f"{blocks:,}",
        "Lucene on its index of one filter": _ms(native),
        "one filter by us": _ms(exact),
        "one filter, times Lucene": f"{exact / native:.1f}",
        f"{thresholds} thresholds": _ms(total),
        f"{thresholds} thresholds, times Lucene's one": f"{total / native:.1f}",
        "  each, of Lucene's": f"{total / native / thresholds:.2f}",
        "  with every second topic": _ms(fewer_topics),
        "  with every second threshold": _ms(fewer_thresholds),
        "exporting and searching each, times ours": f"{(exported + native) * thresholds / total:,.0f}",
    }


def _sweep(index: Index, queries: Mapping[str, str], step: int) -> None:
    matches = shared_matches(index, queries)  # as `bpsearch sweep` does: each term is read once for all series
    tie_order = index.documents.in_trec_eval_order
    for column, thresholds in SWEEP.items():
        sweep_column(index, queries, column, thresholds[::step], BM25(), 10, matches=matches, tie_order=tie_order)


def _queries() -> dict[str, str]:
    """The topics of the Blog track where shared data has them, else the demo's."""
    blog = DATA / "blog06" / "06.topics.851-900.txt"
    return queries_of(blog if blog.is_file() else ROOT / "qrels" / "demo.topics.txt")


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def _seconds(work: Callable[[], object]) -> float:
    gc.collect()
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _best(work: Callable[[], object]) -> float:
    """The fastest of several runs, after some that warm up."""
    began = time.perf_counter()
    while time.perf_counter() - began < WARM_UP:
        work()
    return min(_seconds(work) for _ in range(REPEATS))


if __name__ == "__main__":
    main()
