"""The figures of seed 001, sections 4 and 5, drawn from the records that their CSV files hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any

import numpy as np

from bpsearch.report.drawing import figure, save
from bpsearch.report.style import FAINT

Records = Sequence[dict[str, Any]]
Plot = Callable[[Records, Path, str], list[Path]]

_CLASS_COLOURS = {
    "boilerplate": "#b0b0b0",
    "headline": "#d55e00",
    "full text": "#0072b2",
    "supplemental": "#009e73",
    "user comments": "#cc79a7",
    "related content": "#e69f00",
    "linked text": "#f0e442",
}
_LINES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#222222")
_DASHES: tuple[tuple[float, ...], ...] = ((), (5, 1.5), (1.5, 1.2), (6, 1.5, 1.5, 1.5))
_BLOCK_COLOURS = {"C": "#0072b2", "P": "#e69f00", "N": "#009e73"}
_BLOCKS = {"C": "current", "P": "previous", "N": "next"}


def plot_information_gain(records: Records, folder: Path, name: str) -> list[Path]:
    """Figure 1: a bar for each feature, the highest on top."""
    drawn, axes = figure((5.2, 0.4 + 0.135 * len(records)), [1.0], [1.0])
    panel = axes[0][0]
    places = np.arange(len(records))
    gains = [record["information_gain"] for record in records]
    panel.barh(places, gains, color=[_BLOCK_COLOURS[record["block"]] for record in records], height=0.75)
    panel.set_yticks(places, [f"{record['feature']} ({record['block']})" for record in records], fontsize=6.5)
    panel.invert_yaxis()
    panel.margins(y=0.01)
    panel.set_xlabel("information gain, bits")
    for block, colour in _BLOCK_COLOURS.items():
        panel.barh([0], [0], color=colour, label=f"{_BLOCKS[block]} block ({block})")
    panel.legend(loc="lower right", frameon=False, fontsize=8)
    return save(drawn, folder, name)


def plot_ranked(records: Records, folder: Path, name: str) -> list[Path]:
    """Figure 2: pages ranked by text F1, a line for each cleaner; mean and median in the key."""
    curves: dict[str, list[float]] = {}
    for record in records:
        curves.setdefault(record["cleaner"], []).append(record["f1"])
    drawn, axes = figure((8.8, max(4.2, 0.19 * len(curves) + 0.9)), [1.0], [1.0])
    panel = axes[0][0]
    for number, (cleaner, values) in enumerate(sorted(curves.items(), key=lambda entry: -mean(entry[1]))):
        label = f"{100 * mean(values):5.1f}  {100 * median(values):5.1f}  {cleaner}"
        dashes = _DASHES[number // len(_LINES) % len(_DASHES)]
        (line,) = panel.plot(range(1, len(values) + 1), values, lw=1.2, color=_LINES[number % len(_LINES)], label=label)
        if dashes:
            line.set_dashes(dashes)
    panel.set_xlabel("page, by rank")
    panel.set_ylabel("text F1")
    panel.set_xlim(1)
    panel.set_ylim(0, 1.01)
    title = " mean  median  cleaner"
    drawn.legend(
        loc="outside right upper", frameon=False, title=title, fontsize=7.5, title_fontsize=7.5, alignment="left"
    )
    return save(drawn, folder, name)


def plot_density(records: Records, folder: Path, name: str) -> list[Path]:
    """Figures 3 and 5: words in blocks of each text density, classes on top of each other."""
    return _plot_classes(records, folder, name, "density", ("text density, rounded", "words"), (0, 25), [1.0])


def plot_words(records: Records, folder: Path, name: str) -> list[Path]:
    """Figure 4: blocks of each number of words; below, magnified, without boilerplate."""
    return _plot_classes(records, folder, name, "words", ("words of a block", "blocks"), (0, 100), [1.0, 1.0])


def _plot_classes(
    records: Records,
    folder: Path,
    name: str,
    unit: str,
    labels: tuple[str, str],
    limits: tuple[int, int],
    rows: Sequence[float],
) -> list[Path]:
    drawn, axes = figure((6.4, 2.9 * len(rows) + 0.3), rows, [1.0])
    shown = [record for record in records if limits[0] <= record[unit] <= limits[1]]
    places = [record[unit] for record in shown]
    names = [key for key in _CLASS_COLOURS if key in records[0]]
    for row in range(len(rows)):
        panel = axes[row][0]
        bottom = np.zeros(len(shown))
        for key in names if row == 0 else names[1:]:
            heights = np.array([record[key] for record in shown])
            panel.bar(places, heights, bottom=bottom, width=0.9, color=_CLASS_COLOURS[key], label=key)
            bottom += heights
        panel.set_xlim(limits[0] - 0.6, limits[1] + 0.6)
        panel.set_ylabel(labels[1] if row == 0 else f"{labels[1]}, content only")
        panel.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        panel.legend(frameon=False, fontsize=8)
    axes[-1][0].set_xlabel(labels[0])
    return save(drawn, folder, name)


def plot_writers(records: Records, folder: Path, name: str) -> list[Path]:
    """Section 5.2: the share of blocks with each number of words, and both models."""
    drawn, axes = figure((6.4, 3.4), [1.0], [1.0])
    panel = axes[0][0]
    shown = [record for record in records if record["words"] <= 100]
    words = [record["words"] for record in shown]
    panel.plot(words, [record["share"] for record in shown], "o", ms=2.5, color=FAINT, label="blocks of the corpus")
    for model, label, colour, line in (
        ("simple", "simple (Equation 2)", "#d55e00", "--"),
        ("mixed", "mixed (Equation 3)", "#0072b2", "-"),
    ):
        panel.plot(words, [record[model] for record in shown], line, lw=1.3, color=colour, label=label)
    panel.set_yscale("log")
    panel.set_ylim(1e-5, 0.6)
    panel.set_xlabel("words of a block")
    panel.set_ylabel("share of blocks")
    panel.legend(frameon=False, fontsize=8)
    return save(drawn, folder, name)


def plot_cutoffs(records: Records, folder: Path, name: str) -> list[Path]:
    """Seed 003, Figure 1: precision against recall as the cutoff moves; beside it, both over the cutoff."""
    drawn, axes = figure((7.6, 3.3), [1.0], [1.0, 1.0])
    against, over = axes[0]
    cutoffs, precision, recall = ([record[key] for record in records] for key in ("cutoff", "precision", "recall"))
    against.plot(recall, precision, lw=1.4, color=_LINES[0])
    for record in records:
        if round(100 * record["cutoff"]) in (10, 30, 50, 70, 90):
            place = (record["recall"], record["precision"])
            against.plot(*place, "o", ms=3, color=_LINES[0])
            against.annotate(f"{record['cutoff']:.1f}", place, xytext=(4, 3), textcoords="offset points", fontsize=7)
    against.set_xlabel("recall of boilerplate")
    against.set_ylabel("precision")
    for values, label, colour, line in ((precision, "precision", _LINES[0], "-"), (recall, "recall", _LINES[1], "--")):
        over.plot(cutoffs, values, line, lw=1.4, color=colour, label=label)
    over.set_ylim(min(*precision, *recall) - 0.02, 1.005)
    against.set_ylim(min(precision) - 0.01, 1.005)
    against.set_xlim(min(recall) - 0.01, 1.005)
    over.set_xlim(0, 1)
    over.set_xlabel("cutoff of the boilerplate score")
    over.legend(frameon=False, fontsize=8)
    return save(drawn, folder, name)


_PLOTS: tuple[tuple[str, Plot], ...] = (
    ("figure1", plot_information_gain),
    ("figure2", plot_ranked),
    ("figure3", plot_density),
    ("figure4", plot_words),
    ("figure5", plot_density),
    ("writers", plot_writers),
    ("cutoffs", plot_cutoffs),
)


def plot_exhibit(name: str, records: Records, folder: Path) -> list[Path]:
    """Draw a figure by its name; tables are not drawn."""
    plot = next((plot for beginning, plot in _PLOTS if name.startswith(beginning)), None)
    return plot(records, folder, name) if plot and records else []
