"""The phrase tables that all subjects share, read from phrases.txt and site.txt: a heading, then one phrase a line."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


def parse_phrases(table: str) -> dict[str, tuple[str, ...]]:
    """Phrases by heading; headings are marked with ==."""
    sections = (section.partition("\n") for section in ("\n" + table).split("\n== ")[1:])
    return {heading: tuple(body.strip().split("\n")) for heading, _, body in sections}


@cache
def phrases(heading: str) -> tuple[str, ...]:
    """The phrases under a heading."""
    return _all_phrases()[heading]


@cache
def _all_phrases() -> dict[str, tuple[str, ...]]:
    tables = (files(__package__).joinpath(name).read_text(encoding="utf-8") for name in ("phrases.txt", "site.txt"))
    return {heading: lines for table in tables for heading, lines in parse_phrases(table).items()}
