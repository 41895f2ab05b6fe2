"""Boosted trees over the context of a block: how sure they are that it is content, from 0 to 1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.cleaners.boosted_features import feature_names, features
from bpsearch.cleaners.model_files import Kind, Model, lacks_model, model_path, read_model
from bpsearch.cleaners.records import Cleaner, CleanerInput, Column, Labels, Variant, column_name
from bpsearch.cleaners.registry import register

NAME = "boosted"


class Trees(NamedTuple):
    """The nodes of all trees in one list. A leaf is its own left and right child."""

    roots: NDArray[np.int32]
    feature: NDArray[np.int32]
    threshold: NDArray[np.float64]
    left: NDArray[np.int32]  # where the feature is at most the threshold
    right: NDArray[np.int32]
    value: NDArray[np.float64]
    base: NDArray[np.float64]
    depth: NDArray[np.int32]

    def probability(self, rows: NDArray[Any]) -> NDArray[np.float64]:
        """The probability of content for each row; all rows go down all trees together."""
        node = np.broadcast_to(self.roots, (len(rows), len(self.roots)))
        row = np.arange(len(rows))[:, None]
        for _ in range(int(self.depth[0])):
            goes_left = rows[row, self.feature[node]] <= self.threshold[node]
            node = np.where(goes_left, self.left[node], self.right[node])
        logit = self.base[0] + self.value[node].sum(axis=1)
        return np.asarray(1 / (1 + np.exp(-logit)))

    def boilerplate(self, rows: NDArray[Any]) -> NDArray[np.float64]:
        """The probability of boilerplate for each row."""
        return np.asarray(1 - self.probability(rows))


KIND = Kind(NAME, Trees._fields, tuple(feature_names()))


def trees(model: Model) -> Trees:
    """The trees in a model file."""
    return Trees(*(model.arrays[name] for name in Trees._fields))


def boosted(name: str, path: Callable[[], Path], column_called: str = NAME) -> Cleaner:
    """The cleaner, with the model at a path that is read when first needed."""
    column = Column(column_called, "score", keep=(0.5, np.inf))

    def label(item: CleanerInput) -> Labels:
        model = trees(read_model(path(), KIND))
        return {column.name: model.probability(item.once("boosted features", features)).astype(np.float32)}

    description = "gradient-boosted trees over a block, its neighbours and the text around: probability of content"
    source = "this project: docs/results.md"
    return Cleaner(name, source, description, (column,), label, learned=lambda: read_model(path(), KIND).about)


def _variant(path: str) -> Cleaner:
    read_model(Path(path), KIND)
    return boosted(f"{NAME}:{path}", lambda: Path(path), column_name(f"{NAME}_{Path(path).stem}"))


register(
    replace(
        boosted(NAME, lambda: model_path(NAME)),
        variant=Variant("MODEL", _variant),
        lacks=lambda: lacks_model(NAME),
    )
)
