"""texrex: the features of seed 003's Table 1, the score, its letters, and a model that must be there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bpsearch.cleaners import get, get_all, prepare
from bpsearch.cleaners.model_files import FOLDER_VARIABLE, Model, write_model
from bpsearch.cleaners.texrex import LETTERS, Perceptron, letter
from bpsearch.cleaners.texrex_features import FEATURES, stretches
from bpsearch.errors import BpsearchError, InputError
from bpsearch.page import Page

HTML = (
    "<!DOCTYPE html><div></div><p>It rained in 2015. It <b>snowed</b>!</p>"
    "<ul><li><a href='x'>HOME</a></li></ul>© me@b.org #tag www.b.org"
)


def feature(name: str) -> list[float]:
    found = stretches(prepare(Page("page", HTML.encode())))
    return [round(float(value), 4) for value in found.features[:, FEATURES.index(name)]]


def test_there_are_37_features_of_stretches_between_container_tags() -> None:
    found = stretches(prepare(Page("page", HTML.encode())))
    assert len(FEATURES) == len(set(FEATURES)) == 37
    assert found.features.shape == (3, 37)
    assert found.of_block.tolist() == [0, 0, 0, 1, 2]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("ContP", [1, 0, 0]),
        ("ContLi", [0, 1, 0]),
        ("ContClose", [0, 0, 1]),
        ("Copy", [0, 0, 1]),
        ("DtHtml5", [1, 1, 1]),
        ("DtHtml4", [0, 0, 0]),
        ("EndsPunct", [1, 0, 0]),
        ("SentBogus", [0, 1, 0]),  # the dots of addresses are punctuation, too
        ("UpperProp", [round(2 / 18, 4), 1, 0]),
        ("SkippedDivs", [round(3 / 20, 4), round(1 / 20, 4), 0]),
        ("Length", [0.03, 0.004, 0.025]),
    ],
)
def test_features_by_hand(name: str, values: list[float]) -> None:
    assert feature(name) == values


def test_all_features_are_in_bounds() -> None:
    for html in (HTML, "<p>", "", "<p>—", "<p>" + "word " * 5000, "x<p>y</div>"):
        found = stretches(prepare(Page("page", html.encode()))).features
        assert np.isfinite(found).all() and (found >= 0).all() and (found <= 1).all()


def test_the_score_is_a_bounded_sum_of_bells() -> None:
    model = Perceptron(*(np.array(values, np.float32) for values in ([[1.0, 0.0]], [0.0, 2.0], [0.3, -0.2], [0.5])))
    for x in (0.0, 0.5, 3.0):
        bells = [2 * np.exp(-((x + 0) ** 2)) - 1, 2 * np.exp(-(2.0**2)) - 1]
        expected = min(max(0.3 * bells[0] - 0.2 * bells[1] + 0.5, 0), 1)
        assert model.boilerplate(np.array([[x]], np.float32)) == pytest.approx([expected], abs=1e-6)


def test_ten_letters_for_ten_equal_intervals() -> None:
    scores = np.array([0, 0.0999, 0.1, 0.55, 0.95, 1], np.float32)
    assert "".join(LETTERS[number] for number in letter(scores)) == "aabfjj"


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A model for which the more a stretch is full text (feature Length), the less it is boilerplate."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    hidden = np.zeros((37, 1), np.float32)
    hidden[FEATURES.index("Length")] = 20
    arrays = (hidden, np.zeros(1, np.float32), np.array([0.5], np.float32), np.array([0.5], np.float32))
    path = tmp_path / "texrex.npz"
    about = {"cleaner": "texrex", "features": FEATURES}
    write_model(path, Model(dict(zip(Perceptron._fields, arrays, strict=True)), about))
    return path


def test_the_cleaner_gives_a_score_and_a_letter(model: Path) -> None:
    item = prepare(Page("page", HTML.encode()))
    cleaner = get("texrex")
    labels = item.labels(cleaner)
    assert [column.name for column in cleaner.columns] == ["boilerplate", "boilerplate_letter"]
    length = np.array([30, 30, 30, 4, 25]) / 1000
    assert labels["boilerplate"] == pytest.approx(np.exp(-((20 * length) ** 2)), abs=1e-5)
    assert "".join(LETTERS[number] for number in labels["boilerplate_letter"]) == "gggjh"
    assert get(f"texrex:{model}").columns[0].name == "boilerplate_texrex"
    assert "texrex" in [cleaner.name for cleaner in get_all("all")]


def test_without_a_model_it_says_how_to_train_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    for name in ("texrex", "boosted"):
        with pytest.raises(BpsearchError, match=f"train one with: bpsearch train .* --cleaner {name} --output"):
            get(name)
    assert not {"texrex", "boosted"} & {cleaner.name for cleaner in get_all("all")}


def test_what_is_no_model_of_it_is_named(tmp_path: Path, model: Path) -> None:
    (tmp_path / "text.npz").write_text("nothing")
    for name, problem in (
        (f"boosted:{model}", "a model of texrex"),
        (f"texrex:{tmp_path / 'text.npz'}", "not a model"),
        (f"texrex:{tmp_path / 'gone.npz'}", "no such file"),
    ):
        with pytest.raises(InputError, match=problem):
            get(name)


def test_a_model_of_other_features_is_named(tmp_path: Path) -> None:
    write_model(tmp_path / "old.npz", Model({"hidden": np.zeros((36, 18))}, {"cleaner": "texrex"}))
    with pytest.raises(InputError, match=r"old\.npz: .* train it again"):
        get(f"texrex:{tmp_path / 'old.npz'}")
