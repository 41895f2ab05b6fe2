"""jusText by its own package: paragraphs judged by length, links and function words, then by their neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from bpsearch.cleaners.citations import POMIKALEK_2011
from bpsearch.cleaners.justext_paragraphs import (
    DEFAULT_LANGUAGE,
    DEFAULTS,
    LENIENT,
    classify,
    paragraphs_of_blocks,
    read_page,
    stoplist,
)
from bpsearch.cleaners.records import Cleaner, CleanerInput, Column, Labels, Variant, column_name
from bpsearch.cleaners.registry import register

CLASSES = ("bad", "short", "near-good", "good")
_CODES = {name.replace("-", ""): code for code, name in enumerate(CLASSES)}


def justext(
    name: str = "justext", language: str = DEFAULT_LANGUAGE, settings: Mapping[str, float] = DEFAULTS
) -> Cleaner:
    """jusText with the stoplist of a language: its final verdict, and the class before neighbours are looked at."""
    verdict = Column(column_name(name).lower())
    context_free = Column(f"{verdict.name}_class", "class", (_CODES["good"], _CODES["good"]), CLASSES)

    def label(item: CleanerInput) -> Labels:
        page = read_page(item)
        classify(page.paragraphs, language, settings)
        numbers = paragraphs_of_blocks(item)
        good = np.array([paragraph.class_type == "good" for paragraph in page.paragraphs] + [False], np.int8)
        codes = np.array([_CODES[paragraph.cf_class] for paragraph in page.paragraphs] + [-1], np.int8)
        return {verdict.name: good[numbers], context_free.name: codes[numbers]}

    return Cleaner(
        name,
        POMIKALEK_2011,
        f"length, links and {language} function words of paragraphs, then their neighbours"
        + (", with the looser settings of the GoldMiner authors" if settings else ""),
        (verdict, context_free),
        label,
        requires="justext",
    )


def _settable(name: str, settings: Mapping[str, float]) -> Cleaner:
    def variant(language: str) -> Cleaner:
        stoplist(language)
        return justext(f"{name}:{language}", language, settings)

    return replace(justext(name, settings=settings), variant=Variant("LANGUAGE", variant))


register(_settable("justext", DEFAULTS))
register(_settable("justext-lenient", LENIENT))
