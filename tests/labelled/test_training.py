"""Classifiers are tested on sites that they have not learned from, and reported as seed 003 does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from bpsearch.errors import BpsearchError
from bpsearch.labelled import training
from bpsearch.labelled.learners import LEARNERS
from bpsearch.labelled.opening import open_corpora
from bpsearch.labelled.rows import Rows
from bpsearch.labelled.table4 import PUBLISHED, decisions, mean_balance, mean_decisions, over_cutoffs
from tests.labelled.small_corpus import write_corpus

TRUE = np.array([1, 1, 1, 1, 0, 0], np.bool_)
SCORES = np.array([0.9, 0.8, 0.6, 0.2, 0.7, 0.1])


def test_decisions_by_hand() -> None:
    found = decisions(TRUE, SCORES)
    assert found == pytest.approx((3 / 4, 3 / 4, 3 / 4, 4 / 6, 4 / 6, 0))
    assert decisions(TRUE, SCORES, 0.75) == pytest.approx((1, 2 / 4, 2 / 3, 4 / 6, 4 / 6, 0))
    assert decisions(TRUE, TRUE.astype(float)).error_reduction == 1
    assert decisions(np.ones(2, np.bool_), np.ones(2)).error_reduction == 0


def test_means_are_over_folds() -> None:
    fold = np.array([0, 0, 0, 1, 0, 1])
    of_folds = [decisions(TRUE[fold == n], SCORES[fold == n]) for n in range(2)]
    assert mean_decisions(TRUE, SCORES, fold) == pytest.approx(np.mean(of_folds, axis=0))
    balance = mean_balance(TRUE, SCORES, np.zeros(6, np.int64))
    assert (balance.f1, balance.correct) == pytest.approx((3 / 4, 4 / 6)) and 0.2 <= balance.cutoff < 0.6


def test_the_published_reductions_of_error_follow_from_the_published_decisions() -> None:
    for paper in PUBLISHED.values():
        reduction = (paper.correct - paper.baseline) / (1 - paper.baseline)
        assert reduction == pytest.approx(paper.error_reduction, abs=0.005)


def test_recall_falls_as_the_cutoff_rises() -> None:
    records = over_cutoffs(TRUE, SCORES)
    recalls = [float(str(record["recall"])) for record in records]
    assert len(records) == 99 and recalls == sorted(recalls, reverse=True)


class Remembering(NamedTuple):
    """A classifier that knows the sites it has learned from."""

    sites: Any

    def boilerplate(self, features: Any) -> Any:
        return np.zeros(len(features))


def spied(corpora: list[Any], fold_of: Any) -> list[tuple[set[str], set[str]]]:
    """The sites learned from and those tested, fold by fold."""
    learned: list[set[str]] = []

    def remember(rows: Rows, seed: int) -> Remembering:
        learned.append(set(rows.sites.tolist()))
        return Remembering(rows.sites)

    given = training.examples(LEARNERS["texrex"]._replace(train=remember), corpora)
    fold = fold_of(given)
    training.test(given, fold)
    return [(sites, set(given.rows.sites[fold == number].tolist())) for number, sites in enumerate(learned)]


def test_no_site_is_learned_from_and_tested(tmp_path: Path) -> None:
    first = open_corpora(write_corpus(tmp_path / "first.jsonl", domain="shared"))
    second = open_corpora(write_corpus(tmp_path / "second.jsonl", sites=7, domain="shared"))
    third = open_corpora(write_corpus(tmp_path / "third.jsonl", sites=2, domain="other"))
    by_site = spied([first, second], training.folds_by_site)
    assert len(by_site) == 7 and all(not learned & tested for learned, tested in by_site)
    by_corpus = spied([first, second, third], training.folds_by_corpus)
    assert by_corpus[0] == ({"shared5.com", "shared6.com", "other0.com", "other1.com"}, {*by_corpus[0][1]})
    assert all(not learned & tested for learned, tested in by_corpus)
    with pytest.raises(BpsearchError, match="two of them"):
        spied([first], training.folds_by_corpus)


@pytest.mark.parametrize("name", sorted(LEARNERS))
def test_what_is_easy_is_learned_and_the_seed_decides(tmp_path: Path, name: str) -> None:
    pytest.importorskip("sklearn")
    corpora = open_corpora(write_corpus(tmp_path / "mine.jsonl", pages=40))
    given = training.examples(LEARNERS[name], [corpora])
    (accuracy,) = training.test(given, training.folds_by_site(given, 2)).accuracies
    assert accuracy.blocks.f1 > 0.99 and accuracy.mean > 0.99
    fitted, model = training.train(given)
    again = training.train(given)[0]
    for key, values in fitted._asdict().items():
        assert np.array_equal(values, again._asdict()[key]), key
    assert model.about["cleaner"] == name and model.about["corpora"] == ["mine"]
    assert model.about["sites"] == [f"site{number}.com" for number in range(5)]
    scoring, segmenting = training.milliseconds(given, fitted)
    assert 0 < scoring < 1000 and 0 < segmenting < 1000


def test_nothing_can_be_learned_from_one_class(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"html": "<p>a<p>b", "labels": ["content", "content"]}\n')
    for learner in LEARNERS.values():
        with pytest.raises(BpsearchError, match="nothing to learn"):
            training.examples(learner, [open_corpora(path)])


def test_a_perceptron_needs_no_scikit_learn_and_trees_name_the_extra(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "mine.jsonl")
    code = (
        "import sys; sys.modules['sklearn'] = None\n"
        "from bpsearch.cli import main\n"
        f"sys.argv[1:] = ['train', {str(corpus)!r}, '--folds', '0', '--output', {str(tmp_path / 'm.npz')!r}]\n"
        "sys.argv += ['--cleaner', NAME]\n"
        "main()\n"
    )
    for name, status in (("texrex", 0), ("boosted", 1)):
        program = code.replace("NAME", repr(name))
        result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        assert result.returncode == status, result.stderr
    assert "scikit-learn" in result.stderr and "bpsearch[learn]" in result.stderr and "Traceback" not in result.stderr
