"""The classifiers that can be trained: how each gets its rows from pages, and how it learns from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bpsearch.cleaners import boosted, boosted_features, texrex, texrex_features
from bpsearch.cleaners.model_files import Kind
from bpsearch.cleaners.records import CleanerInput
from bpsearch.errors import BpsearchError
from bpsearch.labelled.boosted_training import block_numbers, block_rows, train_trees
from bpsearch.labelled.perceptron_training import stretch_of_block, stretch_rows, train_perceptron
from bpsearch.labelled.records import Corpus
from bpsearch.labelled.rows import Features, Fitted, Numbers, Rows


class Learner(NamedTuple):
    """A classifier that is the model of a cleaner."""

    kind: Kind
    features: Callable[[CleanerInput], Features]
    rows: Callable[[Sequence[Corpus], bool], Rows]  # of corpora; whether headlines and full text alone are content
    row_of_block: Callable[[Sequence[Corpus]], Numbers]
    train: Callable[[Rows, int], Fitted]  # with a seed

    @property
    def cleaner(self) -> str:
        """The name of the cleaner."""
        return self.kind.cleaner


LEARNERS = {
    learner.cleaner: learner
    for learner in (
        Learner(
            texrex.KIND,
            lambda item: texrex_features.stretches(item).features,
            stretch_rows,
            stretch_of_block,
            train_perceptron,
        ),
        Learner(boosted.KIND, boosted_features.features, block_rows, block_numbers, train_trees),
    )
}


def learner_of(cleaner: str) -> Learner:
    """The learner of that name."""
    if cleaner not in LEARNERS:
        raise BpsearchError(f"--cleaner is one that learns: {' or '.join(LEARNERS)}, not {cleaner}")
    return LEARNERS[cleaner]
