"""What all pages of a site have in common: navigation, tags, archive, blogroll and small print."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from bpsearch.demo.dice import Dice
from bpsearch.demo.grammar import Writer, count_words, plain_text
from bpsearch.demo.phrases import phrases
from bpsearch.demo.plan import Site, posts

ONE_WORD_SHARE = 0.624  # of short text of one or two words: 1 / (2 - P_S(N)), seed 001, section 5.2
NOT_IN_TAGS = re.compile(r'^(?:the|a|our|my) |"')


class Link(NamedTuple):
    text: str
    url: str


class Widget(NamedTuple):
    title: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Furniture:
    """The parts that repeat from page to page."""

    author: str
    engine: str  # the software that the site runs on
    navigation: tuple[Link, ...]
    tags: Widget
    archive: Widget
    friends: Widget
    titles: dict[str, str]  # of widgets, by kind
    labels: dict[str, tuple[str, ...]]  # short texts: share, label, bit, footer, ad
    texts: dict[str, str]  # long texts: about, licence, newsletter, notice


def slug(text: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", text.lower())[:5])


@cache
def site_furniture(site: Site) -> Furniture:
    """The furniture of a site, drawn once."""
    dice = Dice("furniture", site.number)
    writer = Writer(dice, site.focus[0], site.focus[0].aspects[0], plain=1.0)
    home = f"http://{site.host}"
    author, engine = plain_text(writer.fill("{person}")), dice.pick(phrases("engines"))
    choices = dict(row.split(": ") for row in phrases("widget titles"))
    titles = {kind: dice.pick(titles.split("; ")) for kind, titles in choices.items()}

    def write(pattern: str) -> str:
        named = pattern.replace("{engine}", engine).replace("{author}", author).replace("{nick}", author.split()[0])
        for number, subject in enumerate((*site.focus, site.focus[0])[:3]):
            named = named.replace(f"{{subject{number}}}", subject.names[0].rstrip("*"))
        return plain_text(writer.fill(named))

    def some(heading: str, low: int, high: int) -> tuple[str, ...]:
        return tuple(write(text) for text in dice.sample(phrases(heading), dice.between(low, high)))

    return Furniture(
        author=author,
        engine=engine,
        navigation=tuple(Link(text, f"{home}/{slug(text)}") for text in some("navigation", 4, 9)),
        tags=Widget(titles["tags"], tuple(Link(tag, f"{home}/tag/{slug(tag)}") for tag in _tags(dice, site))),
        archive=Widget(titles["archive"], tuple(_months(dice, site))),
        friends=Widget(
            titles["friends"], tuple(Link(name, f"http://{slug(name)}.example/") for name in some("friends", 5, 14))
        ),
        titles=titles,
        labels={
            "share": some("share", 0, 6),
            "label": some("form labels", 4, 8),
            "bit": some("small print", 2, 6),
            "footer": some("footers", 3, 7),
            "ad": some("ads", 0, 4),
        },
        texts={
            "about": write(dice.pick(phrases("about"))),
            "licence": write(dice.pick(phrases("licences"))),
            "newsletter": write(dice.pick(phrases("newsletters"))),
            "notice": write(dice.pick(phrases("notices"))),
        },
    )


def _tags(dice: Dice, site: Site) -> list[str]:
    """Tags of one and two words, in the proportion of short text: the site's subjects, and what every blog has."""
    written = dict.fromkeys(post.subject for post in posts() if post.site is site and post.subject)
    words = [NOT_IN_TAGS.sub("", subject.names[0].rstrip("*")) for subject in written]
    words += [word for subject in site.focus for word in (*subject.things, *subject.stuff)]
    words += phrases("tag extras")
    single, double = ([word for word in words if count_words(word) == count] for count in (1, 2))
    count = dice.between(16, 36)
    singles = sum(dice.chance(ONE_WORD_SHARE) for _ in range(count))
    return sorted({*_early(dice, single, singles), *_early(dice, double, count - singles)})


def _early(dice: Dice, words: Sequence[str], count: int) -> list[str]:
    """So many different words, the first ones preferred."""
    pool = list(dict.fromkeys(words))
    return [pool.pop(int(dice.random() * dice.random() * len(pool))) for _ in range(min(count, len(pool)))]


def _months(dice: Dice, site: Site) -> list[Link]:
    """The last months with posts, newest first."""
    months = dict.fromkeys((post.day.year, post.day.month) for post in reversed(posts()) if post.site is site)
    form = dice.pick(("{name} {year}", "{year}/{month:02d}", "{month:02d}-{year}"))
    return [
        Link(
            form.format(name=phrases("months")[month - 1], year=year, month=month),
            f"http://{site.host}/{year}/{month:02d}/",
        )
        for year, month in list(months)[: dice.between(3, 9)]
    ]
