"""Sentences from phrase tables: patterns with slots and alternatives, filled with the words of a subject."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from bpsearch.demo.dice import Dice
from bpsearch.demo.inflection import gerund, past, with_article
from bpsearch.demo.phrases import phrases
from bpsearch.demo.subjects import Aspect, Subject

# Around words that a page may link or emphasise; templates turn the marks into markup or drop them.
MARK, UNMARK = "\x02", "\x03"

Part = str | tuple["Parts", ...] | Callable[["Writer"], str]
Parts = tuple[Part, ...]


class Writer:
    """Writes about one subject; `plain` is how often the subject is called by its usual name."""

    def __init__(self, dice: Dice, subject: Subject, aspect: Aspect, plain: float = 0.6) -> None:
        self.dice = dice
        self.subject = subject
        self.aspect = aspect
        self.plain = plain
        self.plural = False  # number of the name written last

    def fill(self, pattern: str) -> str:
        """The pattern with one alternative chosen in each bracket and all slots filled."""
        return self._join(compile_pattern(pattern))

    def phrase(self, heading: str) -> str:
        """A filled pattern from a table; earlier ones are commoner."""
        return self.fill(self.dice.pick(phrases(heading)))

    def sentence(self, heading: str) -> str:
        """A filled pattern as a sentence, now and then with a connective before or a remark after it."""
        text = self.phrase(heading)
        draw = self.dice.random()
        if draw < 0.14 and not text.startswith(("I ", MARK)):
            text = f"{self.dice.skewed(phrases('connectives'))} {text}"
        elif draw < 0.3 and text[-1] not in "?!" and ":" not in text:
            text += self.fill(self.dice.skewed(phrases("tails")))
        return end_sentence(capitalise(text))

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

    def name(self) -> str:
        names = self.subject.names
        name = names[0] if self.dice.chance(self.plain) else self.dice.pick(names[1:])
        self.plural = name.endswith("*")
        return f"{MARK}{name.rstrip('*')}{UNMARK}"

    def thing(self) -> str:
        return self.dice.skewed(self.subject.things)


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


def _from(heading: str) -> Callable[[Writer], str]:
    return lambda writer: writer.fill(writer.dice.skewed(phrases(heading)))


def _agree(singular: str, plural: str) -> Callable[[Writer], str]:
    return lambda writer: plural if writer.plural else singular


def _person(writer: Writer) -> str:
    dice = writer.dice
    surname = dice.skewed(phrases("surname heads")) + dice.skewed(phrases("surname tails"))
    return f"{MARK}{dice.pick(phrases('first names'))} {surname}{UNMARK}"


def _town(writer: Writer) -> str:
    return writer.dice.skewed(phrases("town heads")) + writer.dice.skewed(phrases("town tails"))


def _who(writer: Writer) -> str:
    draw = writer.dice.random()
    return "I" if draw < 0.45 else "we" if draw < 0.65 else _from("people")(writer)


def _number(writer: Writer) -> str:
    draw = writer.dice.random()
    if draw < 0.6:
        return writer.dice.pick(("three", "four", "five", "six", "seven", "eight", "ten", "twelve", "twenty"))
    return str(writer.dice.between(11, 99) if draw < 0.9 else writer.dice.between(100, 950))


SLOTS: dict[str, Callable[[Writer], str]] = {
    "name": Writer.name,
    "thing": Writer.thing,
    "a_thing": lambda w: with_article(w.thing()),
    "stuff": lambda w: w.dice.skewed(w.subject.stuff),
    "voice": lambda w: w.fill(w.dice.pick(w.subject.voices)),
    "deed": lambda w: w.fill(w.dice.pick(w.subject.deeds)),
    "did": lambda w: w.fill(past(w.dice.pick(w.subject.deeds))),
    "doing": lambda w: w.fill(gerund(w.dice.pick(w.subject.deeds))),
    "fact": lambda w: w.fill(w.dice.pick(w.subject.facts)),
    "aspect": lambda w: w.aspect.name,
    "aspect_fact": lambda w: w.fill(w.dice.pick(w.aspect.facts)),
    "praise": lambda w: w.fill(w.dice.pick(w.subject.praise)),
    "gripe": lambda w: w.fill(w.dice.pick(w.subject.gripes)),
    "is": _agree("is", "are"),
    "has": _agree("has", "have"),
    "who": _who,
    "someone": _from("people"),
    "when": _from("times"),
    "where": _from("places"),
    "street": _from("streets"),
    "month": lambda w: w.dice.pick(phrases("months")),
    "year": lambda w: str(w.dice.between(1974, 2011)),
    "good": _from("good words"),
    "bad": _from("bad words"),
    "small": lambda w: str(w.dice.between(2, 5)),
    "number": _number,
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
    parts, rest = _parse(pattern, "")
    if rest:
        raise ValueError(f"unbalanced brackets in the phrase {pattern!r}")
    return parts


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
