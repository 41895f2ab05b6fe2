"""How a site differs from others with the same template: order, places, tags, colours."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache

from bpsearch.demo.dice import Dice
from bpsearch.demo.phrases import phrases
from bpsearch.demo.plan import Site
from bpsearch.demo.templates import template

OLD = frozenset({"homepage", "tables", "portal", "journal"})
MODERN = frozenset({"photo", "notebook", "minimal", "cards"})
PERMALINKS = {
    "homepage": ("/{number}-{slug}.html", "/page{number}.htm"),
    "tables": ("/archive/{year}/{number}.html", "/{year}{month}.htm#{number}"),
    "portal": ("/article.php?sid={number}", "/story/{number}"),
    "journal": ("/{number}.html", "/entry/{number}"),
}
USUAL_PERMALINKS = (
    "/{year}/{month}/{day}/{slug}",
    "/{year}/{month}/{day}-{slug}.html",
    "/posts/{slug}-{number}",
    "/?p={number}",
)
DATES = ("{d} {month} {y}", "{month} {d}, {y}", "{weekday}, {month} {d}, {y}", "{y}-{m:02d}-{d:02d}", "{d}.{m}.{y}")
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
# background, text, accent, panel
PALETTES = (
    ("#ffffff", "#000000", "#0000cc", "#eeeeee"), ("#ffffee", "#222222", "#990000", "#f0e6c8"),
    ("#f4f7fa", "#26323c", "#1f6f9f", "#dfe9f1"), ("#fdfcf8", "#2b2b2b", "#b4532a", "#f3ece0"),
    ("#000033", "#ffffcc", "#66ccff", "#000066"), ("#ffffff", "#333333", "#cc3366", "#fbeef2"),
    ("#eef3ea", "#20301c", "#3c7a2e", "#d6e4cf"), ("#fafafa", "#111111", "#5b3cc4", "#ececf4"),
)  # fmt: skip
OLD_EMPHASIS = (("<b>", "</b>"), ("<i>", "</i>"), ('<font color="#aa0000">', "</font>"), ("<u>", "</u>"))
NEW_EMPHASIS = (("<em>", "</em>"), ("<strong>", "</strong>"), ("<i>", "</i>"), ('<span class="hl">', "</span>"))
OLD_LISTS = ("breaks", "rows", "items", "run")
NEW_LISTS = ("items", "items", "terms", "breaks")


@dataclass(frozen=True, slots=True)
class Style:
    """The choices of one site."""

    side: str  # left, right: where the side column is
    places: dict[str, str]  # of navigation, teasers and notice
    heading: int  # level of the post's headline
    lists: str  # items, breaks, rows, terms, run: how lists of links are marked
    tags_in_one_block: bool
    emphasis: tuple[str, str]
    emphasis_rate: float
    link_rate: float
    curly: bool  # typographic quotation marks
    permalink: str
    date_format: str
    palette: tuple[str, str, str, str]
    prefix: str  # of class names
    modern: bool  # HTML5

    def date(self, day: date) -> str:
        """A day as the site writes it; strftime would ask the locale."""
        return self.date_format.format(
            d=day.day, m=day.month, y=day.year, month=phrases("months")[day.month - 1], weekday=WEEKDAYS[day.weekday()]
        )


@cache
def site_style(site: Site) -> Style:
    """The style of a site, drawn once."""
    dice = Dice("style", site.number)
    old = site.template in OLD
    source = template(site.template)
    return Style(
        side=dice.pick(("left", "right")),
        places={kind: dice.pick(source.places(kind) or ("",)) for kind in ("navigation", "teasers", "notice")},
        heading=dice.between(1, 4),
        lists=dice.pick(OLD_LISTS if old else NEW_LISTS),
        tags_in_one_block=dice.chance(0.35),
        emphasis=dice.pick(OLD_EMPHASIS if old else NEW_EMPHASIS),
        emphasis_rate=dice.pick((0.05, 0.12, 0.25, 0.4)),
        link_rate=dice.pick((0.02, 0.08, 0.2)),
        curly=site.encoding in ("windows-1252", "http-only") or (not old and dice.chance(0.6)),
        permalink=dice.pick(PERMALINKS.get(site.template, USUAL_PERMALINKS)),
        date_format=dice.pick(DATES),
        palette=dice.pick(PALETTES),
        prefix=dice.pick(("", "c-", "site-", "theme_", "x", "blog")),
        modern=site.template in MODERN,
    )
