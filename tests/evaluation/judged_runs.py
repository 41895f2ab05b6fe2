"""Random qrels and runs with ties, negative levels, missing topics and missing judgments."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from bpsearch.retrieval.runs import Hit

DOCNOS = ["a", "B", "b", "doc-10", "doc-9", "doc-9a", "é", "日本", "😀", *(f"d{n:02}" for n in range(11))]
SCORES = [0.0, -1.5, 2.0, 2.0 + 1e-9, 2.0 + 1e-6, 7.25, 7.250001]
LEVELS = [-2, -1, 0, 0, 1, 1, 2, 3, 4]

judgments = st.dictionaries(st.sampled_from(DOCNOS), st.sampled_from(LEVELS), min_size=1)
topics = st.sampled_from(["1", "2", "3", "4"])
rankings = st.dictionaries(st.sampled_from(DOCNOS), st.sampled_from(SCORES)).map(
    lambda ranking: [Hit(docno, score) for docno, score in ranking.items()]
)
all_qrels = st.dictionaries(topics, judgments, min_size=1).map(lambda qrels: qrels | {"0": {"a": 1, "b": 0}})
all_runs = st.dictionaries(topics | st.just("9"), rankings).map(lambda run: run | {"0": [Hit("a", 1.0)]})


def random_run(qrels: dict[str, dict[str, int]], seed: int, depth: int = 100) -> dict[str, list[Hit]]:
    """A run over judged and unknown documents whose scores have few values, so that many are tied."""
    chance = random.Random(seed)
    run = {}
    for topic, levels in qrels.items():
        pool = [*levels, *(f"UNKNOWN-{number:04}" for number in range(len(levels) // 4))]
        chosen = chance.sample(pool, min(depth, len(pool)))
        run[topic] = [Hit(docno, chance.randrange(20) / 8) for docno in chosen]
    return run
