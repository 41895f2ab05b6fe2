"""Train texrex's perceptron (seed 003, section 3.1) with numpy: resilient propagation on all blocks at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bpsearch.cleaners.texrex import Perceptron
from bpsearch.cleaners.texrex_features import FEATURES, stretches
from bpsearch.labelled.folds import FOLDS, site_folds
from bpsearch.labelled.records import Corpus, article
from bpsearch.labelled.rows import Numbers, Rows

HIDDEN_UNITS = 18
EPOCHS = 1000
PATIENCE = 150  # epochs without a better result on the sites held out
_CHECKED_EVERY = 10
_FIRST_STEP, _LONGEST_STEP, _SHORTEST_STEP, _FASTER, _SLOWER = 0.01, 50.0, 1e-6, 1.2, 0.5  # Riedmiller, Braun 1993

Weights = NDArray[np.float32]


def stretch_rows(corpora: Sequence[Corpus], only_article: bool = False) -> Rows:
    """One row per stretch of text between container tags: boilerplate when at least half of its words are."""
    features: list[Weights] = [np.zeros((0, len(FEATURES)), np.float32)]
    boilerplate: list[NDArray[np.bool_]] = [np.zeros(0, np.bool_)]
    words: list[NDArray[np.float64]] = [np.zeros(0)]
    sites: list[str] = []
    for page in (page for corpus in corpora for page in corpus.pages):
        found = page.item.once("texrex stretches", stretches)
        count = len(found.features)
        weight = np.maximum(page.item.columns["words"], 0.01)  # so that blocks without a word have a say, too
        content = article(page.classes) if only_article else page.content
        total = np.bincount(found.of_block, weight, count)
        features.append(found.features)
        boilerplate.append(np.bincount(found.of_block, weight * content, count) * 2 <= total)
        words.append(np.floor(total))
        sites += [page.site] * count
    together = np.concatenate(words)
    return Rows(
        np.concatenate(features), np.concatenate(boilerplate), together, np.array(sites), np.ones(len(together))
    )


def stretch_of_block(corpora: Sequence[Corpus]) -> Numbers:
    """The row of each block of the corpora, page after page."""
    numbers: list[Numbers] = [np.zeros(0, np.int64)]
    rows = 0
    for page in (page for corpus in corpora for page in corpus.pages):
        found = page.item.once("texrex stretches", stretches)
        numbers.append(found.of_block + rows)
        rows += len(found.features)
    return np.concatenate(numbers)


def train_perceptron(rows: Rows, seed: int = 0, epochs: int = EPOCHS) -> Perceptron:
    """The weights with the least error on a tenth of the sites, which is not learned from (unless there is but one)."""
    rows.check()
    sites = len(set(rows.sites))
    held_out = site_folds(rows.sites, rows.words, min(FOLDS, sites)) == 0
    tested = rows.where(held_out)
    training = _Propagation(rows.where(~held_out) if sites > 1 else rows, seed)
    best, best_error, best_epoch = training.perceptron(), np.inf, 0
    for epoch in range(1, epochs + 1):
        training.step()
        if epoch % _CHECKED_EVERY:
            continue
        error = float(((training.perceptron().boilerplate(tested.features) - tested.boilerplate) ** 2).mean())
        if error < best_error:
            best, best_error, best_epoch = training.perceptron(), error, epoch
        elif epoch - best_epoch >= PATIENCE:
            break
    return best


class _Propagation:
    """Resilient propagation: each weight has a step of its own, and only the sign of the slope counts."""

    def __init__(self, data: Rows, seed: int) -> None:
        random = np.random.default_rng(seed)
        shapes = ((data.features.shape[1], HIDDEN_UNITS), (HIDDEN_UNITS,), (HIDDEN_UNITS,), (1,))
        self._features, self._targets = data.features, data.boilerplate.astype(np.float32)
        self._weights = [random.uniform(-0.5, 0.5, shape).astype(np.float32) for shape in shapes]
        self._steps = [np.full(shape, _FIRST_STEP, np.float32) for shape in shapes]
        self._slopes = [np.zeros(shape, np.float32) for shape in shapes]

    def perceptron(self) -> Perceptron:
        """The perceptron as it is now."""
        return Perceptron(*(weights.copy() for weights in self._weights))

    def step(self) -> None:
        """One epoch."""
        for number, slope in enumerate(self._gradient()):
            turned = slope * self._slopes[number]
            step = self._steps[number]
            step[turned > 0] *= _FASTER
            step[turned < 0] *= _SLOWER
            np.clip(step, _SHORTEST_STEP, _LONGEST_STEP, out=step)
            slope[turned < 0] = 0
            self._weights[number] -= np.sign(slope) * step
            self._slopes[number] = slope

    def _gradient(self) -> list[Weights]:
        """Of the squared error; the bounded output passes its error on as if it had no bounds, as FANN does."""
        hidden, hidden_bias, output, output_bias = self._weights
        inputs = self._features @ hidden + hidden_bias
        bells = np.exp(-inputs * inputs)
        activations = 2 * bells - 1
        error = np.clip(activations @ output + output_bias, -1, 1) - self._targets
        back = np.outer(error, output) * (-4 * inputs * bells)
        return [self._features.T @ back, back.sum(axis=0), activations.T @ error, error.sum(keepdims=True)]
