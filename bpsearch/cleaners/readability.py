"""The readable part of a page, as the reader view of browsers finds it."""

from __future__ import annotations

from bpsearch.cleaners.extraction import extractor, visible_html
from bpsearch.cleaners.records import CleanerInput


def summary(item: CleanerInput) -> str:
    """The text of the HTML fragment that readability keeps, one line for each piece between tags."""
    from lxml import html
    from readability import Document

    return "\n".join(html.fromstring(Document(visible_html(item)).summary()).itertext())


extractor(
    "readability",
    "Arc90's Readability; the package readability-lxml",
    "the element with the best score by its paragraphs, commas, names and links",
    "readability",
    summary,
)
