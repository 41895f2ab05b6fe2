"""Train the boosted trees with scikit-learn, and turn them into arrays that numpy alone can go through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bpsearch.cleaners.boosted import Trees
from bpsearch.cleaners.boosted_features import feature_names, features
from bpsearch.errors import BpsearchError, MissingExtraError
from bpsearch.labelled.records import Corpus, article
from bpsearch.labelled.rows import Numbers, Rows

SETTINGS: dict[str, Any] = {
    "max_iter": 100,
    "learning_rate": 0.15,
    "max_leaf_nodes": 15,
    "max_bins": 63,
    "early_stopping": False,
}
SMALLEST_LEAF = 100  # blocks; less where there are few


def block_rows(corpora: Sequence[Corpus], only_article: bool = False) -> Rows:
    """One row per block; content is whatever is labelled, or only headlines and full text.

    A block weighs its share of the words of its page, so that all pages weigh the same, as in text F1.
    """
    pages = [page for corpus in corpora for page in corpus.pages]
    rows = [np.zeros((0, len(feature_names())), np.float32)]
    rows += [page.item.once("boosted features", features) for page in pages]
    content = [article(page.classes) if only_article else page.content for page in pages]
    words = [page.item.columns["words"].astype(np.float64) for page in pages]
    return Rows(
        np.concatenate(rows),
        np.concatenate(content) == 0,
        np.concatenate(words),
        np.concatenate([corpus.sites() for corpus in corpora]),
        np.concatenate([own / max(own.sum(), 1) for own in words]),
    )


def block_numbers(corpora: Sequence[Corpus]) -> Numbers:
    """The row of each block of the corpora: there is one for each."""
    return np.arange(sum(len(corpus.column("words")) for corpus in corpora))


def train_trees(rows: Rows, seed: int = 0) -> Trees:
    """Trees for all rows."""
    try:
        from sklearn.ensemble import HistGradientBoostingClassifier
    except ImportError as error:
        raise MissingExtraError("training boosted trees", "scikit-learn", "learn") from error
    rows.check()
    leaf = max(min(SMALLEST_LEAF, len(rows.words) // SMALLEST_LEAF), 1)
    classifier = HistGradientBoostingClassifier(random_state=seed, min_samples_leaf=leaf, **SETTINGS)
    classifier.fit(rows.features, ~rows.boilerplate, sample_weight=rows.weights / rows.weights.mean())
    trees = _as_arrays(classifier)
    sample = rows.features[:1000]
    if not np.allclose(trees.probability(sample), classifier.predict_proba(sample)[:, 1], atol=1e-6):
        raise BpsearchError("this version of scikit-learn keeps its trees otherwise; 1.9 is known to work")
    return trees


def _as_arrays(classifier: Any) -> Trees:
    nodes = [predictors[0].nodes for predictors in classifier._predictors]
    starts = np.cumsum([0, *(len(tree) for tree in nodes)])[:-1]
    offsets = np.repeat(starts, [len(tree) for tree in nodes])
    together = np.concatenate(nodes)
    leaf = together["is_leaf"].astype(bool)
    own = np.arange(len(together))
    return Trees(
        roots=starts.astype(np.int32),
        feature=np.where(leaf, 0, together["feature_idx"]).astype(np.int32),
        threshold=np.where(leaf, 0.0, together["num_threshold"]),
        left=np.where(leaf, own, together["left"] + offsets).astype(np.int32),
        right=np.where(leaf, own, together["right"] + offsets).astype(np.int32),
        value=np.where(leaf, together["value"], 0.0),
        base=np.asarray(classifier._baseline_prediction, np.float64).reshape(-1)[:1],
        depth=np.array([int(together["depth"].max())], np.int32),
    )
