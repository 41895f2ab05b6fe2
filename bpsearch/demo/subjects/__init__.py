"""What the demo's bloggers write about: one vocabulary per subject, read from the tables beside this file.

A table is plain text: the subject's key at the margin, below it indented fields whose phrases are separated by
semicolons. The first name is what a searcher would type; a star marks a plural name. Phrases may hold slots
like {town} and alternatives like [drops|falls], which the grammar fills in.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

TABLES = ("home", "food", "technology", "outdoors", "culture", "society")


@dataclass(frozen=True, slots=True, eq=False)
class Aspect:
    """One side of a subject: a name for it, and what there is to say about it."""

    name: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """The words of one subject."""

    key: str
    names: tuple[str, ...]
    things: tuple[str, ...]
    stuff: tuple[str, ...]
    voices: tuple[str, ...]
    deeds: tuple[str, ...]
    facts: tuple[str, ...]
    praise: tuple[str, ...]
    gripes: tuple[str, ...]
    aspects: tuple[Aspect, ...]


def parse_table(table: str) -> list[Subject]:
    """The subjects of one table."""
    subjects = []
    for entry in table.strip().split("\n\n"):
        key, *lines = entry.splitlines()
        fields: dict[str, tuple[str, ...]] = {}
        aspects = []
        for line in lines:
            name, _, phrases = line.strip().partition(": ")
            values = tuple(phrases.split("; "))
            if name.startswith("aspect "):
                aspects.append(Aspect(name.removeprefix("aspect "), values))
            else:
                fields[name] = values
        subjects.append(Subject(key=key, aspects=tuple(aspects), **fields))
    return subjects


@cache
def all_subjects() -> dict[str, Subject]:
    """Every subject by its key, in the order of the tables."""
    tables = (files(__package__).joinpath(f"{name}.txt").read_text(encoding="utf-8") for name in TABLES)
    return {subject.key: subject for table in tables for subject in parse_table(table)}
