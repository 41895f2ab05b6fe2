"""What the page of a post shows besides the furniture of its site: the article, and traces of other posts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bpsearch.demo.article import Article
from bpsearch.demo.dice import LONG, Dice
from bpsearch.demo.furniture import Furniture, Link, Widget, site_furniture, slug
from bpsearch.demo.grammar import plain_text
from bpsearch.demo.plan import Listing, Post, posts
from bpsearch.demo.style import Style, site_style


class Teaser(NamedTuple):
    link: Link
    excerpt: str
    day: str


@dataclass(frozen=True, slots=True)
class View:
    """One page, ready for a template."""

    post: Post
    article: Article
    furniture: Furniture
    style: Style
    widgets: dict[str, Widget]
    teasers: tuple[Teaser, ...]
    previous: Link | None
    following: Link | None
    dice: Dice  # for what is decided while rendering: which words are links


def post_url(post: Post, headline: str) -> str:
    """The permalink of a post, in the manner of its site."""
    year, month, day = post.day.isoformat().split("-")
    path = site_style(post.site).permalink.format(
        year=year, month=month, day=day, number=post.number, slug=slug(headline)
    )
    return f"http://{post.site.host}{path}"


def page_view(post: Post, listing: Listing, articles: Sequence[Article]) -> View:
    """Everything on the page of a post."""
    furniture, style, dice = site_furniture(post.site), site_style(post.site), Dice("view", post.number)
    numbers = {
        "recent": listing.recent,
        "popular": listing.popular,
        "related": listing.related,
        "elsewhere": listing.elsewhere,
    }
    widgets = {
        kind: Widget(furniture.titles[kind], tuple(_link(number, articles) for number in shown))
        for kind, shown in numbers.items()
    }
    widgets["discussed"] = Widget(furniture.titles["discussed"], tuple(_discussed(listing.recent, articles)))
    widgets |= {"tags": furniture.tags, "archive": furniture.archive, "friends": furniture.friends}
    return View(
        post=post,
        article=articles[post.number],
        furniture=furniture,
        style=style,
        widgets=widgets,
        teasers=tuple(
            Teaser(_link(number, articles), _excerpt(articles[number], dice), style.date(posts()[number].day))
            for number in listing.teasers
        ),
        previous=_neighbour(post, -1, articles),
        following=_neighbour(post, 1, articles),
        dice=dice,
    )


def _link(number: int, articles: Sequence[Article]) -> Link:
    headline = articles[number].headline
    return Link(headline, post_url(posts()[number], headline))


def _discussed(numbers: Iterable[int], articles: Sequence[Article]) -> list[Link]:
    """Who has commented on what: one link for each post with comments."""
    links = [(articles[number].comments, _link(number, articles)) for number in numbers]
    return [Link(f"{comments[-1].author} on {link.text}", link.url) for comments, link in links if comments]


def _excerpt(article: Article, dice: Dice) -> str:
    """The first words of a post: a few, and as many more as the random writer gives long text."""
    words = plain_text(" ".join(line.text for line in article.lines[:5])).split(" ")
    length = 3 + dice.length(LONG)
    return " ".join(words[:length]) + ("" if length >= len(words) else "...")


def _neighbour(post: Post, step: int, articles: Sequence[Article]) -> Link | None:
    number = post.number + step
    on_same_site = 0 <= number < len(articles) and posts()[number].site is post.site
    return _link(number, articles) if on_same_site else None
