"""Boosted trees: numpy goes through them as they are, and their features are those of the page."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from bpsearch.cleaners import prepare
from bpsearch.cleaners.boosted import Trees
from bpsearch.cleaners.boosted_features import feature_names, features
from bpsearch.page import Page

TREES = Trees(
    roots=np.array([0, 3], np.int32),
    feature=np.array([1, 0, 0, 0, 0, 0], np.int32),
    threshold=np.array([2.0, 0, 0, 0.5, 0, 0]),
    left=np.array([1, 1, 2, 4, 4, 5], np.int32),
    right=np.array([2, 1, 2, 5, 4, 5], np.int32),
    value=np.array([0.0, -1.0, 1.0, 0.0, -0.5, 0.5]),
    base=np.array([0.25]),
    depth=np.array([1], np.int32),
)
LONG = " ".join(["word"] * 20)


def test_rows_go_down_all_trees() -> None:
    rows = np.array([[0.0, 2.0], [1.0, 2.5], [0.5, 3.0]], np.float32)
    logits = np.array([0.25 - 1 - 0.5, 0.25 + 1 + 0.5, 0.25 + 1 - 0.5])
    assert TREES.probability(rows) == pytest.approx(1 / (1 + np.exp(-logits)))
    assert TREES.boilerplate(rows) == pytest.approx(1 - TREES.probability(rows))
    assert TREES.probability(rows[:0]).shape == (0,)


def column(html: str, name: str) -> list[float]:
    return [float(value) for value in features(prepare(Page("page", html.encode())))[:, feature_names().index(name)]]


def test_features_by_hand() -> None:
    html = f"<ul><li><a href=x>Home</a></ul><div><h1>Title</h1><p>{LONG}</p></div><div><p>{LONG} end</p></div>"
    assert column(html, "previous words") == [0, 1, 1, 20]
    assert column(html, "next words") == [1, 20, 21, 0]
    assert column(html, "unlinked words, 2 before") == [0, 0, 1, 21]
    assert column(html, "linked words, 2 before") == [0, 1, 1, 0]
    assert column(html, "words of long blocks, 5 after") == [41, 41, 21, 0]
    assert column(html, "blocks to text") == [2, 1, 0, 0]
    assert column(html, "in li") == [1, 0, 0, 0]
    assert column(html, "words, 1 up") == pytest.approx([1, 21, 21, 21])
    assert column(html, "long text, 0 up") == pytest.approx([0, 0, 20 / 41, 21 / 41])
    assert column(html, "words-links") == [0, 1, 1, 1]


def test_odd_pages_have_finite_features() -> None:
    for html in ("", "text", "<p>—", "<a>x<a>y", "</p>text", "<b>" * 300 + "deep"):
        found = features(prepare(Page("page", html.encode())))
        assert found.shape[1] == len(feature_names()) and np.isfinite(found).all()


def test_no_scikit_learn_at_run_time() -> None:
    code = (
        "import sys; sys.modules['sklearn'] = None\n"
        "from bpsearch.cleaners import boosted, texrex, prepare\n"
        "from bpsearch.cleaners.boosted_features import features\n"
        "from bpsearch.page import Page\n"
        "features(prepare(Page('page', b'<p>a')))\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
