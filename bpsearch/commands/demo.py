"""bpsearch demo: the main job on the embedded collection, from pages to report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bpsearch.console import err

NEEDS_ARGUMENTS = False
CLEANERS = ("bte", "words-links", "density-links")


def demo(
    folder: Annotated[Path, typer.Option(help="Where indexes/, runs/ and qrels/ are, or will be.")] = Path(),
) -> None:
    """Index the embedded collection, sweep every threshold, compare with cleaners, write plots and a report.

    The collection is synthetic: a miniature blogosphere made by rule, the same on every machine. It shows what
    bpsearch does; it proves nothing about the web.

    [bold]bpsearch demo[/]
    """
    from bpsearch.commands.index import build_and_show
    from bpsearch.commands.sweep import sweep_and_show
    from bpsearch.demo import write_collection, write_judgments
    from bpsearch.index.manifest import Options
    from bpsearch.sweeps import Settings

    pages, index = folder / "indexes" / "demo-pages", folder / "indexes" / "demo"
    err.print("The demo collection is synthetic: blogs made by rule, with topics and judgments.")
    topics, qrels = write_judgments(folder / "qrels")
    write_collection(pages)
    options = Options(cleaners=CLEANERS)
    if not _is_current(index, pages, options):
        build_and_show(str(pages), index, None, options, workers=0, resume=False, force=True)
    sweep_and_show(index, topics, qrels, folder / "runs" / "demo", Settings(against=CLEANERS), force=True)


def _is_current(index: Path, pages: Path, options: object) -> bool:
    """Whether the index is there already, made from these very pages."""
    from bpsearch.collections import open_collection
    from bpsearch.errors import BpsearchError
    from bpsearch.index.manifest import read_manifest

    try:
        manifest = read_manifest(index)
    except BpsearchError:
        return False
    return manifest.options == options and manifest.source.fingerprint == open_collection(pages).fingerprint()
