"""boilerpipe's article extractor, in its Python port."""

from __future__ import annotations

from bpsearch.cleaners.citations import WSDM_2010
from bpsearch.cleaners.extraction import extractor, visible_html
from bpsearch.cleaners.records import CleanerInput


def article(item: CleanerInput) -> str:
    """The text that ArticleExtractor keeps."""
    from boilerpy3.extractors import ArticleExtractor

    return str(ArticleExtractor().get_content(visible_html(item)))


BOILERPIPE = extractor(
    "boilerpipe",
    f"{WSDM_2010}; the package boilerpy3",
    "the ArticleExtractor of the boilerpipe software",
    "boilerpy3",
    article,
)
