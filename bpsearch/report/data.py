"""The numbers behind report.html, as compact as they can be without losing what is shown."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from bpsearch.evaluation.rounding import exact
from bpsearch.report.drawing import threshold_ticks
from bpsearch.report.summary import SIGNIFICANT
from bpsearch.retrieval.levels import Survival
from bpsearch.sweeps.records import LISTED, Curve, MovedBlock, MovedTopic, Sweep
from bpsearch.sweeps.references import BASELINE
from bpsearch.sweeps.stored import plain_topic

ALL_BLOCKS = "all blocks"


def report_data(sweep: Sweep) -> dict[str, Any]:
    """Everything that the scripts of the report read."""
    everything = sweep.references.survival
    names = [ALL_BLOCKS, *(point.name for point in sweep.references.points[1:])]
    return {
        "measures": list(sweep.measures),
        "topics": list(sweep.queries.items()),
        "significant": SIGNIFICANT,
        "relevance_level": sweep.manifest["settings"]["relevance_level"],
        "references": {"names": names, **_numbers(sweep.references, everything)},
        "series": [_curve(curve, everything) for curve in sweep.curves],
        "grids": [_grid(curve, everything) for curve in sweep.grids],
        "listed": LISTED,
        "moved": [_moved(topic) for topic in sweep.moved],
        "columns": next((list(block.columns) for topic in sweep.moved for block in _all_blocks(topic)), []),
    }


def embedded(data: Any) -> str:
    """JSON that can stand inside a script element: nothing in it can end the element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _moved(topic: MovedTopic) -> dict[str, Any]:
    """As plain_topic, with values in place of what has the same names everywhere."""
    plain = plain_topic(topic)
    for document in plain["documents"]:
        document["fell"] = list(document["fell"].values())
        for block in document["blocks"]:
            block |= {name: list(block[name].values()) for name in ("columns", "changes")}
    return plain


def _all_blocks(topic: MovedTopic) -> Iterable[MovedBlock]:
    return (block for document in topic.documents for block in document.blocks)


def _curve(curve: Curve, everything: Survival) -> dict[str, Any]:
    axis = curve.series.axes[0]
    return {
        "name": axis.name,
        "label": axis.label,
        "thresholds": list(axis.values),
        "ticks": threshold_ticks(axis.values),
        **_filters(curve),
        **_numbers(curve, everything),
    }


def _grid(curve: Curve, everything: Survival) -> dict[str, Any]:
    axes = [
        {"name": axis.name, "label": axis.label, "values": list(axis.values), "ticks": threshold_ticks(axis.values)}
        for axis in curve.series.axes
    ]
    return {"axes": axes, **_filters(curve), **_numbers(curve, everything, topics=False)}


def _filters(curve: Curve) -> dict[str, Any]:
    chosen = -1 if curve.chosen is None else curve.chosen.place
    return {"filters": [point.filter for point in curve.points], "chosen": chosen}


def _numbers(curve: Curve, everything: Survival, topics: bool = True) -> dict[str, Any]:
    measures = []
    for measure, comparisons in curve.comparisons.items():
        differences = [one.differences.get(BASELINE) for one in comparisons]
        outcomes = [] if curve.chosen is None else curve.chosen.outcomes
        held_out = [outcome.comparison.value for outcome in outcomes if outcome.measure == measure]
        column: dict[str, Any] = {
            "value": _exact(one.value for one in comparisons),
            "low": _exact(one.low for one in comparisons),
            "high": _exact(one.high for one in comparisons),
            "difference": [None if one is None else exact(one.difference) for one in differences],
            "p": [None if one is None else exact(one.corrected_p) for one in differences],
            "judged": _exact(curve.judged[measure]),
            "held_out": exact(held_out[0]) if held_out else None,
        }
        if topics:
            column["topics"] = [_exact(values) for values in curve.values[measure]]
        measures.append(column)
    return {
        "measures": measures,
        "documents": _exact(curve.survival.documents / max(int(everything.documents[0]), 1)),
        "text": _exact(curve.survival.tokens / max(int(everything.tokens[0]), 1)),
        "blocks": _exact(curve.survival.blocks / max(int(everything.blocks[0]), 1)),
    }


def _exact(values: Iterable[float]) -> list[float]:
    return [exact(value) for value in values]
