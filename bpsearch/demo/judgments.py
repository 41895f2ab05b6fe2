"""Topics and qrels of the demo: who wanted what, and which posts are about it, from the plan and not from any text."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from textwrap import fill
from typing import NamedTuple

from bpsearch.demo.dice import Dice
from bpsearch.demo.plan import Post, listings, posts
from bpsearch.demo.subjects import Subject, all_subjects

MISSED = 0.7  # chance that a single mention of the subject does not bring a page into the pool
POOLED_AT_RANDOM = 15  # pages per topic that some system put into the pool for no good reason


class Topic(NamedTuple):
    number: int
    title: str
    description: str
    narrative: str
    subject: Subject
    aspects: frozenset[str]  # the sides of the subject that are wanted; all of them if empty

    def wants(self, post: Post) -> bool:
        return post.subject is self.subject and (not self.aspects or post.aspect.name in self.aspects)


@cache
def demo_topics() -> tuple[Topic, ...]:
    """The topics, from topics.txt."""
    made = []
    rows = files(__package__).joinpath("topics.txt").read_text(encoding="utf-8").splitlines()
    for number, row in enumerate(rows, 1):
        key, title, description, narrative, *aspects = row.split(" | ")
        made.append(Topic(number, title, description, narrative, all_subjects()[key], frozenset(aspects)))
    return tuple(made)


def topics() -> str:
    """The topics in TREC's SGML."""
    return "\n".join(
        f"<top>\n<num> Number: {topic.number}\n\n<title> {topic.title}\n\n"
        f"<desc> Description:\n{fill(topic.description, 76)}\n\n"
        f"<narr> Narrative:\n{fill(topic.narrative, 76)}\n\n</top>\n"
        for topic in demo_topics()
    )


def qrels() -> str:
    """The judgments as TREC qrels: 0 not relevant, 1 on the topic, 2 with negative, 3 mixed, 4 positive opinion."""
    return "".join(f"{topic.number} 0 {post.id} {grade}\n" for topic in demo_topics() for post, grade in _judged(topic))


def _judged(topic: Topic) -> list[tuple[Post, int]]:
    """Every post about the topic, and of the others those that a pool would have held."""
    dice = Dice("pool", topic.number)
    planned = posts()
    about = {post.number for post in planned if post.subject is topic.subject}
    strays = set(dice.sample(range(len(planned)), POOLED_AT_RANDOM))
    judged = []
    for post, listing in zip(planned, listings(), strict=True):
        mentions = (*post.others, *post.others, *post.mentions, *post.site.focus).count(topic.subject)
        pooled = dice.random() > MISSED ** (mentions + len(about & listing.shown()))
        if post.number in about or pooled or post.number in strays:
            judged.append((post, post.grade if topic.wants(post) else 0))
    return judged
