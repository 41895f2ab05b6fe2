"""What is swept: an expression with a threshold `{t}`, and the values that the threshold takes.

A series is a row of filters: those of one expression (a curve), of two crossed (a grid), or the references that
curves are compared with. `words >= {t}` is the sliding minimum of seed 001, section 6.2.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from bpsearch.errors import BpsearchError
from bpsearch.retrieval.filters import all_of

THRESHOLD = "{t}"
MOST_VALUES = 1000
LARGEST = 1e15  # whole numbers up to here are exact
_MINIMUM = re.compile(r"\s*([^\W\d]\w*)\s*>=\s*\{t\}\s*")


class Axis(NamedTuple):
    """A threshold that slides: a filter for each value."""

    name: str
    label: str
    expression: str
    values: tuple[float, ...]

    @property
    def filters(self) -> list[str]:
        """The filter of each value."""
        return [self.expression.replace(THRESHOLD, shown_number(value)) for value in self.values]

    @property
    def minimum_of(self) -> str | None:
        """The column, where the expression is nothing but its minimum: such axes are swept at once."""
        found = _MINIMUM.fullmatch(self.expression)
        return found[1] if found else None


class Point(NamedTuple):
    """One filter of a series; the empty filter keeps every block."""

    filter: str
    thresholds: tuple[float, ...]
    name: str


class Series(NamedTuple):
    """Filters that belong together: no axis for references, one for a curve, two for a grid."""

    name: str
    axes: tuple[Axis, ...]
    points: tuple[Point, ...]


# Links slide from above: a block with many links is boilerplate, so the threshold is a maximum.
_SLIDING = {
    "words": ("minimum words in a block", "words >= {t}"),
    "density": ("minimum text density of a block", "density >= {t}"),
    "links": ("maximum link density of a block", "links <= {t}"),
}


def sliding(column: str, values: str) -> Axis:
    """The usual threshold of `words`, `density` (a minimum) or `links` (a maximum)."""
    label, expression = _SLIDING[column]
    return Axis(column, label, expression, parse_values(values, f"--{column}"))


def expression_axis(expression: str, values: str) -> Axis:
    """The threshold of any expression with `{t}` in it."""
    if THRESHOLD not in expression:
        raise BpsearchError(
            f"--where {expression!r} has no {THRESHOLD}; write it where the values go: \"boilerplate < {{t}}\""
        )
    return Axis(expression, expression.replace(THRESHOLD, "t"), expression, parse_values(values, "--values"))


def curve(axis: Axis) -> Series:
    """A filter for each value of a threshold."""
    points = [Point(text, (value,), text) for text, value in zip(axis.filters, axis.values, strict=True)]
    return Series(axis.name, (axis,), tuple(points))


def grid(axes: Sequence[Axis]) -> Series:
    """Two thresholds crossed: a filter for each pair of values, the first one varying slowest."""
    if len(axes) != 2:
        names = ", ".join(axis.name for axis in axes)
        raise BpsearchError(f"--grid crosses two ranges, not {len(axes)} ({names}); name the two, for example "
                            "--words 1:50 --density 1:20")
    first, second = (list(zip(axis.filters, axis.values, strict=True)) for axis in axes)
    pairs = [(all_of([one, other]) or "", (a, b)) for (one, a), (other, b) in product(first, second)]
    points = [Point(text, thresholds, text) for text, thresholds in pairs]
    return Series(f"{axes[0].name} × {axes[1].name}", tuple(axes), tuple(points))


def parse_values(text: str, option: str) -> tuple[float, ...]:
    """The values of `1:100`, `0.1:0.9:0.1` (from, to, step; both ends included) or `1,2,5`, ascending."""
    values: set[float] = set()
    for part in text.split(","):
        numbers = [_number(piece, text, option) for piece in part.split(":")]
        if len(numbers) == 1:
            values.add(numbers[0])
            continue
        start, end, step = (*numbers, 1.0)[:3]
        if len(numbers) > 3 or step <= 0 or end < start:
            raise _unreadable(text, option)
        steps = (end - start) / step + 1e-9
        if not steps < MOST_VALUES:
            raise _too_many(text, option)
        count = int(steps) + 1
        values.update(round(start + place * step, 10) for place in range(count))
    if len(values) > MOST_VALUES:
        raise _too_many(text, option)
    return tuple(sorted(values))


def shown_number(value: float) -> str:
    """Without a point where it is whole, and never with an exponent."""
    return str(int(value)) if value == int(value) else f"{value:.10f}".rstrip("0")


def _number(piece: str, text: str, option: str) -> float:
    try:
        value = float(piece)
    except ValueError:
        raise _unreadable(text, option) from None
    if not abs(value) <= LARGEST:
        raise _unreadable(text, option)
    return value


def _unreadable(text: str, option: str) -> BpsearchError:
    return BpsearchError(f"{option} {text!r}: expected FROM:TO, FROM:TO:STEP or single values with commas, ascending, "
                         "for example 1:100, 0.1:0.9:0.1 or 5,10,20")


def _too_many(text: str, option: str) -> BpsearchError:
    return BpsearchError(f"{option} {text}: too many values; expected {MOST_VALUES:,} at most, so take larger steps")


WORDS, DENSITY = sliding("words", "1:100"), sliding("density", "1:20")
