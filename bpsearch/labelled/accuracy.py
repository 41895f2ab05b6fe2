"""How well cleaners do on a labelled corpus: by blocks, by text, and by the measure of CleanEval."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import mean, median

import numpy as np

from bpsearch.cleaners.labelling import cleaned_text, fit, label_page
from bpsearch.cleaners.records import KEEP, Array, Cleaner, Failure, Verdict
from bpsearch.labelled.cleaneval import Matched, compare, marked_text, total
from bpsearch.labelled.measures import Measured, measure
from bpsearch.labelled.records import PROBLEMS, Corpus, LabelledPage
from bpsearch.labelled.text_measure import TokenBags

EVERYTHING = "everything"  # the baseline that drops nothing
_SURE = 1e6


@dataclass
class Accuracy:
    """What came out for one cleaner."""

    cleaner: str
    blocks: Measured
    text_f1: list[float]  # of each page
    cleaneval: Matched | None
    failures: list[Failure] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """Mean text F1."""
        return mean(self.text_f1)

    @property
    def median(self) -> float:
        """Median text F1."""
        return median(self.text_f1)


class Answers:
    """What a cleaner says of each page: verdicts, and the values behind them where it gives a score."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.verdicts: list[Verdict] = []
        self.scores: list[Array] = []  # the higher, the more content
        self.failures: list[Failure] = []


Step = Callable[[str], object]  # told the name of what is at work, once per page and cleaner


def ask(corpus: Corpus, cleaners: Sequence[Cleaner], step: Step = lambda name: None) -> list[Answers]:
    """Let each cleaner label the corpus; the first answers are those of a cleaner that keeps everything."""
    everything = Answers(EVERYTHING)
    everything.verdicts = [np.ones(len(page.classes), np.int8) for page in corpus.pages]
    everything.scores = [verdict.astype(np.float64) for verdict in everything.verdicts]
    return [everything, *(_ask(corpus, cleaner, step) for cleaner in cleaners)]


def _ask(corpus: Corpus, cleaner: Cleaner, step: Step) -> Answers:
    answers = Answers(cleaner.name)
    fitted = fit([cleaner], lambda: (page.item for page in corpus.pages))
    own = cleaner.columns[0]
    for page in corpus.pages:
        labels = label_page([cleaner], page.item, answers.failures.append, fitted)
        verdict = own.verdict(labels[own.name])
        answers.verdicts.append(verdict)
        scored = own.kind == "score"
        values = labels[own.name].astype(np.float64) if scored else (verdict == KEEP).astype(np.float64)
        rising = values if not scored or own.keep[1] == np.inf else -values  # where low values mean content
        answers.scores.append(np.nan_to_num(rising, nan=-_SURE))
        step(cleaner.name)
    return answers


def judge(
    corpus: Corpus,
    answers: Answers,
    bags: Sequence[TokenBags],
    *,
    classes: int = 2,
    cleaneval: bool = True,
    step: Step = lambda name: None,
) -> Accuracy:
    """Measure the answers of one cleaner. A page without a verdict counts as one of which nothing is kept."""
    text_f1: list[float] = []
    matched: list[Matched] = []
    for page, bag, verdict in zip(corpus.pages, bags, answers.verdicts, strict=True):
        text_f1.append(bag.f1(verdict))
        if cleaneval:
            matched.append(compare(_text(page, verdict), page.gold))
        step(answers.name)
    blocks = _by_blocks(corpus, answers, classes)
    return Accuracy(answers.name, blocks, text_f1, total(matched) if cleaneval else None, answers.failures)


def _by_blocks(corpus: Corpus, answers: Answers, classes: int) -> Measured:
    """A cleaner knows content and boilerplate only: in the four-class problem its content is full text."""
    kept = (corpus.together(list(answers.verdicts)) == KEEP).astype(np.int64)
    content = corpus.together(list(answers.scores)).astype(np.float64)
    scores = np.zeros((len(kept), len(PROBLEMS[classes][0])))
    scores[:, 0], scores[:, 1] = -content, content
    return measure(corpus.problem(classes), scores, corpus.column("words"), kept)


def _text(page: LabelledPage, verdict: Verdict) -> str:
    """The cleaned text as the gold text has it: with marks before its segments, or without."""
    if "<p>" in page.gold or "<h>" in page.gold or "<l>" in page.gold:
        return marked_text(page.item.blocks, verdict)
    return cleaned_text(page.item.blocks.texts, verdict)
