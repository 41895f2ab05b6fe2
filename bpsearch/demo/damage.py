"""What goes wrong with real pages: a few of the demo's are broken in the usual ways."""

from __future__ import annotations

import re
from collections.abc import Callable

from bpsearch.demo.dice import Dice
from bpsearch.demo.plan import Post

DAMAGED_SHARE = 0.05

Damage = Callable[[str, Dice], str]


def damaged(html: str, post: Post) -> str:
    """The page as it is, or broken, if it is one of the few."""
    dice = Dice("damage", post.number)
    return dice.pick(DAMAGES)(html, dice) if dice.chance(DAMAGED_SHARE) else html


def _tag_behind(html: str, share: float) -> int:
    """Where the first tag behind a share of the page starts."""
    return max(html.find("<", int(len(html) * share)), 0)


def _insert(html: str, share: float, text: str) -> str:
    place = _tag_behind(html, share)
    return html[:place] + text + html[place:]


def truncated(html: str, dice: Dice) -> str:
    """The connection broke."""
    return html[: int(len(html) * (0.75 + dice.random() * 0.2))]


def end_tags_missing(html: str, dice: Dice) -> str:
    """Half of the end tags were forgotten."""
    return re.sub(r"</(?:p|li|td|tr|div|dd|dt|ul|span)>", lambda tag: tag[0] if dice.chance(0.5) else "", html)


def tables_misnested(html: str, dice: Dice) -> str:
    """A table opened twice, closed once, with text between its rows."""
    opened = _insert(html, 0.3 + dice.random() * 0.2, "<table><tr><td><table>Last changed by hand<tr>")
    return _insert(opened, 0.8, "</td></table>")


def inline_misnested(html: str, dice: Dice) -> str:
    """Bold and italic closed in the wrong order, and not where they should be."""
    opened = _insert(html, 0.3 + dice.random() * 0.2, "<b><i>")
    return _insert(opened, 0.8, "</b></i>")


def ended_early(html: str, dice: Dice) -> str:
    """The page ends in the middle, and goes on."""
    return _insert(html, 0.35 + dice.random() * 0.4, "</body></html>")


def comment_abrupt(html: str, dice: Dice) -> str:
    """Comments that end in ways of their own; browsers show what follows."""
    return dice.pick(("<!-->", "<!--->", "<!-- generated -- do not edit --!>")) + html


def comment_unclosed(html: str, dice: Dice) -> str:
    """A comment that nobody closed swallows the end of the page."""
    return _insert(html, 0.93 + dice.random() * 0.05, "<!-- counter code starts here ")


def two_pages(html: str, dice: Dice) -> str:
    """A second head in the middle of the body, from an include gone wrong."""
    return _insert(html, 0.2 + dice.random() * 0.5, "<html><head><title>Untitled</title></head><body>")


def attributes_unquoted(html: str, dice: Dice) -> str:
    """No quotation marks round most addresses, and one too many now and then."""
    unquoted = re.sub(r'href="([^"\s]*)"', lambda found: f"href={found[1]}" if dice.chance(0.8) else found[0], html)
    return _insert(unquoted, 0.7, '<a href="/old.html"" target=_blank name=x>old page</a>')


def bare_ampersands(html: str, dice: Dice) -> str:
    """Text that was never escaped."""
    return re.sub(r" and ", lambda found: " & " if dice.chance(0.3) else found[0], html)


DAMAGES: tuple[Damage, ...] = (
    truncated,
    end_tags_missing,
    tables_misnested,
    inline_misnested,
    ended_early,
    comment_abrupt,
    comment_unclosed,
    two_pages,
    attributes_unquoted,
    bare_ampersands,
)
