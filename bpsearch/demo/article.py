# ruff: noqa: E501
"""Writes the planned posts: headline, lines of text and comments, still without any markup."""

from __future__ import annotations

from typing import NamedTuple

from bpsearch.demo.dice import SHORT, Dice, geometric_cumulative
from bpsearch.demo.grammar import Writer, capitalise, count_words, end_sentence, plain_text
from bpsearch.demo.phrases import phrases
from bpsearch.demo.plan import Post
from bpsearch.demo.subjects import Subject

# Emphasis inside a paragraph cuts it into several blocks: paragraphs must be longer than the blocks are to be.
PARAGRAPH = geometric_cumulative(0.03)
CHATTY = geometric_cumulative(0.08)

MIXES = {
    stance: tuple(heading for heading, share in mix.items() for _ in range(share))
    for stance, mix in {
        "neutral": {"statement": 7, "report": 5, "naming": 3, "reporting": 1, "filler": 4},
        "positive": {"statement": 5, "report": 4, "naming": 3, "praise": 4, "filler": 4},
        "negative": {"statement": 5, "report": 4, "naming": 3, "gripes": 4, "filler": 4},
        "mixed": {"statement": 5, "report": 4, "naming": 3, "praise": 2, "gripes": 1, "balance": 1, "filler": 4},
    }.items()
}


class Line(NamedTuple):
    """A piece of a post: its kind (paragraph, heading, quote, item, caption, verse) and its text with marks."""

    kind: str
    text: str


class Comment(NamedTuple):
    author: str
    when: str
    lines: tuple[str, ...]


class Article(NamedTuple):
    headline: str
    lines: tuple[Line, ...]
    comments: tuple[Comment, ...]


def write_article(post: Post) -> Article:
    """The text of a post, from its plan alone."""
    dice = Dice("article", post.number)
    writer = Writer(dice, post.subject or post.others[0], post.aspect, post.plain)
    lines = FORMS[post.form](writer, post)
    return Article(_headline(writer, post), tuple(lines), tuple(_comments(writer, post)))


def _headline(writer: Writer, post: Post) -> str:
    """Of several headlines the one closest to a drawn length: two words more than short text."""
    dice = writer.dice
    wanted = 2 + dice.length(SHORT)
    table = phrases("oblique headlines" if post.subject is None or dice.chance(0.15) else "headlines")
    tries = (plain_text(writer.fill(dice.pick(table))) for _ in range(6))
    return capitalise(min(tries, key=lambda headline: abs(count_words(headline) - wanted)))


def write_paragraph(writer: Writer, stance: str, words: int, first: str | None = None) -> str:
    """Sentences of about so many words in all; the first one may come from a table of its own."""
    dice, mix = writer.dice, MIXES[stance]
    sentences: list[str] = []
    left = words
    while left > 0:
        if first:
            sentence, first = writer.sentence(first), None
        elif left < 5:
            sentence = _closest(list(phrases("interjections")), left, dice)
        else:
            heading = "short" if left < 9 else dice.pick(mix)
            tries = [writer.sentence(heading) for _ in range(1 if left > 28 else 4)]
            sentence = min(tries, key=lambda text: abs(count_words(text) - left)) if left < 20 else tries[0]
        sentences.append(sentence)
        left -= count_words(sentence)
    return " ".join(sentences)


def _closest(table: list[str], words: int, dice: Dice) -> str:
    fitting = [text for text in table if count_words(text) == words]
    return dice.pick(fitting or table)


def _essay(writer: Writer, post: Post) -> list[Line]:
    dice = writer.dice
    count = dice.between(6, 15)
    aside = dice.between(1, count - 1)
    lines = []
    for number in range(count):
        if number > 1 and dice.chance(0.1):
            lines.append(Line("heading", capitalise(plain_text(_closest_phrase(writer, "captions", dice.length(SHORT))))))
        first = "opening" if number == 0 else "closing" if number == count - 1 and dice.chance(0.6) else None
        kind = "quote" if number and dice.chance(0.06) else "paragraph"
        lines.append(Line(kind, write_paragraph(writer, post.stance, dice.length(PARAGRAPH), first)))
        if number == aside:
            lines += _digression(writer, post)
    return lines


def _chatty(writer: Writer, post: Post) -> list[Line]:
    dice = writer.dice
    count = dice.between(10, 24)
    lines = [Line("paragraph", write_paragraph(writer, post.stance, dice.length(CHATTY), "opening"))]
    lines += [Line("paragraph", write_paragraph(writer, post.stance, dice.length(CHATTY))) for _ in range(count)]
    return lines + _digression(writer, post)


def _lists(writer: Writer, post: Post) -> list[Line]:
    dice = writer.dice
    lines = [Line("paragraph", write_paragraph(writer, post.stance, dice.length(PARAGRAPH), "opening"))]
    lines += [
        Line("item", capitalise(_closest_phrase(writer, "list items", dice.length(SHORT)))) for _ in range(dice.between(5, 14))
    ]
    lines += [Line("paragraph", write_paragraph(writer, post.stance, dice.length(PARAGRAPH))) for _ in range(dice.between(1, 4))]
    return lines + _digression(writer, post)


def _captions(writer: Writer, post: Post) -> list[Line]:
    dice = writer.dice
    lines = [Line("caption", _closest_phrase(writer, "captions", dice.length(SHORT))) for _ in range(dice.between(4, 12))]
    lines += [Line("paragraph", write_paragraph(writer, post.stance, dice.length(CHATTY))) for _ in range(dice.between(0, 3))]
    return lines + _digression(writer, post)


def _poems(writer: Writer, post: Post) -> list[Line]:
    dice = writer.dice
    lines = [Line("verse", writer.phrase("poem lines")) for _ in range(dice.between(8, 22))]
    lines += [Line("paragraph", write_paragraph(writer, post.stance, dice.length(CHATTY))) for _ in range(dice.between(0, 2))]
    return lines + _digression(writer, post)


def _roundup(writer: Writer, post: Post) -> list[Line]:
    return [line for other in post.others for line in _about_other(writer, other)]


def _digression(writer: Writer, post: Post) -> list[Line]:
    if not post.others:
        return []
    return [line for _ in range(writer.dice.between(1, 2)) for line in _about_other(writer, post.others[0])]


def _about_other(writer: Writer, subject: Subject) -> list[Line]:
    """A paragraph on another subject, written by the same hand."""
    dice = writer.dice
    other = Writer(dice, subject, dice.pick(subject.aspects))
    return [Line("paragraph", write_paragraph(other, "neutral", dice.length(PARAGRAPH), "digression"))]


def _closest_phrase(writer: Writer, heading: str, words: int) -> str:
    tries = [writer.phrase(heading) for _ in range(4)]
    return min(tries, key=lambda text: abs(count_words(text) - words))


def _comments(writer: Writer, post: Post) -> list[Comment]:
    dice = writer.dice
    comments = []
    for _ in range(dice.between(0, 2 * post.site.liveliness)):
        author = plain_text(writer.fill("{person}"))
        if dice.chance(0.6):
            author = author.split()[0]
        sentences = [writer.phrase("comments")]
        while dice.chance(0.5):
            sentences.append(writer.phrase("comments"))
        text = " ".join(end_sentence(capitalise(plain_text(sentence))) for sentence in sentences)
        comments.append(Comment(author, f"{dice.between(0, 23):02d}:{dice.between(0, 59):02d}", (text,)))
    return comments


FORMS = {
    "essay": _essay,
    "chatty": _chatty,
    "lists": _lists,
    "captions": _captions,
    "poems": _poems,
    "roundup": _roundup,
}
