"""What a page shows, template or not: the article and all that stands around it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from bpsearch.demo.article import Article
from bpsearch.demo.dice import LONG, Dice
from bpsearch.demo.grammar import Writer, count_words, plain_text
from bpsearch.demo.phrases import phrases
from bpsearch.demo.plan import Listing, Post, Site
from bpsearch.demo.style import Style, site_style

ONE_WORD_SHARE = 0.624  # of short text of one or two words: 1 / (2 - P_S(N)), seed 001, section 5.2


class Link(NamedTuple):
    text: str
    url: str


class Widget(NamedTuple):
    title: str
    links: tuple[Link, ...]


class Teaser(NamedTuple):
    link: Link
    excerpt: str
    day: str


@dataclass(frozen=True, slots=True)
class Furniture:
    """What all pages of a site have in common."""

    style: Style
    author: str
    navigation: tuple[Link, ...]
    tags: Widget
    archive: Widget
    friends: Widget
    titles: dict[str, str]  # of the widgets that differ from page to page
    share: tuple[str, ...]
    form: tuple[str, ...]
    small_print: tuple[str, ...]
    footers: tuple[str, ...]
    ads: tuple[str, ...]
    about: str
    licence: str
    newsletter: str
    notice: str


@dataclass(frozen=True, slots=True)
class View:
    """One page, ready for a template."""

    post: Post
    article: Article
    furniture: Furniture
    recent: Widget
    popular: Widget
    related: Widget
    elsewhere: Widget
    teasers: tuple[Teaser, ...]
    previous: Link | None
    following: Link | None
    dice: Dice  # for inline markup

    @property
    def site(self) -> Site:
        return self.post.site

    @property
    def style(self) -> Style:
        return self.furniture.style

    @property
    def day(self) -> str:
        return self.style.date(self.post.day)


def slug(headline: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", headline.lower())[:5])


def post_url(post: Post, headline: str) -> str:
    """The permalink of a post, in the manner of its site."""
    year, month, day = post.day.isoformat().split("-")
    path = site_style(post.site).permalink.format(
        year=year, month=month, day=day, number=post.number, slug=slug(headline)
    )
    return f"http://{post.site.host}{path}"


def page_view(post: Post, listing: Listing, posts: Sequence[Post], articles: Sequence[Article]) -> View:
    """Everything on the page of a post."""
    furniture = site_furniture(post.site)
    links = {
        number: Link(articles[number].headline, post_url(posts[number], articles[number].headline))
        for number in listing.shown()
    }
    dice = Dice("view", post.number)

    def widget(kind: str, numbers: Iterable[int]) -> Widget:
        return Widget(furniture.titles[kind], tuple(links[number] for number in numbers))

    return View(
        post=post,
        article=articles[post.number],
        furniture=furniture,
        recent=widget("recent", listing.recent),
        popular=widget("popular", listing.popular),
        related=widget("related", listing.related),
        elsewhere=widget("elsewhere", listing.elsewhere),
        teasers=tuple(
            Teaser(links[number], excerpt(articles[number], dice), furniture.style.date(posts[number].day))
            for number in listing.teasers
        ),
        previous=_neighbour(post, -1, posts, articles),
        following=_neighbour(post, 1, posts, articles),
        dice=dice,
    )


def _neighbour(post: Post, step: int, posts: Sequence[Post], articles: Sequence[Article]) -> Link | None:
    number = post.number + step
    if not 0 <= number < len(posts) or posts[number].site is not post.site:
        return None
    return Link(articles[number].headline, post_url(posts[number], articles[number].headline))


def excerpt(article: Article, dice: Dice) -> str:
    """The first words of a post, as many as the random writer gives long text."""
    text = plain_text(" ".join(line.text for line in article.lines[:4]))
    words = text.split(" ")
    length = dice.length(LONG)
    return " ".join(words[:length]) + ("" if length >= len(words) else " ...")


@cache
def site_furniture(site: Site) -> Furniture:
    """Navigation, tags, archive, blogroll and small print of a site."""
    dice = Dice("furniture", site.number)
    writer = Writer(dice, site.focus[0], site.focus[0].aspects[0], plain=1.0)
    style = site_style(site)
    home = f"http://{site.host}"

    def some(heading: str, low: int, high: int) -> tuple[str, ...]:
        chosen = dice.sample(phrases(heading), dice.between(low, high))
        return tuple(plain_text(writer.fill(text.replace("{engine}", engine))) for text in chosen)

    engine = dice.pick(phrases("engines"))
    titles = dict(row.split(": ") for row in phrases("widget titles"))
    chosen_titles = {kind: dice.pick(choices.split("; ")) for kind, choices in titles.items()}
    author = plain_text(writer.fill("{person}"))
    return Furniture(
        style=style,
        author=author,
        navigation=tuple(Link(text, f"{home}/{slug(text)}") for text in some("navigation", 4, 9)),
        tags=Widget(chosen_titles["tags"], tuple(Link(tag, f"{home}/tag/{slug(tag)}") for tag in _tags(dice, site))),
        archive=Widget(chosen_titles["archive"], tuple(_months(dice, site))),
        friends=Widget(
            chosen_titles["friends"], tuple(Link(f, f"http://{slug(f)}.example/") for f in some("friends", 5, 14))
        ),
        titles=chosen_titles,
        share=some("share", 0, 6),
        form=some("form labels", 4, 8),
        small_print=some("small print", 2, 6),
        footers=some("footers", 3, 7),
        ads=some("ads", 0, 4),
        about=_about(dice, site, author),
        licence=dice.pick(phrases("licences")),
        newsletter=plain_text(writer.fill(dice.pick(phrases("newsletters")))),
        notice=plain_text(writer.fill(dice.pick(phrases("notices")))),
    )


def _tags(dice: Dice, site: Site) -> list[str]:
    """Tags of one and two words in the proportion of short text: the site's subjects, and what every blog has."""
    words = [word for subject in site.focus for word in (*subject.things, *subject.stuff)] + list(phrases("tag extras"))
    single = dice.sample([word for word in words if count_words(word) == 1], 30)
    double = dice.sample([word for word in words if count_words(word) == 2], 30)
    chosen = [(single if dice.chance(ONE_WORD_SHARE) else double).pop() for _ in range(dice.between(10, 26))]
    return sorted(dict.fromkeys(chosen))


def _months(dice: Dice, site: Site) -> list[Link]:
    first = Dice("months", site.number).between(1, 12)
    months, year = phrases("months"), 2012 - dice.between(0, 8)
    count = dice.between(3, 9)
    return [
        Link(f"{months[(first + step) % 12]} {year + (first + step) // 12}", f"http://{site.host}/archive/{step}")
        for step in range(count)
    ]


def _about(dice: Dice, site: Site, author: str) -> str:
    first, second, third = (site.focus[index % len(site.focus)].names[0].rstrip("*") for index in range(3))
    writer = Writer(dice, site.focus[0], site.focus[0].aspects[0])
    pattern = dice.pick(phrases("about")).replace("{person1}", author.split()[0]).replace("{person}", author)
    pattern = pattern.replace("{n1}", first).replace("{n2}", second).replace("{n3}", third)
    return plain_text(writer.fill(pattern))
