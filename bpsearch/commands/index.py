"""bpsearch index: from a collection to a block index."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bpsearch.console import err, progress
from bpsearch.errors import BpsearchError
from bpsearch.machine import cores

if TYPE_CHECKING:
    from bpsearch.index.manifest import Options


def index(
    source: Annotated[
        str, typer.Argument(help="A file or folder of pages, an ir_datasets id, or (with --add-cleaners) an index.")
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The index to make, such as indexes/NAME.")
    ] = None,
    format: Annotated[str | None, typer.Option(help="Format of the source; found out by looking if not given.")] = None,
    rule: Annotated[str, typer.Option(help="How pages are cut: atomic (at every tag but A) or inline.")] = "atomic",
    language: Annotated[str, typer.Option(help="Language of the text: en, de, fr, … as in Anserini.")] = "en",
    analyzer: Annotated[
        str | None,
        typer.Option(help="For English: porter (Anserini's default), krovetz, nostem, whitespace; for others: none."),
    ] = None,
    columns: Annotated[
        str, typer.Option(help="Feature columns to keep, with commas, or all.")
    ] = "words,density,links",
    cleaners: Annotated[str, typer.Option(help="Cleaners whose verdicts become columns, with commas, or all.")] = "",
    add_cleaners: Annotated[
        str, typer.Option(help="Add these cleaners to the index SOURCE; its collection is read again.")
    ] = "",
    store: Annotated[
        bool, typer.Option("--store/--no-store", help="Keep the blocks' texts (for export and reports).")
    ] = True,
    workers: Annotated[int, typer.Option(help="Worker processes; 0 is one for each core.")] = 0,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a build that was interrupted.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace an index of that name.")] = False,
) -> None:
    """Cut pages into blocks and index every block once, with its columns.

    Formats: HTML files, WARC, TREC web, TREC text, JSON lines (plain or gzip), ir_datasets ids.

    [bold]bpsearch index pages/ --output indexes/mine --cleaners bte,words-links[/]

    [bold]bpsearch index --add-cleaners justext indexes/mine[/]
    """
    if add_cleaners:
        _add(Path(source), add_cleaners)
        return
    if output is None:
        raise BpsearchError("where should the index go? Give --output indexes/NAME")
    from bpsearch.index.manifest import Options
    from bpsearch.page.features import COLUMNS

    chosen = tuple(COLUMNS) if columns == "all" else _names(columns)
    if analyzer == Options.analyzer and language != Options.language:
        raise BpsearchError(f"--analyzer {analyzer} is for English; without it language {language} gets its own")
    options = Options(rule, language, analyzer or Options.analyzer, store, chosen, _names(cleaners))
    build_and_show(source, output, format, options, workers, resume, force)


def build_and_show(
    source: str, output: Path, format: str | None, options: Options, workers: int, resume: bool, force: bool
) -> None:
    """Build an index with progress, then say what is in it and what was skipped."""
    from bpsearch.index.build import Progress, build_index

    with progress() as display:
        task = display.add_task("indexing", total=None, note="")

        def show(state: Progress) -> None:
            rate = state.pages / max(display.tasks[0].elapsed or 0.0, 1e-3)
            display.update(
                task,
                completed=state.bytes_read >> 10,
                total=state.bytes_total >> 10 or None,
                note=f"KiB, {state.pages:,} pages, {rate:,.0f}/s",  # short, or a terminal cuts off the time left
            )

        try:
            built = build_index(
                source,
                output,
                format=format,
                options=options,
                worker_count=workers or cores(),
                resume=resume,
                force=force,
                on_progress=show,
            )
        except KeyboardInterrupt:
            err.print("what is finished is kept: the same command with --resume goes on from there")
            raise
    counts, skipped = built.manifest.counts, built.manifest.skipped
    err.print(
        f"{output}: {counts['documents']:,} documents, {counts['blocks']:,} blocks, {counts['tokens']:,} tokens",
        markup=False,
    )
    for reason, count in sorted(skipped.items()):
        err.print(f"  {count:,} × {reason}", markup=False)
    for note in built.manifest.notes:
        err.print(f"  {note}", markup=False)
    if skipped:
        err.print(f"  listed in {output / 'skipped.jsonl'}", markup=False)


def _names(listed: str) -> tuple[str, ...]:
    return tuple(filter(None, (name.strip() for name in listed.split(","))))


def _add(folder: Path, names: str) -> None:
    from bpsearch.cleaners import get_all
    from bpsearch.index.block_index import BlockIndex
    from bpsearch.index.labels import add_cleaners

    chosen = get_all(names)
    with BlockIndex(folder) as opened, progress() as display:
        task = display.add_task("cleaning", total=len(opened.documents), note="pages")
        failures = add_cleaners(opened, chosen, on_progress=lambda done: display.update(task, completed=done))
    columns = [column.name for cleaner in chosen for column in cleaner.columns]
    err.print(f"{folder}: columns {', '.join(columns)} added", markup=False)
    if failures:
        err.print(
            f"  {len(failures):,} pages got no verdict from a cleaner that failed, such as {failures[0]}", markup=False
        )
