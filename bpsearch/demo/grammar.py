"""Sentences from phrase tables: patterns with slots and alternatives, filled with the words of a subject."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from bpsearch.demo.dice import Dice
from bpsearch.demo.inflection import gerund, past, with_article
from bpsearch.demo.phrases import phrases
from bpsearch.demo.subjects import Aspect, Subject

# Around words that a page may link or emphasise; templates turn the marks into markup or drop them.
MARK, UNMARK = "\x02", "\x03"

CONNECTIVE_SHARE = 0.16  # of sentences begin with one
TAIL_SHARE = 0.14  # of sentences end with a remark
PRONOUN_SHARE = 0.5
SUBJECT_FIELDS = frozenset({"things", "stuff", "voices", "deeds", "facts", "praise", "gripes"})
CONNECTABLE = ("the ", "a ", "it ", "my ", "we ", "there ", "nobody ", "some ", "one ", "our ", "in ", "on ", "what ")

Part = str | tuple["Parts", ...] | Callable[["Writer"], str]
Parts = tuple[Part, ...]


class Writer:
    """Writes about one subject; `plain` is how often it is called by its usual name rather than by another one.

    `mentions` are other subjects that come up in passing.
    Phrases are dealt like cards and put back under the deck, so that none comes again soon.
    """

    def __init__(
        self, dice: Dice, subject: Subject, aspect: Aspect, plain: float = 0.6, mentions: Sequence[Subject] = ()
    ) -> None:
        self.dice = dice
        self.subject = subject
        self.aspect = aspect
        self.plain = plain
        self.mentions = mentions
        self.plural = False  # number of the name written last
        self._named = False
        self._decks: dict[str, list[str]] = {}

    def fill(self, pattern: str) -> str:
        """The pattern with one alternative chosen in each bracket and all slots filled."""
        return self._join(compile_pattern(pattern))

    def phrase(self, heading: str) -> str:
        """The next pattern of a table, filled; the first one may be any."""
        if heading not in self._decks:
            table = phrases(heading)
            cut = self.dice.between(0, len(table) - 1)
            self._decks[heading] = [*table[cut:], *table[:cut]]
        return self.fill(self.deal(heading))

    def sentence(self, heading: str) -> str:
        """A filled pattern as a sentence, now and then with a connective before or a remark after it."""
        text = self.phrase(heading)
        draw = self.dice.random()
        if draw < CONNECTIVE_SHARE and text.startswith(CONNECTABLE):
            text = f"{self.deal('connectives')} {text}"
        elif draw > 1 - TAIL_SHARE and text[-1] not in "?!" and ":" not in text and count_words(text) < 16:
            text += self.fill(self.deal("tails"))
        return end_sentence(capitalise(text))

    def deal(self, heading: str) -> str:
        """The next phrase of a table or of a field of the subject, from near the front of its deck."""
        deck = self._decks.get(heading)
        if deck is None:
            deck = self._decks[heading] = list(self._table(heading))
        draw = self.dice.random()
        phrase = deck.pop(int(draw * draw * (len(deck) + 1) * 0.6))
        deck.append(phrase)
        return phrase

    def name(self) -> str:
        """The subject by name, or, once it has been named, often by a word that says as little as `it`."""
        if self._named and self.dice.chance(PRONOUN_SHARE):
            self.plural = False
            return self.dice.pick(phrases("pronouns"))
        return self.title()

    def title(self) -> str:
        """One of the names of the subject."""
        names = self.subject.names
        name = names[0] if self.dice.chance(self.plain) else self.dice.pick(names[1:])
        self.plural, self._named = name.endswith("*"), True
        return f"{MARK}{name.rstrip('*')}{UNMARK}"

    def other(self) -> str:
        """The usual name of a subject that comes up in passing."""
        return f"{MARK}{self.dice.pick(self.mentions).names[0].rstrip('*')}{UNMARK}"

    def _table(self, heading: str) -> tuple[str, ...]:
        if heading == "aspect facts":
            return self.aspect.facts
        if heading in SUBJECT_FIELDS:
            table: tuple[str, ...] = getattr(self.subject, heading)
            return table
        return phrases(heading)

    def _join(self, parts: Parts) -> str:
        filled = []
        for part in parts:
            if isinstance(part, str):
                filled.append(part)
            elif isinstance(part, tuple):
                filled.append(self._join(self.dice.pick(part)))
            else:
                filled.append(part(self))
        return "".join(filled)


def capitalise(text: str) -> str:
    """First letter upper case, behind a mark or quotation mark too."""
    for position, character in enumerate(text[:3]):
        if character.isalpha():
            return text[:position] + character.upper() + text[position + 1 :]
    return text


def end_sentence(text: str) -> str:
    return text if text[-1] in ".?!" else text + "."


def plain_text(text: str) -> str:
    """Without the marks."""
    return text.replace(MARK, "").replace(UNMARK, "")


def count_words(text: str) -> int:
    """Words as a block's column counts them; the tables hold no free-standing punctuation."""
    return text.count(" ") + 1


def _from(heading: str, form: Callable[[str], str] = str) -> Callable[[Writer], str]:
    """A slot for the next phrase under a heading."""
    return lambda writer: writer.fill(form(writer.deal(heading)))


def _agree(singular: str, plural: str) -> Callable[[Writer], str]:
    return lambda writer: plural if writer.plural else singular


def _person(writer: Writer) -> str:
    dice = writer.dice
    surname = dice.skewed(phrases("surname heads")) + dice.pick(phrases("surname tails"))
    return f"{MARK}{dice.skewed(phrases('first names'))} {surname}{UNMARK}"


def _town(writer: Writer) -> str:
    return writer.dice.skewed(phrases("town heads")) + writer.dice.pick(phrases("town tails"))


def _who(writer: Writer) -> str:
    draw = writer.dice.random()
    return "I" if draw < 0.45 else "we" if draw < 0.65 else _from("people")(writer)


def _number(writer: Writer) -> str:
    if writer.dice.chance(0.7):
        return writer.dice.pick(("three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"))
    return str(writer.dice.between(13, 60))


def _price(writer: Writer) -> str:
    return f"{writer.dice.between(12, 480)} {writer.dice.pick(('pounds', 'dollars', 'euros'))}"


SLOTS: dict[str, Callable[[Writer], str]] = {
    "name": Writer.name,
    "title": Writer.title,
    "other": Writer.other,
    "thing": _from("things"),
    "a_thing": _from("things", with_article),
    "stuff": _from("stuff"),
    "voice": _from("voices"),
    "deed": _from("deeds"),
    "did": _from("deeds", past),
    "doing": _from("deeds", gerund),
    "fact": _from("facts"),
    "aspect": lambda w: w.aspect.name,
    "aspect_fact": _from("aspect facts"),
    "praise": _from("praise"),
    "gripe": _from("gripes"),
    "is": _agree("is", "are"),
    "has": _agree("has", "have"),
    "who": _who,
    "someone": _from("people"),
    "daily": _from("daily"),
    "when": _from("times"),
    "where": _from("places"),
    "street": _from("streets"),
    "month": _from("months"),
    "good": _from("good words"),
    "bad": _from("bad words"),
    "year": lambda w: str(w.dice.between(1974, 2011)),
    "small": lambda w: str(w.dice.between(2, 5)),
    "many": lambda w: str(w.dice.between(101, 999)),
    "number": _number,
    "price": _price,
    "person": _person,
    "town": _town,
}


def _slot(name: str) -> Callable[[Writer], str]:
    if name in SLOTS:
        return SLOTS[name]
    lower = SLOTS[name.lower()]  # {Name} is {name} at the start of a line
    return lambda writer: capitalise(lower(writer))


@cache
def compile_pattern(pattern: str) -> Parts:
    """The pattern as text, alternatives and slots in order."""
    if pattern.count("[") != pattern.count("]"):
        raise ValueError(f"unbalanced brackets in the phrase {pattern!r}")
    return _parse(pattern, "")[0]


def _parse(text: str, stops: str) -> tuple[Parts, str]:
    parts: list[Part] = []
    while text and text[0] not in stops:
        if text[0] == "{":
            name, _, text = text[1:].partition("}")
            parts.append(_slot(name))
        elif text[0] == "[":
            alternatives = []
            while text[0] != "]":
                alternative, text = _parse(text[1:], "|]")
                alternatives.append(alternative)
            parts.append(tuple(alternatives))
            text = text[1:]
        else:
            end = min((position for position in map(text.find, "{[" + stops) if position >= 0), default=len(text))
            parts.append(text[:end])
            text = text[end:]
    return tuple(parts), text
