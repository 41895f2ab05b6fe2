"""The page templates: HTML fragments with $slots, one file for each kind of page.

A fragment that is repeated (link, teaser, comment, …) fills the slot of its plural. Those that stand in one of
several places fill $navigation_top, $navigation_side, …; which of them a template has, its sites choose from.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

SLOT = re.compile(r"\$(\w+)")


class Template:
    """The fragments of one template by name."""

    def __init__(self, source: str) -> None:
        _, *named = re.split(r"<!-- == (\w+) -->\n", source)
        self.fragments = dict(zip(named[::2], named[1::2], strict=True))
        self._formats = {name: _format(text) for name, text in self.fragments.items()}

    def __contains__(self, fragment: str) -> bool:
        return fragment in self.fragments

    def fill(self, fragment: str, values: Mapping[str, object]) -> str:
        """A fragment with its slots filled."""
        return self._formats[fragment].format_map(values)

    def places(self, kind: str) -> tuple[str, ...]:
        """Where the template can put its navigation, teasers or notice: top, side, …"""
        found = re.findall(rf"\${kind}_(\w+)", "".join(self.fragments.values()))
        return tuple(dict.fromkeys(found))


def _format(text: str) -> str:
    """For str.format, which is several times as fast as string.Template: slots in braces, other braces doubled."""
    return SLOT.sub(r"{\1}", text.replace("{", "{{").replace("}", "}}"))


@cache
def template(name: str) -> Template:
    """The template of that name."""
    return Template(files(__package__).joinpath(f"{name}.html").read_text(encoding="utf-8"))
