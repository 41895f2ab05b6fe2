"""The file formats, in the order in which they are tried on a file."""

from __future__ import annotations

from bpsearch.collections import html_files, jsonl
from bpsearch.collections.records import Format

FORMATS: dict[str, Format] = {
    format.name: format
    for format in (
        jsonl.FORMAT,
        html_files.FORMAT,
    )
}
