"""How lines look: colours that colour-blind readers can tell apart (Okabe and Ito, 2008), and never colour alone."""

from __future__ import annotations

from typing import NamedTuple

CURVE, BAND = "#0072b2", "#0072b2"
BASELINE, INK, FAINT = "#555555", "#222222", "#999999"
BETTER, WORSE = "#009e73", "#d55e00"


class LineStyle(NamedTuple):
    """Colour and dashes (on, off, … in points) of a line."""

    colour: str
    dashes: tuple[float, ...]


BASELINE_STYLE = LineStyle(BASELINE, (5, 2.5))
_REFERENCES = (
    LineStyle("#d55e00", (6, 1.5, 1.5, 1.5)),
    LineStyle("#009e73", (2, 1.5)),
    LineStyle("#cc79a7", (8, 2)),
    LineStyle("#e69f00", (4, 1.5, 1, 1.5, 1, 1.5)),
    LineStyle("#56b4e9", (1, 1.2)),
)


def reference_style(number: int) -> LineStyle:
    """The style of the reference of that number: 0 is the baseline."""
    return BASELINE_STYLE if number == 0 else _REFERENCES[(number - 1) % len(_REFERENCES)]
