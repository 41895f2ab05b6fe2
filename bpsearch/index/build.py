"""Building a block index: pages go to shards of fixed size, workers build them, the shards become one index.

A shard is so many consecutive pages whatever the number of workers, so the index does not depend on it. All work
happens in a hidden folder beside the index, which takes the index's name when everything is there.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from bpsearch import __version__, cleaners
from bpsearch.cleaners.model_files import model_path
from bpsearch.collections import Collection, Ledger, open_collection
from bpsearch.errors import BpsearchError
from bpsearch.index import shard, workers
from bpsearch.index.block_index import SKIPPED, BlockIndex
from bpsearch.index.folders import Unfinished
from bpsearch.index.joining import MERGED_AT_ONCE, Parts, join
from bpsearch.index.labels import add_cleaners
from bpsearch.index.manifest import FILE as MANIFEST
from bpsearch.index.manifest import Manifest, Options, Source
from bpsearch.lucene import analysis, jvm
from bpsearch.page import Page, features
from bpsearch.page.markup import RULES

SHARD_PAGES = 2000
SHARD_BYTES = 64 << 20
MOST_BLOCKS = 2**31 - 1 - 128  # IndexWriter.MAX_DOCS
SHARDS, JOINED = "shards", "joined shards"  # under the second name nothing is left to do but remove them


class Progress(NamedTuple):
    """How far a build is."""

    pages: int
    blocks: int
    bytes_read: int
    bytes_total: int


def build_index(
    source: str | Path,
    output: str | Path,
    *,
    format: str | None = None,
    options: Options | None = None,
    worker_count: int = 1,
    resume: bool = False,
    force: bool = False,
    on_progress: Callable[[Progress], object] = lambda progress: None,
) -> BlockIndex:
    """Build a block index from a collection; it appears under its name only when it is complete.

    With more than one worker, processes are spawned: call it below `if __name__ == "__main__":`.
    """
    began = time.perf_counter()
    options = options or Options()
    chosen = cleaners.get_all(options.cleaners)
    _check(options, worker_count)
    jvm.start(options=jvm.FOR_BUILDS)
    analysis.make_analyzer(options.analysis)
    collection = open_collection(source, format)
    origin = Source(
        str(Path(source).absolute()) if Path(source).exists() else str(source),
        collection.format,
        collection.fingerprint(),
        len(collection.files),
        collection.bytes_total,
    )
    plan = {
        "source": asdict(origin) | {"path": ""},
        "options": asdict(options),
        "shard": [SHARD_PAGES, SHARD_BYTES],
        "version": __version__,
        "code": _files_of(options.cleaners),
    }
    with Unfinished(Path(output), json.loads(json.dumps(plan)), resume=resume, force=force) as folder:
        complete = (folder / MANIFEST).exists() and not (folder / SHARDS).exists()
        if not complete:
            _fill(folder, collection, origin, options, chosen, worker_count, began, on_progress)
            (folder / SHARDS).rename(folder / JOINED)
        shutil.rmtree(folder / JOINED, ignore_errors=True)
    return BlockIndex(Path(output))


def _files_of(names: Sequence[str]) -> dict[str, str]:
    """The user's own code and the models among cleaners, with what is in them: resuming must not mix two versions."""
    files = {path for name in names for path in (*map(Path, name.rpartition(":")[::2]), model_path(name.split(":")[0]))}
    found = {}
    for path in filter(Path.is_file, files):
        with path.open("rb") as file:
            found[str(path)] = hashlib.file_digest(file, "sha256").hexdigest()
    return found


def _fill(
    folder: Path,
    collection: Collection,
    origin: Source,
    options: Options,
    chosen: Sequence[cleaners.Cleaner],
    worker_count: int,
    began: float,
    on_progress: Callable[[Progress], object],
) -> None:
    """Build all shards that are not there yet, and the index from them."""
    ledger = Ledger()
    parts = Parts(folder / SHARDS)
    with workers.start(worker_count) as team:
        reports = _build_shards(team, parts, collection, ledger, options, on_progress)
    read = time.perf_counter()
    for report in reports:
        for entry in report.skipped:
            ledger.skip(*entry)
    join(folder, parts, reports, options, chosen)
    ledger.write(folder / SKIPPED)
    joined = time.perf_counter()
    manifest = Manifest(
        source=origin,
        options=options,
        counts={
            "documents": sum(report.documents for report in reports),
            "blocks": sum(report.blocks for report in reports),
            "tokens": sum(report.tokens for report in reports),
        },
        skipped=dict(ledger.counts),
        versions={"bpsearch": __version__, **jvm.versions()._asdict()},
        timings={"shards": round(read - began, 3), "joining": round(joined - read, 3)},
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        notes=_notes(options),
    )
    manifest.write(folder)
    fitted = [cleaner for cleaner in chosen if cleaner.level == "collection"]
    if fitted:
        with BlockIndex(folder) as index:
            add_cleaners(index, fitted)


def _build_shards(
    team: workers.Here | workers.Spawned,
    parts: Parts,
    collection: Collection,
    ledger: Ledger,
    options: Options,
    on_progress: Callable[[Progress], object],
) -> list[shard.ShardReport]:
    reports: dict[int, shard.ShardReport] = {}

    def show() -> None:
        done = reports.values()
        on_progress(
            Progress(
                sum(report.documents for report in done),
                sum(report.blocks for report in done),
                collection.bytes_read,
                collection.bytes_total,
            )
        )

    merging: set[tuple[int, int]] = set()

    def merge(level: int, number: int) -> None:
        together = parts.to_merge(level, number)
        above = (level + 1, number // MERGED_AT_ONCE)
        if parts.finished(*above):
            merge(*above)
        elif together and above not in merging:  # on resuming, each of them finds all the others there
            merging.add(above)
            _wait_until_idle()
            team.give(above, shard.merge_shards, parts.path(*above), together)

    def take_one() -> None:
        (level, number), result = team.next_done()
        if not level:
            reports[number] = result
            blocks = sum(report.blocks for report in reports.values())
            if blocks > MOST_BLOCKS:
                raise BpsearchError(f"{blocks:,} blocks are more than a Lucene index holds; split the collection")
        show()
        merge(level, number)

    def _wait_until_idle() -> None:
        while not team.idle:
            take_one()

    for number, pages in enumerate(_shards_of(collection.pages(ledger))):
        if parts.finished(0, number):  # an earlier, interrupted build came this far
            reports[number] = shard.read_report(parts.path(0, number))
            show()
            merge(0, number)
            continue
        _wait_until_idle()
        team.give((0, number), shard.build_shard, parts.path(0, number), pages, options)
    while team.busy:
        take_one()
    return [reports[number] for number in sorted(reports)]


def _shards_of(pages: Iterator[Page]) -> Iterator[list[Page]]:
    """Consecutive pages by the thousand, fewer where they are large."""
    collected: list[Page] = []
    size = 0
    for page in pages:
        collected.append(page)
        size += len(page.html)
        if len(collected) == SHARD_PAGES or size >= SHARD_BYTES:
            yield collected
            collected, size = [], 0
    if collected:
        yield collected


def _notes(options: Options) -> list[str]:
    if not analysis.looks_across_lines(options.analysis):
        return []
    return [
        f"the analyzer for language {options.language} looks across lines: the Lucene index of bpsearch export ranks "
        f"as this one does, but an index made of its jsonl, where blocks are joined, does not"
    ]


def _check(options: Options, worker_count: int) -> None:
    if worker_count < 1:
        raise BpsearchError(f"{worker_count} workers: at least one is needed")
    if options.rule not in RULES:
        raise BpsearchError(f"unknown rule {options.rule!r}; known: {', '.join(RULES)}")
    unknown = [name for name in options.columns if name not in features.COLUMNS]
    if unknown:
        raise BpsearchError(f"unknown column {unknown[0]!r}; known: {', '.join(features.COLUMNS)}")
