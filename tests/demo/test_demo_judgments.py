"""The topics and qrels in qrels/ are those that the code makes, in TREC's formats."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from bpsearch.demo import qrels, topics

FOLDER = Path(__file__).parents[2] / "qrels"


@pytest.mark.parametrize(("name", "make"), [("demo.topics.txt", topics), ("demo.qrels", qrels)])
def test_committed_file_is_what_the_code_makes(name, make):
    assert (FOLDER / name).read_bytes() == make().encode(), "run: python -m bpsearch.demo"


def test_forty_topics_with_titles_of_one_to_five_words():
    titles = re.findall(r"^<title> (.+)$", topics(), re.M)
    assert len(titles) == 40
    assert all(1 <= len(title.split()) <= 5 for title in titles)
    assert len(re.findall(r"^<desc> Description:\n\S", topics(), re.M)) == 40
    assert len(re.findall(r"^<narr> Narrative:\n\S", topics(), re.M)) == 40


def test_every_topic_has_relevant_and_non_relevant_judgments_of_all_grades():
    rows = [line.split() for line in qrels().splitlines()]
    assert all(len(row) == 4 and row[1] == "0" for row in rows)
    assert Counter(row[3] for row in rows).keys() == set("01234")
    assert len({(row[0], row[2]) for row in rows}) == len(rows)
    for topic in range(1, 41):
        grades = [int(row[3]) for row in rows if row[0] == str(topic)]
        assert sum(grade > 0 for grade in grades) >= 4
        assert grades.count(0) >= 15
