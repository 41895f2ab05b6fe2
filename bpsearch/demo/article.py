"""Writes the planned posts: headline, lines of text and comments, still without any markup."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bpsearch.demo.dice import LONG, SHORT, Dice, geometric_cumulative
from bpsearch.demo.grammar import Writer, capitalise, count_words, plain_text
from bpsearch.demo.phrases import phrases
from bpsearch.demo.plan import Post
from bpsearch.demo.style import site_style
from bpsearch.demo.subjects import Subject

# Emphasis inside a paragraph cuts it into several blocks: paragraphs must be longer than the blocks are to be.
PARAGRAPH = geometric_cumulative(0.034)
CHATTY = geometric_cumulative(0.07)

# The tables that the sentences of a post come from, by the post's opinion, with the share of each.
MIXES = {
    stance: tuple(heading for heading, share in mix.items() for _ in range(share))
    for stance, mix in {
        "neutral": {"statement": 7, "report": 5, "naming": 3, "reporting": 1, "filler": 5},
        "positive": {"statement": 5, "report": 4, "naming": 3, "praising": 4, "filler": 5},
        "negative": {"statement": 5, "report": 4, "naming": 3, "griping": 4, "filler": 5},
        "mixed": {"statement": 5, "report": 4, "naming": 3, "praising": 1, "griping": 1, "balance": 2, "filler": 5},
        "comment": {"comments": 9, "chatter": 5, "spam": 1},
    }.items()
}
SHORT_SENTENCES = ("short",) * 8
SLIP_SHARE = 0.006  # of words are mistyped, if they are long enough
INTERJECTION_SHARE = 0.4  # of paragraphs that are a few words too short get one at their end


class Line(NamedTuple):
    """A piece of a post: its kind (paragraph, heading, quote, item, caption, verse) and its text with marks."""

    kind: str
    text: str


class Comment(NamedTuple):
    author: str
    when: str
    text: str


class Article(NamedTuple):
    headline: str
    lines: tuple[Line, ...]
    comments: tuple[Comment, ...]


def write_article(post: Post) -> Article:
    """The text of a post, from its plan alone."""
    dice = Dice("article", post.number)
    writer = Writer(dice, post.subject or post.others[0], post.aspect, post.plain, post.mentions)
    article = Article(_headline(writer, post), tuple(FORMS[post.form](writer, post)), tuple(_comments(writer, post)))
    article = _mistyped(article, dice)
    return _typeset(article) if site_style(post.site).curly else article


def _mistyped(article: Article, dice: Dice) -> Article:
    """With the slips of fingers that make the vocabulary of the Web grow for ever."""

    def slip(text: str) -> str:
        words = text.split(" ")
        for _ in range(int(len(words) * SLIP_SHARE + dice.random())):
            position = dice.between(0, len(words) - 1)
            word = words[position]
            if len(word) > 4 and word.isalpha() and word.islower():
                place = dice.between(1, len(word) - 3)
                words[position] = word[:place] + word[place + 1] + word[place] + word[place + 2 :]
        return " ".join(words)

    return article._replace(
        lines=tuple(line._replace(text=slip(line.text)) for line in article.lines),
        comments=tuple(comment._replace(text=slip(comment.text)) for comment in article.comments),
    )


def _typeset(article: Article) -> Article:
    """With typographic apostrophes and quotation marks."""
    return Article(
        curled(article.headline),
        tuple(line._replace(text=curled(line.text)) for line in article.lines),
        tuple(comment._replace(text=curled(comment.text)) for comment in article.comments),
    )


def curled(text: str) -> str:
    return re.sub('"(.*?)"', "“\\1”", text).replace("'", "’")


def write_paragraph(writer: Writer, mix: Sequence[str], words: int, first: str | None = None) -> str:
    """Sentences of about so many words in all; the first one may come from a table of its own."""
    sentences = [writer.sentence(first)] if first else []
    left = words - sum(map(count_words, sentences))
    while left > 4:
        tables = (*mix, *SHORT_SENTENCES) if left < 10 else mix
        tries = [writer.sentence(writer.dice.pick(tables)) for _ in range(1 if left > 24 else 4)]
        sentences.append(min(tries, key=lambda text: abs(count_words(text) - left)))
        left -= count_words(sentences[-1])
    if left > 0 and (not sentences or writer.dice.chance(INTERJECTION_SHARE)):
        sentences.append(writer.fill(_interjection(left, writer.dice)))
    return " ".join(sentences)


def _interjection(words: int, dice: Dice) -> str:
    return dice.pick([text for text in phrases("interjections") if count_words(text) == words])


def _paragraphs(writer: Writer, post: Post, count: int, lengths: Sequence[float] = PARAGRAPH) -> list[Line]:
    dice = writer.dice
    mix = MIXES[post.stance] + ("passing",) * len(post.mentions)
    return [Line("paragraph", write_paragraph(writer, mix, dice.length(lengths))) for _ in range(count)]


def _opening(writer: Writer, post: Post, lengths: Sequence[float] = PARAGRAPH) -> Line:
    return Line("paragraph", write_paragraph(writer, MIXES[post.stance], writer.dice.length(lengths), "opening"))


def _closest(writer: Writer, heading: str) -> str:
    """Of some phrases the one closest to the length that short text would have."""
    words = writer.dice.length(SHORT)
    tries = [writer.phrase(heading) for _ in range(4)]
    return capitalise(min(tries, key=lambda text: abs(count_words(text) - words)))


def _headline(writer: Writer, post: Post) -> str:
    """Of some headlines the one closest to a drawn length: some words more than short text."""
    words = writer.dice.pick((2, 2, 2, 5)) + writer.dice.length(SHORT)
    oblique = post.subject is None or writer.dice.chance(0.15)
    tries = [writer.phrase("oblique headlines" if oblique else "headlines") for _ in range(6)]
    return capitalise(plain_text(min(tries, key=lambda text: abs(count_words(text) - words))))


def _essay(writer: Writer, post: Post) -> list[Line]:
    dice = writer.dice
    lines = [_opening(writer, post)]
    for line in _paragraphs(writer, post, dice.between(7, 21)):
        if dice.chance(0.1):
            lines.append(Line("heading", plain_text(_closest(writer, "captions"))))
        lines.append(line._replace(kind="quote") if dice.chance(0.06) else line)
    lines[dice.between(1, len(lines)) : 0] = _digression(writer, post)
    if dice.chance(0.6):
        lines.append(Line("paragraph", writer.sentence("closing")))
    return lines


def _chatty(writer: Writer, post: Post) -> list[Line]:
    lines = [_opening(writer, post, CHATTY), *_paragraphs(writer, post, writer.dice.between(12, 30), CHATTY)]
    return lines + _digression(writer, post)


def _lists(writer: Writer, post: Post) -> list[Line]:
    dice = writer.dice
    items = dict.fromkeys(Line("item", _closest(writer, "list items")) for _ in range(dice.between(5, 16)))
    rest = _paragraphs(writer, post, dice.between(2, 7))
    return [_opening(writer, post), *items, *rest, *_digression(writer, post)]


def _captions(writer: Writer, post: Post) -> list[Line]:
    dice = writer.dice
    captions = [Line("caption", _closest(writer, "captions")) for _ in range(dice.between(4, 12))]
    return captions + _paragraphs(writer, post, dice.between(0, 3), CHATTY) + _digression(writer, post)


def _poems(writer: Writer, post: Post) -> list[Line]:
    dice = writer.dice
    verses = [Line("verse", writer.phrase("poem lines")) for _ in range(dice.between(8, 22))]
    return verses + _paragraphs(writer, post, dice.between(0, 2), CHATTY) + _digression(writer, post)


def _roundup(writer: Writer, post: Post) -> list[Line]:
    return [line for other in post.others for line in _about_other(writer, other, 2)]


def _digression(writer: Writer, post: Post) -> list[Line]:
    return _about_other(writer, post.others[0], writer.dice.between(1, 2)) if post.others else []


def _about_other(writer: Writer, subject: Subject, count: int) -> list[Line]:
    """Some paragraphs on another subject, by the same hand."""
    dice = writer.dice
    other = Writer(dice, subject, dice.pick(subject.aspects))
    texts = (
        write_paragraph(other, MIXES["neutral"], dice.length(PARAGRAPH), None if number else "digression")
        for number in range(count)
    )
    return [Line("paragraph", text) for text in texts]


def _comments(writer: Writer, post: Post) -> list[Comment]:
    dice = writer.dice
    comments = []
    for _ in range(dice.between(0, 2 * post.site.liveliness)):
        author = plain_text(writer.fill("{person}"))
        text = plain_text(write_paragraph(writer, MIXES["comment"], dice.length(LONG)))
        when = f"{dice.between(0, 23)}:{dice.between(0, 59):02d}"
        comments.append(Comment(author.split()[0] if dice.chance(0.6) else author, when, text))
    return comments


FORMS: dict[str, Callable[[Writer, Post], list[Line]]] = {
    "essay": _essay,
    "chatty": _chatty,
    "lists": _lists,
    "captions": _captions,
    "poems": _poems,
    "roundup": _roundup,
}
