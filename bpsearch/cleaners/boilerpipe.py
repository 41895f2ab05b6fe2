"""boilerpipe's article extractor, in its Python port."""

from __future__ import annotations

from bpsearch.cleaners.citations import WSDM_2010
from bpsearch.cleaners.extraction import extractor, visible_html
from bpsearch.cleaners.records import CleanerInput


def article(item: CleanerInput) -> str:
    """The text that ArticleExtractor keeps.

    The port lacks the parser of the original, which balances tags: on pages as they come, an EMBED or
    OBJECT without an end tag hides all that follows. So it gets the page with balanced tags.
    """
    from boilerpy3.extractors import ArticleExtractor
    from lxml import html

    balanced = html.tostring(html.document_fromstring(visible_html(item)), method="xml", encoding="unicode")
    return str(ArticleExtractor().get_content(balanced))


BOILERPIPE = extractor(
    "boilerpipe",
    f"{WSDM_2010}; the package boilerpy3",
    "the ArticleExtractor of the boilerpipe software",
    "boilerpy3",
    article,
)
