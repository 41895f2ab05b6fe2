"""texrex's boilerplate score: a multilayer perceptron over 37 features, from 0 (content) to 1 (boilerplate)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.cleaners.model_files import Kind, Model, lacks_model, model_path, read_model
from bpsearch.cleaners.records import Cleaner, CleanerInput, Column, Labels, Variant, column_name
from bpsearch.cleaners.registry import register
from bpsearch.cleaners.texrex_features import FEATURES, stretches

NAME = "texrex"
LETTERS = tuple("abcdefghij")  # seed 003, section 4: ten equal intervals of the score
CUTOFF = 0.5  # section 3.1
LREV_2016 = "Schäfer: Accurate and efficient general-purpose boilerplate detection for crawled web corpora, LREV 2016"

Weights = NDArray[np.float32]


class Perceptron(NamedTuple):
    """One hidden layer, activations as in seed 003, section 3.1: Gaussian, then linear within bounds."""

    hidden: Weights  # features × units
    hidden_bias: Weights
    output: Weights
    output_bias: Weights

    def boilerplate(self, features: Weights) -> Weights:
        """The boilerplate score of each row."""
        inputs = features @ self.hidden + self.hidden_bias
        activations = 2 * np.exp(-inputs * inputs) - 1
        score: Weights = np.clip(activations @ self.output + self.output_bias, 0, 1)
        return score


KIND = Kind(NAME, Perceptron._fields, FEATURES)


def perceptron(model: Model) -> Perceptron:
    """The perceptron in a model file."""
    return Perceptron(*(model.arrays[name] for name in Perceptron._fields))


def letter(score: Weights) -> NDArray[np.int8]:
    """The interval of each score, as an index into LETTERS."""
    return np.minimum(score * len(LETTERS), len(LETTERS) - 1).astype(np.int8)


def texrex(name: str, path: Callable[[], Path], column: str = "boilerplate") -> Cleaner:
    """The cleaner, with the model at a path that is read when first needed."""
    score_column = Column(column, "score", keep=(0.0, CUTOFF))
    letter_column = Column(f"{column}_letter", "class", keep=(0, len(LETTERS) // 2 - 1), classes=LETTERS)

    def label(item: CleanerInput) -> Labels:
        found = item.once("texrex stretches", stretches)
        score = perceptron(read_model(path(), KIND)).boilerplate(found.features)[found.of_block]
        return {score_column.name: score.astype(np.float32), letter_column.name: letter(score)}

    description = f"a neural net's boilerplate score over {len(FEATURES)} features of text and markup"
    columns = (score_column, letter_column)
    return Cleaner(name, LREV_2016, description, columns, label, learned=lambda: read_model(path(), KIND).about)


def _variant(path: str) -> Cleaner:
    read_model(Path(path), KIND)
    return texrex(f"{NAME}:{path}", lambda: Path(path), column_name(f"boilerplate_{Path(path).stem}"))


register(
    replace(
        texrex(NAME, lambda: model_path(NAME)),
        variant=Variant("MODEL", _variant),
        lacks=lambda: lacks_model(NAME),
    )
)
