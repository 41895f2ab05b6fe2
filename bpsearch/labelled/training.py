"""Classifiers trained and tested on labelled corpora: always on sites that they have not learned from."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean

import numpy as np
from numpy.typing import NDArray

from bpsearch import __version__
from bpsearch.cleaners.labelling import prepare
from bpsearch.cleaners.model_files import Model
from bpsearch.errors import BpsearchError
from bpsearch.labelled.accuracy import Accuracy, Answers, judge
from bpsearch.labelled.folds import FOLDS, site_folds
from bpsearch.labelled.learners import Learner
from bpsearch.labelled.records import Corpus
from bpsearch.labelled.rows import Fitted, Numbers, Rows, cross_validated
from bpsearch.labelled.table4 import CUTOFF, Floats
from bpsearch.labelled.text_measure import TokenBags

TIMED_PAGES = 200


@dataclass(frozen=True)
class Examples:
    """What a learner sees of some corpora. `groups` has the number of the group that each corpus belongs to."""

    learner: Learner
    corpora: list[Corpus]
    groups: list[int]
    article: bool
    rows: Rows
    row_of_block: Numbers

    @property
    def sites(self) -> list[str]:
        """All sites, by name."""
        return sorted(set(self.rows.sites.tolist()))


def examples(learner: Learner, corpora: Sequence[Sequence[Corpus]], article: bool = False) -> Examples:
    """The rows of groups of corpora; corpora of a group, such as CleanEval's two, are left out together."""
    listed = [corpus for group in corpora for corpus in group]
    groups = [number for number, group in enumerate(corpora) for _ in group]
    rows = learner.rows(listed, article)
    rows.check()
    return Examples(learner, listed, groups, article, rows, learner.row_of_block(listed))


@dataclass(frozen=True)
class Tested:
    """Scores from classifiers that have not seen the site, row by row, and what they amount to on each corpus."""

    boilerplate: NDArray[np.bool_]
    scores: Floats
    fold: Numbers
    accuracies: list[Accuracy]


def folds_by_site(given: Examples, folds: int = 0) -> Numbers:
    """The fold of each row; 10 folds unless asked otherwise, or as many as there are sites."""
    return site_folds(given.rows.sites, given.rows.words, folds or min(FOLDS, len(given.sites)))


def folds_by_corpus(given: Examples) -> Numbers:
    """The group of each row: what is tested is a corpus that nothing was learned from."""
    if len(set(given.groups)) < 2:
        raise BpsearchError("to test on other corpora than learned from takes two of them; --by site takes one")
    blocks = [len(corpus.column("words")) for corpus in given.corpora]
    fold = np.zeros(len(given.rows.words), np.int64)
    fold[given.row_of_block] = np.repeat(given.groups, blocks)
    return fold


def test(given: Examples, fold: Numbers, seed: int = 0, on_fold: Callable[[], object] = lambda: None) -> Tested:
    """Cross-validate: a row is scored by a classifier of the other folds, less the sites that are in its fold."""
    scores = cross_validated(given.rows, fold, lambda rows: given.learner.train(rows, seed), on_fold)
    ends = np.cumsum([len(corpus.column("words")) for corpus in given.corpora])[:-1]
    of_corpora = np.split(scores[given.row_of_block], ends)
    accuracies = [_accuracy(given, corpus, own) for corpus, own in zip(given.corpora, of_corpora, strict=True)]
    return Tested(given.rows.boilerplate, scores, fold, accuracies)


def _accuracy(given: Examples, corpus: Corpus, scores: Floats) -> Accuracy:
    answers = Answers(given.learner.cleaner)
    ends = np.cumsum([len(page.classes) for page in corpus.pages])[:-1]
    for own in np.split(scores, ends):
        answers.verdicts.append((own <= CUTOFF).astype(np.int8))
        answers.scores.append(-own)
    return judge(corpus, answers, [TokenBags(page) for page in corpus.pages], cleaneval=False)


def train(given: Examples, seed: int = 0) -> tuple[Fitted, Model]:
    """Learn from everything; the model says from what."""
    fitted = given.learner.train(given.rows, seed)
    about = {
        "cleaner": given.learner.kind.cleaner,
        "bpsearch": __version__,
        "corpora": [corpus.name for corpus in given.corpora],
        "pages": sum(len(corpus.pages) for corpus in given.corpora),
        "content": "article" if given.article else "labelled",
        "seed": seed,
        "features": given.learner.kind.features,
        "sites": given.sites,
    }
    return fitted, Model(fitted._asdict(), about)


def milliseconds(given: Examples, fitted: Fitted) -> tuple[float, float]:
    """CPU time per page: features and score (what seed 003, section 3.5 has), and the segmentation before."""
    pages = [page.item.page for corpus in given.corpora for page in corpus.pages]
    segmenting, scoring = [], []
    for page in pages[:: max(len(pages) // TIMED_PAGES, 1)]:
        start = time.process_time()
        item = prepare(page)
        middle = time.process_time()
        fitted.boilerplate(given.learner.features(item))
        segmenting.append(middle - start)
        scoring.append(time.process_time() - middle)
    return 1000 * mean(scoring), 1000 * mean(segmenting)
