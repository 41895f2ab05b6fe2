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
_COLOURS = ("#cc79a7", "#e69f00", "#332288", "#999933", "#882255")  # none of them is better or worse
_DASHES = ((6, 1.5, 1.5, 1.5), (2, 1.5), (8, 2), (4, 1.5, 1, 1.5, 1, 1.5), (1, 1.2))
LONGEST_LABEL = 28  # characters beside a plot
WIDEST_LABEL = 44  # characters below one


def reference_style(number: int) -> LineStyle:
    """The style of the reference of that number: 0 is the baseline; 25 more differ in colour or dashes."""
    if number == 0:
        return BASELINE_STYLE
    rounds, place = divmod(number - 1, len(_COLOURS))
    return LineStyle(_COLOURS[place], _DASHES[(place + rounds) % len(_DASHES)])


def short_label(name: str) -> str:
    """A name that leaves room for the plot; a filter can be long."""
    return name if len(name) <= LONGEST_LABEL else name[: LONGEST_LABEL - 1].rstrip() + "…"
