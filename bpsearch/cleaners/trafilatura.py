"""trafilatura's main text, with its defaults."""

from __future__ import annotations

from bpsearch.cleaners.extraction import extractor
from bpsearch.cleaners.records import CleanerInput


def main_text(item: CleanerInput) -> str:
    """The text that `trafilatura.extract` keeps; nothing where it finds no main text."""
    from trafilatura import extract

    return extract(item.html.replace("\0", "")) or ""


extractor(
    "trafilatura",
    "Barbaresi: Trafilatura: A Web Scraping Library and Command-Line Tool for Text Discovery, ACL 2021",
    "main text by rules and fallbacks",
    "trafilatura",
    main_text,
)
