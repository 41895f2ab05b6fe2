"""Pages to blocks and their columns, beside a bare parse and programs that take text out of pages.

python -m benchmarks segmentation
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import NamedTuple

import boilerpy3.extractors
import justext
import lxml.html
import readability
import trafilatura
from resiliparse.extract.html2text import extract_plain_text
from rich.table import Table

from benchmarks.pages import real_pages
from bpsearch.console import out, progress
from bpsearch.page import decode, segment
from bpsearch.page.features import DEFAULT, columns

SOURCES = ("l3s-gn1/", "cleaneval-en/")
EVERY = 4
OURS = "bpsearch: default columns"


class Contender(NamedTuple):
    """Something that reads a page, and how often it does: the slow ones not as often."""

    read: Callable[[bytes], object]
    rounds: int
    at_least: float | None = None  # how many times as fast we have to be


def _contenders() -> dict[str, Contender]:
    stop_words = justext.get_stoplist("English")
    boilerpipe = boilerpy3.extractors.ArticleExtractor(raise_on_failure=False)
    return {
        OURS: Contender(lambda html: columns(segment(html), names=DEFAULT), 16),
        "bpsearch: all columns": Contender(lambda html: columns(segment(html)), 4),
        "bpsearch: blocks only": Contender(segment, 4),
        "lxml.html: bare parse": Contender(lxml.html.document_fromstring, 16, 0.6),
        "resiliparse": Contender(lambda html: extract_plain_text(decode(html)), 4),
        "boilerpy3": Contender(lambda html: boilerpipe.get_doc(decode(html)), 8, 6),
        "jusText": Contender(lambda html: justext.justext(html, stop_words), 8, 10),
        "trafilatura": Contender(trafilatura.extract, 2),
        "readability-lxml": Contender(lambda html: readability.Document(decode(html)).summary(), 2),
    }


def main() -> None:
    """Print pages per second of all, and how many times as fast as each we are."""
    logging.disable(logging.CRITICAL)  # peers complain about pages
    everything = [page for page in real_pages() if page.html]
    chosen = [page for page in everything if page.id.startswith(SOURCES)][::EVERY]
    pages = [page.html for page in chosen or everything]
    contenders = _contenders()
    best = {name: [float("inf")] * len(pages) for name in contenders}
    failed = dict.fromkeys(contenders, 0)
    with progress() as display:
        task = display.add_task("reading pages", total=sum(one.rounds for one in contenders.values()), note="")
        for number in range(max(one.rounds for one in contenders.values())):  # taking turns: machines are busy at times
            for name, contender in contenders.items():
                if number < contender.rounds:
                    display.update(task, note=name)
                    spent, failed[name] = _read(contender.read, pages)
                    best[name] = list(map(min, best[name], spent))
                    display.advance(task)
    logging.disable(logging.NOTSET)
    seconds = {name: sum(times) for name, times in best.items()}
    size = sum(map(len, pages)) / len(pages) / 1000
    table = Table(title=f"Segmentation: {len(pages):,} pages of {size:.0f} KB on average, one core, best of each page")
    for heading in ("", "pages/s", "we are × as fast", "aim", "pages failed"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, contender in contenders.items():
        ratio = "" if name.startswith("bpsearch") else f"{seconds[name] / seconds[OURS]:.2f}"
        aim = "" if contender.at_least is None else f"{contender.at_least:g}"
        table.add_row(name, f"{len(pages) / seconds[name]:,.0f}", ratio, aim, str(failed[name] or ""))
    out.print(table)


def _read(read: Callable[[bytes], object], pages: list[bytes]) -> tuple[list[float], int]:
    """The seconds that it takes to read each page, and how many could not be read."""
    seconds: list[float] = []
    failed = 0
    for html in pages:
        start = time.perf_counter()
        try:
            read(html)
        except Exception:  # whatever it is, there is no answer
            failed += 1
        seconds.append(time.perf_counter() - start)
    return seconds, failed


if __name__ == "__main__":
    main()
