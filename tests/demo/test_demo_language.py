"""The demo's text is English enough for stopwords, stemming and idf to behave."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpsearch.demo.article import MIXES, write_paragraph
from bpsearch.demo.dice import LONG, LONG_END, SHORT, SHORT_END, Dice
from bpsearch.demo.grammar import Writer, compile_pattern, count_words, plain_text
from bpsearch.demo.inflection import gerund, past, with_article
from bpsearch.demo.phrases import phrases
from bpsearch.demo.subjects import all_subjects

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
FUNCTION_WORDS = frozenset(
    """the and of to a i in it is that was for on with as at by not be this have has are we my from or but all had so
    an no one about when which they you would there what who if more were do me been after than some up out will
    can our us your did into over only how like because then any other""".split()  # noqa: SIM905
)


@pytest.fixture(scope="module")
def vocabulary(demo_blocks):
    return Counter(word for blocks in demo_blocks for text in blocks.texts for word in WORD.findall(text.lower()))


def test_function_words_dominate(vocabulary):
    assert sum(vocabulary[word] for word in FUNCTION_WORDS) / vocabulary.total() > 0.38
    assert vocabulary.most_common(1)[0][0] == "the"
    assert sum(word in FUNCTION_WORDS for word, _ in vocabulary.most_common(25)) >= 22


def test_frequencies_fall_as_zipf_says(vocabulary):
    """The slope of log frequency over log rank is about -1 for the thousand most frequent words."""
    points = [(math.log(rank), math.log(count)) for rank, (_, count) in enumerate(vocabulary.most_common(1000), 1)]
    x_mean, y_mean = (sum(values) / len(points) for values in zip(*points, strict=True))
    slope = sum((x - x_mean) * (y - y_mean) for x, y in points) / sum((x - x_mean) ** 2 for x, _ in points)
    assert -1.2 < slope < -0.8


def test_vocabulary_goes_on_growing(demo_blocks, vocabulary):
    half = {
        word
        for blocks in demo_blocks[: len(demo_blocks) // 2]
        for text in blocks.texts
        for word in WORD.findall(text.lower())
    }
    assert len(vocabulary) > 5000
    assert len(vocabulary) > 1.15 * len(half)


def test_subjects_have_words_of_their_own():
    subjects = all_subjects()
    assert len(subjects) >= 45
    for subject in subjects.values():
        assert min(map(len, (subject.names, subject.things, subject.stuff, subject.voices))) >= 3
        assert min(map(len, (subject.deeds, subject.facts, subject.praise, subject.gripes))) >= 4
        assert len(subject.aspects) >= 2


@given(st.sampled_from(sorted(all_subjects())), st.sampled_from(sorted(MIXES)), st.integers(1, 150), st.integers())
def test_paragraphs_are_whole_sentences_of_about_the_wanted_length(key, stance, words, seed):
    subject = all_subjects()[key]
    writer = Writer(Dice("test", seed), subject, subject.aspects[0], mentions=subject_pair(key))
    text = plain_text(write_paragraph(writer, MIXES[stance], words))
    assert text[0].isupper() or text[0] in '"“'
    assert text[-1] in ".?!"
    assert not re.search(r"[{}\[\]|<>&*]|  |\.\.| [,.]", text)
    assert not re.search(r"\ba [aeio]\w", text)
    assert abs(count_words(text) - words) <= 25


def subject_pair(key):
    return [subject for subject in all_subjects().values() if subject.key != key][:2]


def test_paragraphs_have_the_wanted_length_on_average():
    subject = all_subjects()["compost"]
    writer = Writer(Dice("test"), subject, subject.aspects[0])
    written = sum(count_words(write_paragraph(writer, MIXES["neutral"], 60)) for _ in range(300)) / 300
    assert written == pytest.approx(60, abs=3)


@pytest.mark.parametrize(("table", "end"), [(SHORT, SHORT_END), (LONG, LONG_END)])
def test_drawn_lengths_have_the_mean_of_the_geometric_distribution(table, end):
    dice = Dice("test")
    assert sum(dice.length(table) for _ in range(20000)) / 20000 == pytest.approx(1 / end, rel=0.03)


def test_a_phrase_does_not_come_again_at_once():
    subject = all_subjects()["sourdough"]
    writer = Writer(Dice("test"), subject, subject.aspects[0])
    dealt = [writer.deal("deeds") for _ in range(400)]
    assert all(first != second for first, second in pairwise(dealt))
    assert set(dealt) == set(subject.deeds)


def test_inflection():
    assert past("carry the bag") == "carried the bag"
    assert past("drop it") == "dropped it"
    assert past("write") == "wrote"
    assert gerund("lie awake") == "lying awake"
    assert gerund("run") == "running"
    assert gerund("bake a loaf") == "baking a loaf"
    assert with_article("old pan") == "an old pan"
    assert with_article("used pan") == "a used pan"


def test_patterns_with_unbalanced_brackets_are_refused():
    with pytest.raises(ValueError, match="unbalanced"):
        compile_pattern("one]")


def test_interjections_of_every_short_length():
    assert {count_words(text) for text in phrases("interjections")} >= {1, 2, 3, 4}
