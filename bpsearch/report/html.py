"""report.html: one file with its style, scripts and data inside; nothing is ever loaded from elsewhere."""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from pathlib import Path

from bpsearch.files import replacing
from bpsearch.report import fragments
from bpsearch.report.data import embedded, report_data
from bpsearch.sweeps.records import Sweep

SCRIPTS = ("state.js", "curves.js", "grids.js", "topics.js", "documents.js", "start.js")
_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")


def write_page(sweep: Sweep, path: Path) -> None:
    """Write the report of a sweep."""
    with replacing(path) as unfinished:
        unfinished.write_text(page(sweep, path.resolve().parent.name), encoding="utf-8")


def page(sweep: Sweep, name: str) -> str:
    """The report of the sweep of that name as HTML."""
    settings = sweep.manifest["settings"]
    parts = {
        "title": escape(f"Sweep {name}"),
        "style": _part("report.css"),
        "script": "\n".join(map(_part, SCRIPTS)),
        "data": embedded(report_data(sweep)),
        "index": escape(sweep.manifest["inputs"]["index"]["path"]),
        "topic_count": _counted(len(sweep.topics), "topic"),
        "document_count": _counted(sweep.manifest["counts"]["documents"], "document"),
        "confidence": f"{settings['confidence']:.0%}",
        "findings": fragments.findings(sweep),
        "comparison": fragments.comparison_table(sweep),
        "significance": escape(fragments.significance_note(sweep)),
        "held_out": fragments.held_out_section(sweep),
        "provenance": fragments.provenance(sweep),
    }
    return _PLACEHOLDER.sub(lambda found: parts[found[1]], _part("report.html"))


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"


def _part(name: str) -> str:
    return files(__package__).joinpath("page", name).read_text(encoding="utf-8")
