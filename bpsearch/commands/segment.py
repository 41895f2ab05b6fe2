"""bpsearch segment: the blocks of pages and their columns."""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from bpsearch.console import err
from bpsearch.errors import BpsearchError, InputError

if TYPE_CHECKING:
    from rich.table import Table

    from bpsearch.report.segment_page import SegmentedPage

_GZIP = b"\x1f\x8b"
_SHOWN_PATH = 3


def segment(
    pages: Annotated[list[str], typer.Argument(metavar="PAGE…", help="HTML files, also .gz; - is standard input.")],
    rule: Annotated[
        Literal["atomic", "inline"],
        typer.Option(help="What ends a block: any tag but A (atomic), or any but A and inline markup (inline)."),
    ] = "atomic",
    form: Annotated[
        Literal["table", "jsonl", "html"],
        typer.Option("--format", help="A table; JSON lines, one block each; or a file for the browser, with sliders."),
    ] = "table",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", dir_okay=False, help="Write to this file, not to the terminal.")
    ] = None,
    width: Annotated[int, typer.Option(min=1, help="Characters of a line, for text density.")] = 80,
    charset: Annotated[
        str | None, typer.Option(help="What the HTTP header would say; else the pages tell, or it is guessed.")
    ] = None,
) -> None:
    """Show the text blocks of pages with their words, tokens, text density and link density.

    [bold]bpsearch segment page.html[/]

    [bold]bpsearch segment page.html --format html --output blocks.html[/]

    [bold]curl -s https://example.org | bpsearch segment - --format jsonl | jq 'select(.words >= 11) | .text'[/]
    """
    from bpsearch.commands.output import emit
    from bpsearch.page import segment as cut
    from bpsearch.page.decoding import CODECS
    from bpsearch.page.features import columns
    from bpsearch.report.segment_page import SegmentedPage

    if charset is not None and charset.lower() not in CODECS:
        raise BpsearchError(f"--charset {charset}: no browser knows it; try utf-8, windows-1252 or shift_jis")

    def cut_page(name: str) -> SegmentedPage:
        blocks = cut(_read(name), rule=rule, charset=charset)
        if not len(blocks):
            err.print(f"{name}: no text in it", markup=False, soft_wrap=True)
        return SegmentedPage(name, blocks, columns(blocks, width))

    cut_pages = map(cut_page, pages)
    if form == "html":
        _write_html(list(cut_pages), rule, output)
        return
    for together in [list(cut_pages)] if output else ([page] for page in cut_pages):
        records = [record for page in together for record in _records(page)] if form == "jsonl" else []
        tables = [_table(page) for page in together] if form == "table" else []
        emit(records, tables, form=form, output=output)


def _read(name: str) -> bytes:
    if name == "-":
        content = sys.stdin.buffer.read()
    elif Path(name).is_dir():
        raise InputError(name, "a folder; give the pages in it, as in: bpsearch segment folder/*.html")
    else:
        try:
            content = Path(name).read_bytes()
        except FileNotFoundError:
            raise InputError(name, "no such file") from None
        except OSError as error:
            raise InputError(name, f"cannot be read: {error.strerror}") from error
    if not content.startswith(_GZIP):
        return content
    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(name, f"damaged gzip data: {error}") from error


def _records(page: SegmentedPage) -> Iterable[dict[str, object]]:
    values = {name: column.tolist() for name, column in page.columns.items()}
    for block, text in enumerate(page.blocks.texts):
        record: dict[str, object] = {"page": page.name, "position": block, "text": text}
        for name, column in values.items():
            record[name] = round(column[block], 4) if isinstance(column[block], float) else column[block]
        yield {**record, "path": page.blocks.path(block), "link_spans": page.blocks.links[block]}


def _table(page: SegmentedPage) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    blocks, columns = page.blocks, page.columns
    title = Text(_printable(page.name) + (f"\n{_printable(blocks.title)}" if blocks.title else ""))
    count = f"{len(blocks):,} blocks, {columns['words'].sum():,} words"
    table = Table(title=title, caption=count, box=SIMPLE_HEAD, expand=True, padding=(0, 1, 0, 0))
    for heading in ("block", "words", "tokens", "density", "links"):
        table.add_column(heading, justify="right", no_wrap=True, min_width=len(heading))
    table.add_column("inside", no_wrap=True, style="dim", min_width=12, max_width=18)
    table.add_column("text", ratio=1, no_wrap=True, overflow="ellipsis")
    for block, text in enumerate(blocks.texts):
        words, tokens = (str(columns[name][block]) for name in ("words", "tokens"))
        density, links = f"{columns['density'][block]:.1f}", f"{columns['links'][block]:.2f}"
        inside = " ".join(blocks.path(block)[-_SHOWN_PATH:])
        shown = (Text(_printable(part)) for part in (inside, text))
        table.add_row(str(block), words, tokens, density, links, *shown)
    return table


def _printable(text: str) -> str:
    """Without what would give a terminal orders."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text)


def _write_html(pages: list[SegmentedPage], rule: str, output: Path | None) -> None:
    from bpsearch.files import replacing
    from bpsearch.report.segment_page import segment_page

    html = segment_page(pages, rule)
    if output is None:
        typer.echo(html)
        return
    with replacing(output) as unfinished:
        unfinished.write_text(html, encoding="utf-8")
    err.print(f"written to {output}", markup=False, soft_wrap=True)
