"""A sweep from and to its folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bpsearch.errors import BpsearchError, InputError
from bpsearch.sweeps.folder import MANIFEST, TOPICS, read_manifest, write_json
from bpsearch.sweeps.records import MovedBlock, MovedDocument, MovedTopic, Places, Sweep
from bpsearch.sweeps.series import Axis, Point, Series, curve, grid
from bpsearch.sweeps.tables import read_tables, write_tables


def write_sweep(folder: Path, sweep: Sweep) -> None:
    """Write tables and topics, and last the manifest, which says that all is there."""
    write_tables(folder, sweep.everything, sweep.topics)
    write_json(folder / TOPICS, {"queries": sweep.queries, "moved": [plain_topic(topic) for topic in sweep.moved]})
    write_json(folder / MANIFEST, sweep.manifest, indent=2)


def read_sweep(folder: str | Path) -> Sweep:
    """The sweep that a folder holds; an error says what is wrong where there is none."""
    folder = Path(folder)
    manifest = read_manifest(folder)
    path = folder / TOPICS
    try:
        measures = tuple(manifest["measures"])
        series = [_read_references(manifest["references"]), *(_read_series(axes) for axes in manifest["series"])]
        stored = json.loads(path.read_text(encoding="utf-8"))
        moved = tuple(_read_topic(topic) for topic in stored["moved"])
        queries = dict(stored["queries"])
        references, *others = read_tables(folder, series, measures, len(queries))
    except BpsearchError:
        raise
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        problem = f"{type(error).__name__}: {error}"
        raise InputError(folder, f"the files of the sweep do not fit together ({problem}); run it again") from error
    curves = tuple(one for one in others if len(one.series.axes) == 1)
    grids = tuple(one for one in others if len(one.series.axes) == 2)
    return Sweep(manifest, queries, measures, references, curves, grids, moved)


def described(series: Series) -> Any:
    """A series for the manifest."""
    if series.axes:
        return [axis._asdict() for axis in series.axes]
    return [{"name": point.name, "filter": point.filter} for point in series.points]


def _read_references(points: list[dict[str, str]]) -> Series:
    return Series("references", (), tuple(Point(point["filter"], (), point["name"]) for point in points))


def _read_series(axes: list[dict[str, Any]]) -> Series:
    read = [Axis(**axis | {"values": tuple(axis["values"])}) for axis in axes]
    return curve(read[0]) if len(read) == 1 else grid(read)


def plain_topic(topic: MovedTopic) -> dict[str, Any]:
    """A topic as JSON holds it."""
    documents = [
        document._asdict() | {"blocks": [block._asdict() for block in document.blocks]} for document in topic.documents
    ]
    places = {series: places._asdict() for series, places in topic.places.items()}
    return topic._asdict() | {"documents": documents, "places": places}


def _read_topic(stored: dict[str, Any]) -> MovedTopic:
    documents = []
    for document in stored["documents"]:
        blocks = [
            MovedBlock(
                block["number"],
                tuple(block["text"]),
                block["columns"],
                {series: tuple(changes) for series, changes in block["changes"].items()},
            )
            for block in document["blocks"]
        ]
        fell = {series: tuple((point, count) for point, count in steps) for series, steps in document["fell"].items()}
        documents.append(MovedDocument(**document | {"blocks": tuple(blocks), "fell": fell}))
    places = {
        series: Places(tuple(tuple(ranking) for ranking in found["rankings"]), tuple(found["at"]))
        for series, found in stored["places"].items()
    }
    return MovedTopic(stored["topic"], tuple(stored["terms"]), tuple(documents), places)
