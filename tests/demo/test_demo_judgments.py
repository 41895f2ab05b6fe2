"""The topics and qrels in qrels/ are those that the code makes, in TREC's formats."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from bpsearch.demo import qrels, topics
from bpsearch.demo.judgments import demo_topics
from bpsearch.demo.plan import listings, posts

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
        assert sum(grade > 0 for grade in grades) >= 5
        assert grades.count(0) >= 15


def test_judgments_are_those_of_the_plan():
    """A post about the topic has the grade of its opinion, and any other judged page is 0."""
    by_id = {post.id: post for post in posts()}
    judged = {(int(row[0]), row[2]): int(row[3]) for row in map(str.split, qrels().splitlines())}
    for topic in demo_topics():
        for post in posts():
            grade = judged.get((topic.number, post.id))
            if topic.wants(post):
                assert grade == {"neutral": 1, "negative": 2, "mixed": 3, "positive": 4}[post.stance]
            else:
                assert not grade
    assert all(identifier in by_id for _, identifier in judged)


def test_pool_holds_near_misses_digressions_and_pages_that_only_list_the_topic():
    zeros = [row.split() for row in qrels().splitlines() if row.endswith(" 0")]
    judged = {(int(row[0]), row[2]) for row in zeros}
    near = digressing = listing_only = 0
    for topic in demo_topics():
        about = {post.number for post in posts() if post.subject is topic.subject}
        for post, listing in zip(posts(), listings(), strict=True):
            if (topic.number, post.id) not in judged:
                continue
            near += post.subject is topic.subject
            digressing += topic.subject in post.others
            touched = topic.subject in (post.subject, *post.others, *post.mentions)
            listing_only += bool(about & listing.shown()) and not touched
    assert near > 50
    assert digressing > 50
    assert listing_only > 500
