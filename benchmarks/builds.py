"""Building the block index, against a plain document index of the same pages by the same route: time and bytes.

Every build runs in a process of its own, as a user's would, the JVM's start and compiler included.

python -m benchmarks builds
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from rich.table import Table

from benchmarks.pages import write_collection
from bpsearch.collections import Ledger, open_collection
from bpsearch.console import out
from bpsearch.index.build import build_index
from bpsearch.index.manifest import Options
from bpsearch.lucene.writer import DocumentWriter
from bpsearch.page import segment

PAGES = 32_000  # two workers start and warm up two JVMs, which takes about 5 s of CPU time however many pages follow
ROUNDS = 3
CONTENTS = {  # of the files of an index, by how their names end
    "postings": (".doc",),
    "terms": (".tim", ".tip", ".tmd"),
    "norms": (".nvd", ".nvm"),
    "points of words, density, links": (".kdd", ".kdi", ".kdm"),
    "doc values of positions": (".dvd", ".dvm"),
    "block table": (".npy", "columns.json"),
}


def main(pages: int = PAGES) -> None:
    """Print seconds, bytes and their ratios."""
    with tempfile.TemporaryDirectory(prefix="bpsearch-bench-") as name:
        folder = Path(name)
        source = folder / "pages.jsonl"
        write_collection(source, pages)
        out.print(f"\n[bold]Builds[/] of {pages:,} pages, {source.stat().st_size / pages / 1024:.0f} KiB each")
        plain = block = two = float("inf")
        for number in range(ROUNDS):  # taking turns: machines are busy at times
            here = folder / str(number)
            plain = min(plain, _seconds(_plain, source, here / "plain", cores=1))
            block = min(block, _seconds(_block, source, here / "block", 1, cores=1))
            two = min(two, _seconds(_block, source, here / "two", 2))
        table = Table("build", f"seconds, best of {ROUNDS}", "ratio", "aim")
        table.add_row("document index, one core", f"{plain:.1f}", "", "")
        table.add_row("block index, one core", f"{block:.1f}", f"{block / plain:.2f} times as long", "1.5 at most")
        table.add_row("  two workers, two cores", f"{two:.1f}", f"{block / two:.2f} times as fast", "1.7 at least")
        out.print(table)
        _print_bytes(here / "block", here / "plain")


def _plain(source: Path, target: Path) -> None:
    with DocumentWriter(target, Options().analysis) as writer:
        for page in open_collection(source).pages(Ledger()):
            writer.add(page.id, "\n".join(segment(page.html, charset=page.charset).texts))


def _block(source: Path, target: Path, workers: int) -> None:
    build_index(source, target, options=Options(store=False), worker_count=workers)


def _seconds(build: Callable[..., None], *arguments: object, cores: int | None = None) -> float:
    """How long it takes in a new process, which may use so many cores."""
    process = multiprocessing.get_context("spawn").Process(target=_limited, args=(cores, build, *arguments))
    began = time.perf_counter()
    process.start()
    process.join()
    if process.exitcode:
        raise SystemExit(f"{build.__name__} failed")
    return time.perf_counter() - began


def _limited(cores: int | None, build: Callable[..., None], *arguments: object) -> None:
    if cores is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    build(*arguments)


def _print_bytes(block: Path, plain: Path) -> None:
    whole = sum(_by_content(plain).values())
    found = _by_content(block)
    table = Table("bytes without stored text", "", "of the document index", "aim")
    table.add_row("document index", f"{whole:,}", "1.00", "")
    for content, size in found.most_common():
        table.add_row(f"  {content}", f"{size:,}", f"{size / whole:.2f}", "")
    total = found.total()
    table.add_row("block index", f"{total:,}", f"{total / whole:.2f}", "3 at most")
    out.print(table)


def _by_content(folder: Path) -> Counter[str]:
    found: Counter[str] = Counter()
    for file in filter(Path.is_file, folder.rglob("*")):
        content = next((name for name, endings in CONTENTS.items() if file.name.endswith(endings)), "all else")
        found[content if file.parent.name != "documents" else "all else"] += file.stat().st_size
    return found


if __name__ == "__main__":
    main()
