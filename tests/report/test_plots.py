from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpsearch.report import write_report
from bpsearch.report.drawing import cell_edges, spread, threshold_ticks
from bpsearch.report.plots import plot_curves
from bpsearch.report.style import LONGEST_LABEL, reference_style, short_label
from bpsearch.sweeps import read_sweep

STARTS = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}


@pytest.mark.parametrize("name", ["precision", "heatmap"])
def test_plots_are_there_in_all_formats(swept: Path, name: str) -> None:
    for ending, start in STARTS.items():
        content = (swept / f"{name}.{ending}").read_bytes()
        assert content.startswith(start) and len(content) > 5000
    ElementTree.parse(swept / f"{name}.svg")


def test_the_same_sweep_gives_the_same_files(swept: Path, tmp_path: Path) -> None:
    for path in plot_curves(read_sweep(swept), tmp_path):
        assert path.read_bytes() == (swept / path.name).read_bytes(), path.name


def test_the_picture_shows_the_curve(swept: Path) -> None:
    from matplotlib import image

    pixels = image.imread(swept / "precision.png")[..., :3]
    curve = np.abs(pixels - np.array([0x00, 0x72, 0xB2]) / 255).max(axis=-1) < 0.02
    better = np.abs(pixels - np.array([0x00, 0x9E, 0x73]) / 255).max(axis=-1) < 0.02
    assert curve.sum() > 2000 and better.sum() > 500


def test_a_report_needs_only_the_files_of_the_folder(swept: Path, tmp_path: Path) -> None:
    folder = tmp_path / swept.name
    folder.mkdir()
    for path in swept.glob("*.*"):
        if path.suffix in (".csv", ".json"):
            (folder / path.name).write_bytes(path.read_bytes())
    written = write_report(folder)
    assert written.report.read_bytes() == (swept / "report.html").read_bytes()
    assert len(written.plots) == 6


@given(st.lists(st.floats(0, 1), max_size=7), st.floats(0.01, 0.1))
def test_labels_keep_their_distance_and_order(values: list[float], gap: float) -> None:
    places = spread(values, (0.0, 1.0), gap)
    assert len(places) == len(values)
    ordered = sorted(places)
    assert all(high - low > gap * 0.95 for low, high in pairwise(ordered))
    for one, other in zip(np.argsort(values, kind="stable"), np.argsort(places, kind="stable"), strict=True):
        assert one == other


def test_labels_with_room_stay_where_they_are() -> None:
    assert spread([0.9, 0.1, 0.5], (0, 1), 0.1) == [0.9, 0.1, 0.5]


@given(st.lists(st.integers(-100, 100), min_size=1, unique=True).map(sorted))
def test_cells_hold_their_thresholds(thresholds: list[int]) -> None:
    edges = cell_edges(thresholds)
    assert len(edges) == len(thresholds) + 1
    assert all(low < value < high for low, value, high in zip(edges, thresholds, edges[1:], strict=False))


@given(st.integers(1, 300), st.sampled_from([1, 2, 0.5, 0.01]), st.sampled_from([0, 1, 0.1, 5]))
def test_ticks_are_thresholds_and_the_first_has_one(count: int, step: float, first: float) -> None:
    values = [round(first + place * step, 10) for place in range(count)]
    ticks = threshold_ticks(values)
    assert ticks[0] == values[0] and set(ticks) <= set(values) and ticks == sorted(set(ticks))
    assert min(count, 6) <= len(ticks) <= 12


def test_usual_thresholds_have_round_ticks() -> None:
    assert threshold_ticks(range(1, 101)) == [1, *range(10, 101, 10)]
    assert threshold_ticks(range(1, 20, 2)) == list(range(1, 20, 2))


def test_many_references_can_be_told_apart_and_their_names_leave_room() -> None:
    assert len({reference_style(number) for number in range(26)}) == 26
    assert short_label("density-links") == "density-links"
    assert short_label("words >= 11 and links < 0.33 or density >= 14") == "words >= 11 and links < 0.3…"
    assert len(short_label("x" * 99)) == LONGEST_LABEL
