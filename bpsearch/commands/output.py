"""One result, three forms: tables for people, CSV and JSON lines for programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import typer
from rich.console import Console, RenderableType

from bpsearch.console import err, out
from bpsearch.files import replacing

Format = Literal["table", "csv", "jsonl"]
FILE_WIDTH = 160

Record = Mapping[str, object]


def emit(
    records: Sequence[Record], tables: Sequence[RenderableType], *, form: Format, output: Path | None
) -> None:
    """Print in the form asked for, or write it to a file that appears whole or not at all."""
    if output is None and form == "table":
        for table in tables:
            out.print(table)
        return
    text = _FORMS[form](records) if form in _FORMS else _plain(tables)
    if output is None:
        typer.echo(text, nl=False)
        return
    with replacing(output) as unfinished:
        unfinished.write_text(text, encoding="utf-8")
    err.print(f"written to {output}", markup=False)


def _as_csv(records: Sequence[Record]) -> str:
    names = list(dict.fromkeys(name for record in records for name in record))
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, names, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return buffer.getvalue()


def _as_json_lines(records: Sequence[Record]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def _plain(tables: Sequence[RenderableType]) -> str:
    buffer = io.StringIO()
    console = Console(file=buffer, width=FILE_WIDTH, highlight=False)
    for table in tables:
        console.print(table)
    return buffer.getvalue()


_FORMS = {"csv": _as_csv, "jsonl": _as_json_lines}
