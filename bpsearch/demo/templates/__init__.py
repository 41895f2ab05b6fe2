"""The page templates, by name: each turns a view into HTML in the manner of its years."""

from __future__ import annotations

from collections.abc import Callable

from bpsearch.demo.templates import modern, nineties, soup, weblogs
from bpsearch.demo.view import View

TEMPLATES: dict[str, Callable[[View], str]] = {
    "homepage": nineties.homepage,
    "tables": nineties.tables,
    "portal": nineties.portal,
    "journal": weblogs.journal,
    "blogger": weblogs.blogger,
    "trackback": weblogs.trackback,
    "soup": soup.soup,
    "magazine": soup.magazine,
    "photo": modern.photo,
    "notebook": modern.notebook,
    "minimal": modern.minimal,
    "cards": modern.cards,
}
