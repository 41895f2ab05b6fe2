"""The tables of a sweep: sweep.csv, per_topic.csv, survival.csv and selection.csv, written and read."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from bpsearch.errors import InputError
from bpsearch.evaluation.comparison import Comparison, Difference
from bpsearch.evaluation.summary import HELD_OUT, Choice
from bpsearch.files import replacing
from bpsearch.retrieval.levels import Survival
from bpsearch.sweeps.folder import PER_TOPIC, SELECTION, SURVIVAL, SWEEP
from bpsearch.sweeps.records import Chosen, Curve
from bpsearch.sweeps.series import Series, shown_number

Row = Mapping[str, str]
Key = tuple[str, str]


def write_tables(folder: Path, curves: Sequence[Curve], topics: Sequence[str]) -> None:
    """Write all tables; the first curve is that of the references."""
    _write(folder / SWEEP, (row for curve in curves for row in _sweep_rows(curve)))
    _write(folder / PER_TOPIC, (row for curve in curves for row in _topic_rows(curve, topics)))
    _write(folder / SURVIVAL, (row for curve in curves for row in _survival_rows(curve, curves[0].survival)))
    _write(folder / SELECTION, (row for curve in curves for row in _selection_rows(curve)))


def read_tables(folder: Path, series: Sequence[Series], measures: Sequence[str], topics: int) -> list[Curve]:
    """The curves of these series from the tables of a folder."""
    swept, per_topic = _by_series(folder / SWEEP), _by_series(folder / PER_TOPIC)
    left, selected = _by_series(folder / SURVIVAL), _by_series(folder / SELECTION)
    curves = []
    for one in series:
        points = len(one.points)
        rows = {name: _expected(folder / SWEEP, swept, one, name, points) for name in measures}
        values = {name: _expected(folder / PER_TOPIC, per_topic, one, name, points * topics) for name in measures}
        survived = _expected(folder / SURVIVAL, left, one, "", points)
        curves.append(
            Curve(
                one,
                {name: _numbers(column, "value").reshape(points, topics) for name, column in values.items()},
                {name: [_comparison(row) for row in column] for name, column in rows.items()},
                {name: _numbers(column, "judged", empty="0") for name, column in rows.items()},
                Survival(*(_numbers(survived, name).astype(np.int64) for name in Survival._fields)),
                _read_chosen(one, rows[measures[0]], [row for name in measures for row in selected[one.name, name]]),
            )
        )
    return curves


def _sweep_rows(curve: Curve) -> Iterator[dict[str, object]]:
    for place in range(len(curve.points)):
        share = None if curve.chosen is None or curve.chosen.shares is None else curve.chosen.shares[place]
        for measure, comparisons in curve.comparisons.items():
            yield {
                **_place_of(curve, place),
                "measure": measure,
                "judged": curve.judged[measure][place] if curve.survival.documents[place] else None,
                "chosen_share": share,
                **comparisons[place].columns(),
            }


def _topic_rows(curve: Curve, topics: Sequence[str]) -> Iterator[dict[str, object]]:
    for measure, matrix in curve.values.items():
        for place, values in enumerate(matrix.tolist()):
            at = _place_of(curve, place)
            for topic, value in zip(topics, values, strict=True):
                yield {**at, "measure": measure, "topic": topic, "value": value}


def _survival_rows(curve: Curve, references: Survival) -> Iterator[dict[str, object]]:
    for place in range(len(curve.points)):
        counts = {name: int(values[place]) for name, values in curve.survival._asdict().items()}
        of_all = {name: int(values[0]) for name, values in references._asdict().items()}
        shares = {f"{name}_share": count / max(of_all[name], 1) for name, count in counts.items()}
        yield {**_place_of(curve, place), **counts, **shares}


def _selection_rows(curve: Curve) -> Iterator[dict[str, object]]:
    if curve.chosen is None:
        return
    at = _place_of(curve, curve.chosen.place)
    if not curve.chosen.outcomes:
        yield {**at, "measure": next(iter(curve.values))}
    for outcome in curve.chosen.outcomes:
        numbers = {"on_all": outcome.on_all, "optimism": outcome.optimism, "deviation": outcome.deviation}
        about = {**at, "measure": outcome.measure, "stability": curve.chosen.stability}
        yield {**about, **numbers, **outcome.held_out_columns()}


def _place_of(curve: Curve, place: int) -> dict[str, object]:
    """Which filter a row is about; a reference is a series of its own."""
    point = curve.points[place]
    thresholds = [shown_number(value) for value in point.thresholds]
    named = dict(zip(("threshold", "threshold_2"), thresholds, strict=False))
    series = curve.series.name if point.thresholds else point.name
    return {"series": series, "threshold": "", **named, "filter": point.filter}


def _write(path: Path, rows: Iterable[Mapping[str, object]]) -> None:
    listed = list(rows)
    names = list(dict.fromkeys(name for row in listed for name in row))
    if "threshold_2" in names:  # beside the first threshold, though only grids have it
        names.remove("threshold_2")
        names.insert(names.index("threshold") + 1, "threshold_2")
    with replacing(path) as unfinished, unfinished.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        writer.writerows([_cell(row.get(name)) for name in names] for row in listed)


def _cell(value: object) -> object:
    return repr(float(value)) if isinstance(value, float) else value


def _by_series(path: Path) -> dict[Key, list[Row]]:
    """Rows by series and measure, in their order."""
    found: dict[Key, list[Row]] = defaultdict(list)
    try:
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                found[row["series"], row.get("measure", "")].append(row)
    except (OSError, KeyError, csv.Error, UnicodeDecodeError) as error:
        raise InputError(path, f"cannot be read ({error}); run the sweep again") from error
    return found


def _expected(path: Path, rows: Mapping[Key, list[Row]], series: Series, measure: str, count: int) -> list[Row]:
    names = [series.name] if series.axes else [point.name for point in series.points]
    found = [row for name in names for row in rows.get((name, measure), ())]
    if len(found) != count:
        about = f"{series.name}, {measure}" if measure else series.name
        raise InputError(path, f"has {len(found)} rows about {about}, expected {count}; run the sweep again")
    return found


def _numbers(rows: Sequence[Row], column: str, empty: str = "") -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([float(row[column] or empty) for row in rows])


def _comparison(row: Row, prefix: str = "") -> Comparison:
    names = [name for name in row if name.startswith(prefix) and name.endswith("_difference") and row[name]]
    differences = {}
    for name in names:
        reference = name.removesuffix("_difference")
        p = row[f"{reference}_p"]  # that of a choice is not corrected
        fields = [float(row.get(f"{reference}_{field}", p)) for field in Difference._fields]
        differences[reference.removeprefix(prefix)] = Difference(*fields)
    value, low, high = (float(row[prefix + name]) for name in ("value", "low", "high"))
    return Comparison(value, low, high, differences)


def _read_chosen(series: Series, swept: Sequence[Row], selected: Sequence[Row]) -> Chosen | None:
    if not selected:
        return None
    filters = [point.filter for point in series.points]
    outcomes = []
    for row in selected:
        if row.get("on_all"):
            on_all, optimism, deviation = (float(row[name]) for name in ("on_all", "optimism", "deviation"))
            outcomes.append(Choice(row["measure"], _comparison(row, HELD_OUT), on_all, optimism, deviation))
    shares = _numbers(swept, "chosen_share") if outcomes else None
    return Chosen(filters.index(selected[0]["filter"]), shares, tuple(outcomes))
