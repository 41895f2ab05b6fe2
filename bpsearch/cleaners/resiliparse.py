"""Resiliparse's main content extraction."""

from __future__ import annotations

from bpsearch.cleaners.extraction import extractor
from bpsearch.cleaners.records import CleanerInput


def main_content(item: CleanerInput) -> str:
    """The plain text of what Resiliparse takes for the main content, without the text of images."""
    from resiliparse.extract.html2text import extract_plain_text

    return str(extract_plain_text(item.html, main_content=True, alt_texts=False))


extractor(
    "resiliparse",
    "Bevendorff, Stein, Hagen, Potthast: Elastic ChatNoir, ECIR 2018 (the package resiliparse)",
    "main content by fast rules over names of elements and classes",
    "resiliparse",
    main_content,
)
