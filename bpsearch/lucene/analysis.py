"""How text becomes terms: Anserini's analyzers, by language or by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bpsearch.errors import BpsearchError
from bpsearch.lucene.jvm import java_class


class Analysis(NamedTuple):
    """Which analyzer an index uses; kept in its manifest so that topics are analysed alike."""

    language: str = "en"
    analyzer: str = "porter"


# Kuromoji chooses among segmentations of all it sees: a line changes the terms of the next one.
_ACROSS_LINES = frozenset({"ja"})


def looks_across_lines(analysis: Analysis) -> bool:
    """Whether lines analysed together may give other terms than each by itself."""
    return analysis.language in _ACROSS_LINES and analysis.analyzer != "whitespace"


def _english(make: Callable[[Any], Any]) -> Callable[[], Any]:
    return lambda: make(java_class("io.anserini.analysis.DefaultEnglishAnalyzer"))


ANALYZERS: dict[str, Callable[[], Any]] = {
    "porter": _english(lambda english: english.newDefaultInstance()),  # Anserini's default
    "krovetz": _english(lambda english: english.newStemmingInstance("krovetz")),
    "nostem": _english(lambda english: english.newNonStemmingInstance()),
    "whitespace": lambda: java_class("org.apache.lucene.analysis.core.WhitespaceAnalyzer")(),
}


_SEVERAL_TERMS = "its analyzer puts several terms at one position, and document lengths cannot be exact with it"
_NOT_EXACT = {"pl": _SEVERAL_TERMS, "uk": _SEVERAL_TERMS}


def languages() -> list[str]:
    """The languages besides English that can be indexed."""
    return [language for language in _anserini_languages() if not _hindrance(language)]


def _anserini_languages() -> list[str]:
    known = java_class("io.anserini.analysis.AnalyzerMap").analyzerMap
    return sorted(str(key) for key in known.keySet().toArray())


def _hindrance(language: str) -> str:
    """Why an analyzer that Anserini has is of no use here; empty if it is."""
    if language == "th" and not java_class("org.apache.lucene.analysis.th.ThaiTokenizer").DBBI_AVAILABLE:
        return "this Java has no Thai segmentation; a JAVA_HOME of a full Java 21 or newer may have it"
    return _NOT_EXACT.get(language, "")


def make_analyzer(analysis: Analysis) -> Any:
    """The Lucene analyzer; an unknown name is an error that lists the known ones."""
    if analysis.language == "en":
        if analysis.analyzer not in ANALYZERS:
            raise BpsearchError(f"unknown analyzer {analysis.analyzer!r}; known for English: {', '.join(ANALYZERS)}")
        return ANALYZERS[analysis.analyzer]()
    if analysis.analyzer == "whitespace":
        return ANALYZERS["whitespace"]()
    _check_language(analysis.language)
    if analysis.analyzer != Analysis().analyzer:
        raise BpsearchError(
            f"unknown analyzer {analysis.analyzer!r} for language {analysis.language}; known: whitespace, or none for "
            f"the language's own ({', '.join(ANALYZERS)} are for English)"
        )
    return java_class("io.anserini.analysis.AnalyzerMap").getLanguageSpecificAnalyzer(analysis.language)


def _check_language(language: str) -> None:
    known = languages()
    if language in known:
        return
    hindrance = _hindrance(language) if language in _anserini_languages() else ""
    problem = f"language {language!r} cannot be indexed: {hindrance}" if hindrance else f"unknown language {language!r}"
    raise BpsearchError(f"{problem}; known: en, {', '.join(known)}; --analyzer whitespace knows no language")


def terms_of(analyzer: Any, text: str) -> list[str]:
    """The terms of a text, in order, repeated as they repeat."""
    whole = text.encode("utf-8", "replace").decode()  # half a surrogate pair is no text for Java
    found = java_class("io.anserini.analysis.AnalyzerUtils").analyze(analyzer, whole)
    return [str(term) for term in found.toArray()]
