"""What every post of the demo is about, and which other posts its page shows: decided before any text exists."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from importlib.resources import files

from bpsearch.demo.dice import Dice
from bpsearch.demo.subjects import Aspect, Subject, all_subjects

# Opinion of a post and its grade in the Blog track's qrels.
GRADES = {"neutral": 1, "negative": 2, "mixed": 3, "positive": 4}
STANCES = ("neutral",) * 6 + ("positive",) * 6 + ("negative",) * 4 + ("mixed",) * 4

FIRST_YEAR = {
    "homepage": 1998, "tables": 1999, "portal": 2001, "journal": 2003, "blogger": 2004, "trackback": 2005,
    "soup": 2008, "magazine": 2010, "photo": 2013, "notebook": 2015, "minimal": 2017, "cards": 2019,
}  # fmt: skip

FOCUS_SHARE = 0.68  # of a site's posts are on its own subjects
DIGRESSION_SHARE = 0.3  # of posts wander off to another subject for a paragraph or two
ROUNDUP_SHARE = 0.04  # of posts touch many subjects and are about none
HABIT_SHARE = 0.85  # of a site's posts have the site's usual form, the others are essays


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """A blog: where it is, what it looks like, what it writes about and how."""

    number: int
    name: str
    host: str
    template: str
    habit: str  # essay, chatty, lists, captions, poems: the form of its posts
    encoding: str
    tagline: str
    focus: tuple[Subject, ...]
    liveliness: int  # comments on a usual post


@dataclass(frozen=True, slots=True, eq=False)
class Post:
    """A post before it is written; `others` and `mentions` are subjects that it touches without being about them."""

    id: str
    number: int
    site: Site
    day: date
    form: str
    subject: Subject | None  # None: a round-up, about nothing in particular
    aspect: Aspect
    stance: str
    plain: float  # how often the subject is called by its usual name
    others: tuple[Subject, ...]  # wandered off to for a paragraph or more
    mentions: tuple[Subject, ...]  # named in passing

    @property
    def grade(self) -> int:
        return GRADES[self.stance]


@dataclass(frozen=True, slots=True)
class Listing:
    """The posts whose headlines or first lines a post's page repeats, as numbers of posts."""

    recent: tuple[int, ...]
    popular: tuple[int, ...]
    related: tuple[int, ...]
    teasers: tuple[int, ...]
    elsewhere: tuple[int, ...]

    def shown(self) -> set[int]:
        return {*self.recent, *self.popular, *self.related, *self.teasers, *self.elsewhere}


@cache
def sites() -> tuple[Site, ...]:
    """The sites of the demo, from sites.txt."""
    subjects = all_subjects()
    rows = files(__package__).joinpath("sites.txt").read_text(encoding="utf-8").splitlines()
    made = []
    for number, row in enumerate(rows):
        name, host, template, habit, encoding, tagline, focus = row.split(" | ")
        keys = tuple(subjects[key] for key in focus.split("; "))
        liveliness = Dice("site", number).between(0, 7)
        made.append(Site(number, name, host, template, habit, encoding, tagline, keys, liveliness))
    return tuple(made)


@cache
def posts() -> tuple[Post, ...]:
    """All posts, site by site, oldest first."""
    planned: list[Post] = []
    for site in sites():
        dice = Dice("posts", site.number)
        day = date(FIRST_YEAR[site.template] + dice.between(0, 2), 1, 1) + timedelta(days=dice.between(0, 300))
        for _ in range(dice.between(14, 27)):
            day += timedelta(days=dice.between(1, 23))
            planned.append(_plan_post(dice, site, day, len(planned)))
    return tuple(planned)


def _plan_post(dice: Dice, site: Site, day: date, number: int) -> Post:
    everything = tuple(all_subjects().values())
    subject = dice.skewed(site.focus) if dice.chance(0.3) else dice.pick(site.focus)
    if not dice.chance(FOCUS_SHARE):
        subject = dice.pick(everything)
    others: list[Subject] = []
    if roundup := dice.chance(ROUNDUP_SHARE):
        subject, *others = dice.sample(everything, dice.between(4, 6))
    elif dice.chance(DIGRESSION_SHARE):
        others = [dice.pick(site.focus if dice.chance(0.5) else everything)]
    mentions = [dice.pick(site.focus if dice.chance(0.5) else everything) for _ in range(dice.between(0, 2))]
    return Post(
        id=f"BLOG-DEMO-{day:%Y%m%d}-{site.number:03d}-{number:010d}",
        number=number,
        site=site,
        day=day,
        form="roundup" if roundup else site.habit if dice.chance(HABIT_SHARE) else "essay",
        subject=None if roundup else subject,
        aspect=subject.aspects[number % len(subject.aspects)],
        stance=dice.pick(STANCES),
        plain=dice.pick((0.9, 0.7, 0.5, 0.2)),
        others=(subject, *others) if roundup else tuple(other for other in others if other is not subject),
        mentions=tuple(other for other in mentions if other is not subject),
    )


@cache
def listings() -> tuple[Listing, ...]:
    """For each post, the other posts that its page shows."""
    planned = posts()
    by_site = [[post for post in planned if post.site is site] for site in sites()]
    return tuple(_list_posts(post, by_site[post.site.number], planned) for post in planned)


def _list_posts(post: Post, neighbours: list[Post], everything: tuple[Post, ...]) -> Listing:
    whole_site, own = Dice("listing", post.site.number), Dice("related", post.number)
    newest = [other.number for other in reversed(neighbours) if other is not post]
    akin = [other.number for other in neighbours if other.subject is post.subject and other is not post]
    popular = whole_site.sample([other.number for other in neighbours], 8)
    recent_count, teaser_count, elsewhere_count = (whole_site.between(*span) for span in ((5, 10), (3, 7), (0, 6)))
    related = own.sample(akin, 2) + own.sample(newest, 3)
    return Listing(
        recent=tuple(newest[:recent_count]),
        popular=tuple(number for number in popular if number != post.number),
        related=tuple(dict.fromkeys(related)),
        teasers=tuple(own.sample(newest, teaser_count)),
        elsewhere=tuple(own.sample(range(len(everything)), elsewhere_count)),
    )
