"""bpsearch clean: the text that a cleaner leaves of pages."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from bpsearch.console import err, out
from bpsearch.errors import BpsearchError, InputError

if TYPE_CHECKING:
    from bpsearch.cleaners import Cleaner, CleanerInput, Labeller
    from bpsearch.page import Page

SHOWN_FAILURES = 10


def clean(
    pages: Annotated[
        list[str] | None, typer.Argument(help="Pages: HTML files, folders, WARC or other collections; - is stdin.")
    ] = None,
    cleaner: Annotated[
        str, typer.Option("--cleaner", "-c", help="A name from --list, or your own: path/to/file.py:function.")
    ] = "bte",
    list_all: Annotated[bool, typer.Option("--list", help="List the cleaners, what they do and their source.")] = False,
    format: Annotated[
        Literal["text", "jsonl", "blocks"],
        typer.Option(help="text; jsonl (id and contents of each page); blocks (why: every block with its verdict)."),
    ] = "text",
    rule: Annotated[Literal["atomic", "inline"], typer.Option(help="How pages are cut into blocks.")] = "atomic",
    url: Annotated[str | None, typer.Option(help="The pages' URL, where a cleaner goes by sites.")] = None,
    learned: Annotated[
        Path | None,
        typer.Option(help="What a cleaner learned from a collection: used if the file exists, else written."),
    ] = None,
) -> None:
    """Print what a cleaner leaves of pages: the kept blocks, one a line, pages separated by an empty line.

    [bold]bpsearch clean page.html --cleaner words-links[/]

    [bold]bpsearch clean site/ --cleaner goldminer --learned site.json --format jsonl[/]

    Your own cleaner is a function of a page's blocks, with its columns if you want them, that gives a verdict
    (True: keep) or a score for each block:

    [bold]def long(blocks, columns): return columns["words"] >= 20[/]
    """
    from bpsearch.cleaners import Failure, fit, get, label_page

    if list_all:
        _list()
        return
    if not pages:
        raise BpsearchError("which pages? Give files, or - for standard input; --list lists the cleaners")
    chosen = get(cleaner)
    source = _Source(pages, url, rule)
    fitted = _restored(chosen, learned) or fit([chosen], source.items)
    if learned and not learned.exists():
        _save(fitted, chosen, learned)
    failures: list[Failure] = []
    for number, item in enumerate(source.items()):
        labels = label_page([chosen], item, failures.append, fitted)
        for line in _FORMS[format](chosen, item, labels, number):
            typer.echo(line)
    for failure in failures[:SHOWN_FAILURES]:
        err.print(f"{failure.page}: {failure.cleaner} failed, no block has a verdict ({failure.reason})", markup=False)
    if len(failures) > SHOWN_FAILURES:
        err.print(f"… and {len(failures) - SHOWN_FAILURES:,} more pages", markup=False)


class _Source:
    """The pages that the user names, for as many passes as a cleaner needs."""

    def __init__(self, names: list[str], url: str | None, rule: str) -> None:
        from bpsearch.collections import Collection, open_collection

        self.url = url
        self.rule = rule
        self.sources: list[Collection | bytes] = [
            sys.stdin.buffer.read() if name == "-" else open_collection(name) for name in names
        ]

    def items(self) -> Iterator[CleanerInput]:
        from bpsearch.cleaners import prepare

        for page in self._pages():
            yield prepare(page._replace(url=self.url) if self.url else page, self.rule)

    def _pages(self) -> Iterator[Page]:
        from bpsearch.collections import Ledger
        from bpsearch.page import Page

        for source in self.sources:
            if isinstance(source, bytes):
                yield Page("-", source)
                continue
            ledger = Ledger()
            yield from source.pages(ledger)
            for skip in ledger:
                err.print(f"{skip.file}, {skip.record}: {skip.reason}", markup=False)


def _as_text(cleaner: Cleaner, item: CleanerInput, labels: dict[str, Any], number: int) -> Iterable[str]:
    from bpsearch.cleaners import cleaned_text

    if number:
        yield ""
    yield cleaned_text(item.blocks.texts, cleaner.verdict(labels))


def _as_jsonl(cleaner: Cleaner, item: CleanerInput, labels: dict[str, Any], number: int) -> Iterable[str]:
    from bpsearch.cleaners import cleaned_text

    contents = cleaned_text(item.blocks.texts, cleaner.verdict(labels))
    yield json.dumps({"id": item.page.id, "contents": contents}, ensure_ascii=False)


def _as_blocks(cleaner: Cleaner, item: CleanerInput, labels: dict[str, Any], number: int) -> Iterable[str]:
    verdict = cleaner.verdict(labels)
    columns = {name: item.columns[name].tolist() for name in ("words", "density", "links")}
    for position, text in enumerate(item.blocks.texts):
        block: dict[str, object] = {"page": item.page.id, "position": position, "text": text}
        block |= {name: round(values[position], 4) for name, values in columns.items()}
        block["kept"] = {1: True, 0: False}.get(int(verdict[position]))
        for column in cleaner.columns:
            value = labels[column.name][position].item()
            if column.classes:
                block[column.name] = column.classes[value] if value >= 0 else None
            elif column.kind == "score":
                block[column.name] = value if value == value else None
        yield json.dumps(block, ensure_ascii=False)


_FORMS = {"text": _as_text, "jsonl": _as_jsonl, "blocks": _as_blocks}


def _restored(cleaner: Cleaner, file: Path | None) -> dict[str, Labeller] | None:
    if file is None:
        return None
    if cleaner.restore is None:
        raise BpsearchError(f"{cleaner.name} learns nothing that can be kept; leave out --learned")
    if not file.exists():
        return None
    try:
        return {cleaner.name: cleaner.restore(json.loads(file.read_text(encoding="utf-8")))}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(file, f"this is not what {cleaner.name} writes as learned: {error!r}") from error


def _save(fitted: dict[str, Labeller], cleaner: Cleaner, file: Path) -> None:
    from bpsearch.files import replacing

    with replacing(file) as unfinished:
        state = fitted[cleaner.name].state()
        unfinished.write_text(json.dumps(state, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    err.print(f"learned: {file}", markup=False)


def _list() -> None:
    from rich.markup import escape
    from rich.padding import Padding

    from bpsearch.cleaners import known

    for cleaner in known():
        setting = f"[:{cleaner.variant.parameter}]" if cleaner.variant else ""
        columns = ", ".join(f"{column.kind} {column.name}" for column in cleaner.columns)
        missing = f"; {cleaner.missing}" if cleaner.missing else ""
        out.print(f"[bold]{cleaner.name}[/]{escape(setting)}  [dim]{escape(f'{cleaner.level}, {columns}{missing}')}[/]")
        out.print(Padding(f"{escape(cleaner.description)}\n[dim]{escape(cleaner.source)}[/]", (0, 0, 0, 4)))
