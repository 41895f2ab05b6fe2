"""precision.svg, .png and .pdf: each measure against the threshold, and what survives, as Figure 7 of seed 001."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from typing import Any

import numpy as np

from bpsearch.evaluation.rounding import shown
from bpsearch.report.drawing import cell_edges, figure, save, spread, threshold_ticks
from bpsearch.report.style import BAND, BETTER, CURVE, FAINT, INK, WIDEST_LABEL, WORSE, reference_style, short_label
from bpsearch.report.summary import SIGNIFICANT
from bpsearch.sweeps.records import Curve, Sweep
from bpsearch.sweeps.references import BASELINE
from bpsearch.sweeps.series import shown_number

PANEL_WIDTH, PANEL_HEIGHT, SURVIVAL_HEIGHT = 3.35, 2.05, 1.15  # inches
LEAST_WIDTH = 5.4  # room for the key
FEW_REFERENCES = 6  # a line leads from each to its label, which stands as near as it can; more are a list
_HELD_OUT: dict[str, Any] = {"marker": "D", "ls": "", "mfc": "none", "mec": INK, "mew": 1.0, "ms": 8.5}  # around a dot


def plot_curves(sweep: Sweep, folder: Path) -> list[Path]:
    """Draw all curves of a sweep: a column for each series, a row for each measure, survival below."""
    measures, curves = sweep.measures, sweep.curves
    heights = [PANEL_HEIGHT] * len(measures) + [SURVIVAL_HEIGHT]
    width = max(PANEL_WIDTH * len(curves), LEAST_WIDTH) + 1.45
    drawn, axes = figure((width, sum(heights) + 0.75), rows=heights, columns=[1.0] * len(curves))
    for row, measure in enumerate(measures):
        low, high = _range(sweep, measure)
        for column, curve in enumerate(curves):
            panel = axes[row][column]
            panel.set_ylim(low, high)
            _draw_measure(panel, sweep, curve, measure)
            if column == 0:
                panel.set_ylabel(measure)
            else:
                panel.tick_params(labelleft=False)
        _label_references(axes[row][-1], sweep, measure, (low, high))
    for column, curve in enumerate(curves):
        axes[-1][column].tick_params(labelleft=column == 0)
        _draw_survival(axes[-1][column], sweep, curve, last=column == len(curves) - 1)
        axes[-1][column].set_xlabel(fill(curve.series.axes[0].label, WIDEST_LABEL))
        for row in axes[:, column]:
            _scale(row, curve)
    axes[-1][0].set_ylabel("left, %")
    _key(drawn, sweep)
    return save(drawn, folder, "precision")


def _range(sweep: Sweep, measure: str) -> tuple[float, float]:
    """One range for a measure in all columns, so that they can be compared; room below for the strip."""
    lows = [one.low for curve in sweep.curves for one in curve.comparisons[measure]]
    highs = [one.high for curve in sweep.curves for one in curve.comparisons[measure]]
    values = [one.value for one in sweep.references.comparisons[measure]]
    low, high = min(lows + values), max(highs + values)
    room = max(high - low, 0.02)
    return low - 0.17 * room, high + 0.12 * room


def _draw_measure(panel: Any, sweep: Sweep, curve: Curve, measure: str) -> None:
    thresholds = np.array(curve.series.axes[0].values)
    comparisons = curve.comparisons[measure]
    places, low = _drawable(thresholds, [one.low for one in comparisons])
    _, high = _drawable(thresholds, [one.high for one in comparisons])
    panel.fill_between(places, low, high, color=BAND, alpha=0.14, lw=0)
    for number, reference in enumerate(sweep.references.comparisons[measure]):
        colour, dashes = reference_style(number)
        panel.axhline(reference.value, color=colour, lw=1.1, dashes=dashes, zorder=2)
    panel.plot(*_drawable(thresholds, [one.value for one in comparisons]), color=CURVE, lw=1.8, zorder=4)
    panel.tick_params(labelbottom=False)
    _draw_significance(panel, thresholds, curve, measure)
    _draw_chosen(panel, thresholds, curve, measure)


def _drawable(thresholds: Any, values: Any) -> tuple[Any, Any]:
    """Where a line goes; that of a single threshold fills its cell."""
    return (thresholds, values) if len(thresholds) > 1 else (cell_edges(thresholds), [values[0], values[0]])


def _draw_significance(panel: Any, thresholds: Any, curve: Curve, measure: str) -> None:
    """A strip along the bottom where the difference to the baseline is significant after correction."""
    edges = cell_edges(thresholds)
    for place, one in enumerate(curve.comparisons[measure]):
        found = one.differences[BASELINE]
        if found.corrected_p < SIGNIFICANT:
            better = found.difference > 0
            panel.axvspan(
                edges[place], edges[place + 1], 0.025, 0.065, facecolor=BETTER if better else WORSE,
                hatch=None if better else "/////", edgecolor="white" if not better else BETTER, lw=0,
            )  # fmt: skip


def _draw_chosen(panel: Any, thresholds: Any, curve: Curve, measure: str) -> None:
    if curve.chosen is None:
        return
    place = curve.chosen.place
    value = curve.comparisons[measure][place].value
    panel.axvline(thresholds[place], color=INK, lw=0.6, zorder=3, ymin=0.09, alpha=0.7)
    panel.plot([thresholds[place]], [value], "o", color=CURVE, mec="white", mew=1.0, ms=6.5, zorder=6)
    left = thresholds[place] > (thresholds[0] + thresholds[-1]) / 2
    panel.annotate(
        f"threshold {shown_number(thresholds[place])}: {shown(value, 3)}",
        (thresholds[place], 0.985),
        xycoords=("data", "axes fraction"),
        xytext=(-4 if left else 4, 0),
        textcoords="offset points",
        ha="right" if left else "left",
        va="top",
        fontsize=8,
        color=INK,
        fontweight="bold",
    )
    for outcome in curve.chosen.outcomes:
        if outcome.measure == measure:
            held_out = outcome.comparison.value
            panel.plot([thresholds[place]], [held_out], **_HELD_OUT, zorder=7)


def _label_references(panel: Any, sweep: Sweep, measure: str, limits: tuple[float, float]) -> None:
    """Names and values right of the last panel, in the order of the values, with a sample of each line."""
    values = [one.value for one in sweep.references.comparisons[measure]]
    few = len(values) <= FEW_REFERENCES
    places = spread(values, limits, 0.078 * (limits[1] - limits[0]))
    beside = panel.get_yaxis_transform()
    for number, (point, value, place) in enumerate(zip(sweep.references.points, values, places, strict=True)):
        colour, dashes = reference_style(number)
        name = "all blocks" if number == 0 else short_label(point.name)
        if few:
            panel.plot([1.0, 1.05], [value, place], color=colour, lw=0.7, transform=beside, clip_on=False)
        panel.plot([1.06, 1.15], [place] * 2, color=colour, lw=1.3, dashes=dashes, transform=beside, clip_on=False)
        panel.annotate(
            f"{name} {shown(value, 3)}", (1.17, place), xycoords=beside, va="center", fontsize=8, color=INK,
            annotation_clip=False,
        )  # fmt: skip


def _leader(colour: str) -> dict[str, Any]:
    """The thin line from the end of a curve to its label."""
    return {"arrowstyle": "-", "color": colour, "lw": 0.7, "shrinkA": 1, "shrinkB": 0, "relpos": (0, 0.5)}


def _draw_survival(panel: Any, sweep: Sweep, curve: Curve, last: bool) -> None:
    thresholds = curve.series.axes[0].values
    everything = sweep.references.survival
    lines = (
        ("documents", curve.survival.documents, everything.documents[0], (None, None), INK),
        ("text (dashes)", curve.survival.tokens, everything.tokens[0], (4, 1.5), INK),
        ("blocks (dots)", curve.survival.blocks, everything.blocks[0], (1, 1.2), FAINT),
    )
    ends = []
    for _, counts, total, dashes, colour in lines:
        shares = 100 * np.asarray(counts, float) / max(int(total), 1)
        style = {"dashes": dashes} if dashes[0] else {}
        panel.plot(*_drawable(thresholds, shares), color=colour, lw=1.3, **style)
        ends.append(float(shares[-1]) + 1e-6 * float(shares.mean()))  # labels of equal ends in order of the lines
    panel.set_ylim(-3, 108)
    panel.set_yticks([0, 50, 100])
    if last:
        for (name, *_, colour), end, place in zip(lines, ends, spread(ends, (0, 105), 15), strict=True):
            panel.annotate(
                name, (1.0, end), xycoords=("axes fraction", "data"), xytext=(1.06, place),
                textcoords=("axes fraction", "data"), va="center", fontsize=8, color=colour, annotation_clip=False,
                arrowprops=_leader(colour),
            )  # fmt: skip


def _scale(panel: Any, curve: Curve) -> None:
    """The same thresholds at the same place in all rows."""
    values = curve.series.axes[0].values
    edges = cell_edges(values)
    panel.set_xlim(edges[0], edges[-1])
    ticks = threshold_ticks(values)
    panel.set_xticks(ticks, [shown_number(tick) for tick in ticks])


def _key(drawn: Any, sweep: Sweep) -> None:
    """What the marks mean, in one line below the panels."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    confidence = sweep.manifest["settings"]["confidence"]
    marks = [
        Patch(facecolor=BAND, alpha=0.14, label=f"{confidence:.0%} interval"),
        Line2D([], [], ls="", marker="o", color=CURVE, ms=6, label="chosen"),
    ]
    if any(curve.chosen and curve.chosen.outcomes for curve in sweep.curves):
        marks.append(Line2D([], [], label="held out", **_HELD_OUT | {"ms": 6}))
    found = [one for curve in sweep.curves for some in curve.comparisons.values() for one in some]
    differences = [one.differences[BASELINE] for one in found]
    significant = [one.difference > 0 for one in differences if one.corrected_p < SIGNIFICANT]
    against = f"than all blocks, corrected p < {SIGNIFICANT}"
    if True in significant:
        marks.append(Patch(facecolor=BETTER, label=f"better {against}"))
    if False in significant:
        marks.append(
            Patch(facecolor=WORSE, hatch="/////", edgecolor="white", lw=0, label=f"worse {against}")
        )
    drawn.legend(
        handles=marks, loc="outside lower left", ncols=len(marks), frameon=False, fontsize=8, handlelength=1.3,
        columnspacing=1.4, handletextpad=0.5, labelcolor=INK,
    )  # fmt: skip
