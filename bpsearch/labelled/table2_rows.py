"""The rows of Table 2 of seed 001, with the paper's numbers for the two-class and the four-class problem."""

from __future__ import annotations

from typing import Any, NamedTuple

from bpsearch.labelled.features import (
    ALL,
    ALL_LOCAL,
    FREQUENCY,
    LOCAL,
    QUOTIENTS,
    Feature,
    current,
    with_neighbours,
)

Published = tuple[float, float, float, float, float, int | None]  # P, R, F1, FPR, AuC in percent, and leaves


class Classifier(NamedTuple):
    """A row of the table: how it decides, from which features, and what the paper has in both problems."""

    name: str
    kind: str
    features: tuple[Feature, ...]
    published: dict[int, Published]
    setting: Any = None


_NUMBER, _DENSITY, _LINKS = "words", "density", "links"
CLASSIFIERS = (
    Classifier(
        'ZeroR (predict "content")',
        "constant",
        (),
        {2: (40.7, 63.8, 49.7, 63.8, 49.0, None), 4: (35.0, 59.2, 44.0, 59.2, 48.9, None)},
    ),
    Classifier(
        "only sentence length",
        "stump",
        current("sentence_length"),
        {2: (78.5, 67.9, 68.0, 21.4, 73.3, 2), 4: (72.4, 66.6, 65.2, 22.3, 72.1, 4)},
    ),
    Classifier(
        "tree: text frequency (P/C/N)",
        "tree",
        with_neighbours(FREQUENCY),
        {2: (77.7, 76.2, 73.8, 38.3, 70.9, 9), 4: (70.9, 73.2, 69.8, 34.7, 69.8, 4)},
    ),
    Classifier(
        "only word length",
        "stump",
        current("word_length"),
        {2: (80.2, 77.0, 77.5, 19.5, 78.8, 2), 4: (77.4, 74.8, 73.5, 20.0, 77.4, 178)},
    ),
    Classifier(
        "only words @15",
        "at least",
        current(_NUMBER),
        {2: (86.7, 86.7, 86.7, 15.5, 85.6, 2), 4: (80.9, 84.9, 82.8, 15.5, 84.7, 2)},
        15,
    ),
    Classifier(
        "only link density @0.33",
        "at most",
        current(_LINKS),
        {2: (88.5, 87.8, 87.4, 19.2, 84.3, 16), 4: (81.7, 83.8, 81.4, 22.5, 80.7, 2)},
        0.33,
    ),
    Classifier(
        "only text density @10.5",
        "at least",
        current(_DENSITY),
        {2: (87.8, 87.9, 87.9, 14.3, 86.8, 2), 4: (81.4, 85.4, 83.4, 15.3, 85.0, 2)},
        10.5,
    ),
    Classifier(
        "tree: link density (P/C/N)",
        "tree",
        with_neighbours(_LINKS),
        {2: (91.1, 91.1, 91.0, 12.1, 94.2, 37), 4: (83.7, 87.4, 85.4, 14.3, 90.8, 32)},
    ),
    Classifier(
        "tree: words (P/C/N)",
        "tree",
        with_neighbours(_NUMBER),
        {2: (91.1, 90.8, 90.9, 8.9, 94.7, 40), 4: (87.6, 89.3, 87.6, 1.0, 94.6, 48)},
    ),
    Classifier(
        "tree: all local features (C)",
        "tree",
        current(*LOCAL),
        {2: (92.9, 92.9, 92.9, 8.7, 96.6, 102), 4: (88.7, 89.9, 88.7, 10.6, 95.7, 72)},
    ),
    Classifier(
        "Algorithm 2: words + link density",
        "cleaner",
        with_neighbours(_NUMBER, _LINKS),
        {2: (92.2, 92.2, 92.2, 10.1, 95.7, 8), 4: (84.8, 88.9, 86.8, 12.1, 93.3, 7)},
        "words-links",
    ),
    Classifier(
        "Algorithm 1: text + link density",
        "cleaner",
        with_neighbours(_DENSITY, _LINKS),
        {2: (92.4, 92.4, 92.4, 8.5, 96.9, 8), 4: (84.7, 88.8, 86.7, 11.4, 93.2, 12)},
        "density-links",
    ),
    Classifier(
        "tree: all local features (C) + quotients",
        "tree",
        current(*LOCAL, *QUOTIENTS),
        {2: (92.9, 93.0, 92.9, 8.3, 97.2, 109), 4: (89.2, 90.3, 89.1, 9.4, 96.1, 78)},
    ),
    Classifier(
        "tree: text + link density (P/C/N)",
        "tree",
        with_neighbours(_DENSITY, _LINKS),
        {2: (93.9, 93.8, 93.9, 6.7, 97.6, 51), 4: (89.3, 91.0, 89.5, 8.4, 96.1, 45)},
    ),
    Classifier(
        "tree: all local features (P/C/N)",
        "tree",
        ALL_LOCAL,
        {2: (95.0, 95.0, 95.0, 5.5, 98.1, 105), 4: (91.3, 92.4, 91.4, 7.1, 96.7, 98)},
    ),
    Classifier(
        "tree: all local features + frequency",
        "tree",
        ALL,
        {2: (95.1, 95.0, 95.1, 5.4, 98.0, 99), 4: (91.5, 92.5, 91.6, 6.8, 96.9, 125)},
    ),
    Classifier(
        "linear SVM: all local features + frequency",
        "svm",
        ALL,
        {2: (95.3, 95.3, 95.3, 5.4, 95.0, None), 4: (92.4, 93.2, 91.9, 6.8, 94.0, None)},
    ),
)
