"""The file formats, in the order in which they are tried on a file."""

from __future__ import annotations

from bpsearch.collections import html_files, jsonl, trec, warc
from bpsearch.collections.records import Format

FORMATS: dict[str, Format] = {
    format.name: format
    for format in (
        warc.FORMAT,
        trec.WEB,
        trec.TEXT,
        jsonl.FORMAT,
        html_files.FORMAT,
    )
}
