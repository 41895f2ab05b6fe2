"""L3S-GN1 beside Table 1 and section 5.1 of seed 001.

What the paper counted can be told from the figures: the title is a block (supplemental), blocks without a word are
none, and tokens are what whitespace separates, with two more for each link. So counted, words differ by 40 of 520,483.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from bpsearch.labelled.l3s import LABELS, labelled_blocks
from bpsearch.page import Blocks
from bpsearch.page.features import columns
from tests.shared_data import shared_data

PAPER = {"blocks": 72_662, "words": 520_483, "tokens": 644_021, "long": 345_175, "dense": 358_428}
PAPER_SHARES = {  # per cent of blocks, words and tokens
    "boilerplate": (79, 35, 46),
    "headline": (1, 1, 1),
    "full text": (12, 51, 42),
    "supplemental": (3, 3, 2),
    "user comments": (1, 1, 1),
    "related content": (4, 9, 8),
}
COLUMNS = ("words", "tokens", "density", "paper_tokens", "paper_density")


class Corpus(NamedTuple):
    """The blocks of all pages: their labels and columns, and whether they are titles."""

    labels: NDArray[np.int64]
    titles: NDArray[np.bool_]
    columns: dict[str, NDArray[np.float64]]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    labels: list[int] = []
    titles: list[bool] = []
    values: list[dict[str, NDArray[np.float64]]] = []
    for file in sorted(shared_data("l3s-gn1").glob("*/annotated/*.html")):
        _, blocks, of_page = labelled_blocks(file.read_bytes())
        title = Blocks([blocks.title], [()], [-1], [0, 0], [], []) if blocks.title else Blocks([], [], [], [0], [], [])
        values += [columns(part, names=COLUMNS) for part in (blocks, title)]
        labels += of_page + [LABELS.index("supplemental")] * len(title)
        titles += [False] * len(blocks) + [True] * len(title)
    found = {name: np.concatenate([value[name] for value in values]) for name in COLUMNS}
    return Corpus(np.array(labels), np.array(titles), found)


def _counts(corpus: Corpus, chosen: NDArray[np.bool_], tokens: str, density: str) -> dict[str, int]:
    words = corpus.columns["words"]
    return {
        "blocks": int(chosen.sum()),
        "words": int(words[chosen].sum()),
        "tokens": int(corpus.columns[tokens][chosen].sum()),
        "long": int(words[chosen & (words >= 11)].sum()),
        "dense": int(words[chosen & (corpus.columns[density] >= 11)].sum()),
    }


def _shares(corpus: Corpus, chosen: NDArray[np.bool_], tokens: str) -> dict[str, tuple[float, float, float]]:
    weights = (np.ones(len(chosen)), corpus.columns["words"], corpus.columns[tokens])
    shares = [np.bincount(corpus.labels[chosen], weight[chosen]) / weight[chosen].sum() for weight in weights]
    return {label: tuple(100 * share[number] for share in shares) for number, label in enumerate(LABELS)}


def _print(title: str, counts: dict[str, int], shares: dict[str, tuple[float, float, float]]) -> None:
    print(f"\n{title}\n{'':18}{'ours':>10}{'paper':>10}{'off by':>9}")
    for name, count in counts.items():
        print(f"{name:18}{count:10,}{PAPER[name]:10,}{100 * (count / PAPER[name] - 1):8.2f}%")
    print(f"{'shares, %':18}{'blocks':>12}{'words':>12}{'tokens':>12}   (paper's in brackets)")
    for label, values in shares.items():
        pairs = zip(values, PAPER_SHARES[label], strict=True)
        print(f"{label:18}" + "".join(f"{ours:.1f} ({paper})".rjust(12) for ours, paper in pairs))


def test_our_blocks_beside_the_paper(corpus: Corpus, capsys: pytest.CaptureFixture[str]) -> None:
    ours = ~corpus.titles
    counts = _counts(corpus, ours, "tokens", "density")
    shares = _shares(corpus, ours, "tokens")
    with capsys.disabled():
        _print("L3S-GN1, blocks as bpsearch has them", counts, shares)
    for name, within in {"blocks": 0.035, "words": 0.015, "tokens": 0.01, "long": 0.02, "dense": 0.04}.items():
        assert counts[name] == pytest.approx(PAPER[name], rel=within)
    for label, (_, words, _) in shares.items():
        assert words == pytest.approx(PAPER_SHARES[label][1], abs=1.5)


def test_counted_as_the_paper_did(corpus: Corpus, capsys: pytest.CaptureFixture[str]) -> None:
    theirs = corpus.columns["words"] > 0
    counts = _counts(corpus, theirs, "paper_tokens", "paper_density")
    shares = _shares(corpus, theirs, "paper_tokens")
    with capsys.disabled():
        _print("L3S-GN1, counted as the paper seems to have counted", counts, shares)
    for name, within in {"blocks": 0.01, "words": 0.0001, "tokens": 0.005, "long": 0.015, "dense": 0.005}.items():
        assert counts[name] == pytest.approx(PAPER[name], rel=within)
    for label, values in shares.items():
        assert values == pytest.approx(PAPER_SHARES[label], abs=2)
