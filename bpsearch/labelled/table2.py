"""Table 2 of seed 001: what simple rules, decision trees and a linear SVM make of the features of L3S-GN1.

What is learned is tested on sites that it was not learned from; the paper does not say how it split, and a
split by blocks, as Weka makes it, lets a classifier see the templates it is tested on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.cleaners.records import KEEP
from bpsearch.cleaners.registry import get
from bpsearch.errors import MissingExtraError
from bpsearch.labelled.features import FeatureTable, Matrix
from bpsearch.labelled.folds import FOLDS, parts, site_folds
from bpsearch.labelled.measures import Floats, Labels, Measured, measure, one_hot
from bpsearch.labelled.records import PROBLEMS, Corpus
from bpsearch.labelled.table2_rows import CLASSIFIERS, Classifier, Published

LEAF_WORDS = 1000  # section 4.3.1: a leaf has 1,000 instances; in Weka an instance counts by its weight, its words

class Result(NamedTuple):
    """A row with what came out."""

    classifier: Classifier
    measured: Measured
    leaves: int | None
    published: Published


class _Data(NamedTuple):
    """What the classifiers of one problem share."""

    corpus: Corpus
    table: FeatureTable
    gold: Labels
    weights: Floats
    fold: Labels
    classes: int


_Scored = tuple[Floats, int | None]  # scores of the classes, one row per block; leaves, where there are any
_Kind = Callable[[Classifier, _Data], _Scored]


def table2(
    corpus: Corpus, classes: int = 2, folds: int = FOLDS, classifiers: Sequence[Classifier] = CLASSIFIERS
) -> Iterator[Result]:
    """The rows of Table 2 for the two-class or the four-class problem, one after the other."""
    weights = corpus.column("words")
    fold = site_folds(corpus.sites(), weights, folds)
    data = _Data(corpus, FeatureTable(corpus), corpus.problem(classes), weights, fold, len(PROBLEMS[classes][0]))
    for classifier in classifiers:
        scores, leaves = _KINDS[classifier.kind](classifier, data)
        yield Result(classifier, measure(data.gold, scores, weights), leaves, classifier.published[classes])


def _constant(classifier: Classifier, data: _Data) -> _Scored:
    return one_hot(np.ones_like(data.gold), data.classes), None


def _rule(keeps: Callable[[Matrix, float], NDArray[np.bool_]]) -> _Kind:
    def scores(classifier: Classifier, data: _Data) -> _Scored:
        (feature,) = classifier.features
        kept = keeps(data.table.column(feature), classifier.setting)
        return one_hot(kept.astype(np.int64), data.classes), 2

    return scores


def _cleaner(classifier: Classifier, data: _Data) -> _Scored:
    """A cleaner's content is full text in the four-class problem."""
    cleaner = get(classifier.setting)
    verdicts = [page.item.verdict(cleaner) for page in data.corpus.pages]
    kept = data.corpus.together(list(verdicts)) == KEEP
    return one_hot(kept.astype(np.int64), data.classes), 8


def _tree(classifier: Classifier, data: _Data) -> _Scored:
    """C4.8 as far as scikit-learn has it: splits by entropy; it does not prune, but for the size of leaves."""
    return _cross_validated(classifier, data, lambda: _decision_tree(data, {}))


def _stump(classifier: Classifier, data: _Data) -> _Scored:
    """One feature with one cut, or as many as tell the classes apart."""
    return _cross_validated(classifier, data, lambda: _decision_tree(data, {"max_leaf_nodes": data.classes}))


def _svm(classifier: Classifier, data: _Data) -> _Scored:
    _require_sklearn()
    from sklearn.svm import LinearSVC

    return _cross_validated(classifier, data, lambda: LinearSVC(dual=False, C=1.0))


def _decision_tree(data: _Data, limits: dict[str, int]) -> Any:
    _require_sklearn()
    from sklearn.tree import DecisionTreeClassifier

    smallest = LEAF_WORDS / float(data.weights.sum())
    return DecisionTreeClassifier(
        criterion="entropy", min_weight_fraction_leaf=min(smallest, 0.5), random_state=0, **limits
    )


def _cross_validated(classifier: Classifier, data: _Data, make: Callable[[], Any]) -> _Scored:
    """Scores from models that have not seen the block's site; leaves of the model of all blocks."""
    features = _standardised(data.table.matrix(classifier.features))
    weights = data.weights / data.weights.mean()
    scores = np.zeros((len(data.gold), data.classes))
    for train, test in parts(data.fold):
        model = make().fit(features[train], data.gold[train], sample_weight=weights[train])
        scores[np.ix_(test, model.classes_)] = _scores(model, features[test])
    model = make()
    if not hasattr(model, "predict_proba"):
        return scores, None
    return scores, int(model.fit(features, data.gold, sample_weight=weights).get_n_leaves())


def _scores(model: Any, features: Matrix) -> Floats:
    if hasattr(model, "predict_proba"):
        return np.asarray(model.predict_proba(features))
    margins = np.asarray(model.decision_function(features))
    return np.stack((-margins, margins), axis=1) if margins.ndim == 1 else margins


def _standardised(features: Matrix) -> Matrix:
    deviation = features.std(axis=0)
    standardised: Matrix = (features - features.mean(axis=0)) / np.where(deviation > 0, deviation, 1)
    return standardised


def _require_sklearn() -> None:
    try:
        import sklearn  # noqa: F401
    except ImportError as error:
        raise MissingExtraError("Table 2", "scikit-learn", "learn") from error


_KINDS: dict[str, _Kind] = {
    "constant": _constant,
    "at least": _rule(lambda values, limit: values >= limit),
    "at most": _rule(lambda values, limit: values <= limit),
    "cleaner": _cleaner,
    "tree": _tree,
    "stump": _stump,
    "svm": _svm,
}
