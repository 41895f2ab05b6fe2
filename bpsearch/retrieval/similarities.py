"""Similarities, in the very arithmetic of Lucene 9: the same floats, bit for bit.

Each is two functions over arrays that broadcast, the weight of a term and a table of norms by length byte, and a
formula in `kernels` that makes them a score. One filter gives scalars for the statistics; a sweep gives a column.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from bpsearch.errors import BpsearchError
from bpsearch.lucene.jvm import java_class
from bpsearch.lucene.lengths import LENGTHS
from bpsearch.retrieval import kernels

Array = NDArray[Any]
F = np.float32
ONE = F(1)


class Collection(NamedTuple):
    """What a filter leaves of the collection: documents with at least one token, and tokens."""

    documents: Array
    tokens: Array


class TermCounts(NamedTuple):
    """What a filter leaves of a term: documents it is in, occurrences; `boost` is how often the query has it."""

    documents: Array
    occurrences: Array
    boost: Any  # number or array


class Similarity(Protocol):
    """How documents are scored. `java` makes Lucene's own, for comparison.

    Scores grow with frequency and norm, and with weight where `best_weight` is np.maximum.
    """

    formula: ClassVar[int]  # of kernels.score
    best_weight: ClassVar[np.ufunc]

    def weight(self, collection: Collection, term: TermCounts) -> Array:
        """What the score of a term needs to know about it."""
        ...

    def norms(self, collection: Collection) -> Array:
        """For each of the 256 length bytes (last axis) what the score needs to know about the length."""
        ...

    def java(self) -> Any:
        """Lucene's similarity of the same parameters."""
        ...


@dataclass(frozen=True)
class BM25:
    """Lucene's BM25Similarity, with Anserini's defaults."""

    k1: float = 0.9
    b: float = 0.4

    formula: ClassVar[int] = kernels.BM25
    best_weight: ClassVar[np.ufunc] = np.maximum

    def weight(self, collection: Collection, term: TermCounts) -> Array:
        """boost · log(1 + (N − df + 0.5) / (df + 0.5))"""
        df = np.asarray(term.documents, np.float64)
        idf = np.log(1 + (collection.documents - df + 0.5) / (df + 0.5)).astype(F)
        return np.asarray(F(term.boost) * idf)

    def norms(self, collection: Collection) -> Array:
        """1 / (k1 · (1 − b + b · length / average length))"""
        k1, b = F(self.k1), F(self.b)
        with np.errstate(divide="ignore", invalid="ignore"):
            average = (np.asarray(collection.tokens, np.float64) / collection.documents).astype(F)[..., None]
            return np.asarray(ONE / (k1 * ((ONE - b) + b * LENGTHS.astype(F) / average)))

    def java(self) -> Any:
        """org.apache.lucene.search.similarities.BM25Similarity"""
        return java_class("org.apache.lucene.search.similarities.BM25Similarity")(self.k1, self.b)


@dataclass(frozen=True)
class ClassicTFIDF:
    """Lucene's ClassicSimilarity: what was "the standard Lucene ranking formula" in 2010 (seed 001, section 6.2)."""

    formula: ClassVar[int] = kernels.CLASSIC_TFIDF
    best_weight: ClassVar[np.ufunc] = np.maximum

    def weight(self, collection: Collection, term: TermCounts) -> Array:
        """boost · (1 + log((N + 1) / (df + 1)))"""
        df = np.asarray(term.documents, np.float64)
        return np.asarray(F(term.boost) * (np.log((collection.documents + 1) / (df + 1)) + 1.0).astype(F))

    def norms(self, collection: Collection) -> Array:
        """1 / √length"""
        with np.errstate(divide="ignore"):
            table = (1.0 / np.sqrt(LENGTHS.astype(np.float64))).astype(F)
        return np.broadcast_to(table, (*np.shape(collection.documents), len(LENGTHS)))

    def java(self) -> Any:
        """org.apache.lucene.search.similarities.ClassicSimilarity"""
        return java_class("org.apache.lucene.search.similarities.ClassicSimilarity")()


@dataclass(frozen=True)
class QueryLikelihood:
    """Lucene's LMDirichletSimilarity: query likelihood with Dirichlet smoothing."""

    mu: float = 1000.0

    formula: ClassVar[int] = kernels.QUERY_LIKELIHOOD
    best_weight: ClassVar[np.ufunc] = np.minimum

    def weight(self, collection: Collection, term: TermCounts) -> Array:
        """µ · (occurrences + 1) / (tokens + 1)"""
        probability = (np.asarray(term.occurrences, np.float64) + 1.0) / (
            np.asarray(collection.tokens, np.float64) + 1.0
        )
        return np.asarray(float(F(self.mu)) * probability)

    def norms(self, collection: Collection) -> Array:
        """log(µ / (length + µ))"""
        mu = float(F(self.mu))
        return np.broadcast_to(np.log(mu / (LENGTHS + mu)), (*np.shape(collection.documents), len(LENGTHS)))

    def java(self) -> Any:
        """org.apache.lucene.search.similarities.LMDirichletSimilarity"""
        return java_class("org.apache.lucene.search.similarities.LMDirichletSimilarity")(self.mu)


SIMILARITIES: dict[str, type[BM25] | type[ClassicTFIDF] | type[QueryLikelihood]] = {
    "bm25": BM25,
    "tfidf": ClassicTFIDF,
    "qld": QueryLikelihood,
}


RANGES = {"k1": (0, 1e9), "b": (0, 1), "mu": (1e-9, 1e9)}


def make_similarity(name: str, **parameters: float) -> Similarity:
    """The similarity of that name; parameters are k1 and b for bm25, mu for qld."""
    if name not in SIMILARITIES:
        raise BpsearchError(f"unknown similarity {name!r}; known: {', '.join(SIMILARITIES)}")
    known = [field.name for field in fields(SIMILARITIES[name])]
    for parameter in parameters:
        if parameter not in known:
            raise BpsearchError(f"similarity {name} has no parameter {parameter}; it has {', '.join(known) or 'none'}")
    for parameter, value in parameters.items():
        low, high = RANGES[parameter]
        if not low <= value <= high:
            raise BpsearchError(f"{parameter} is {value}; expected a number from {low} to {high:g}")
    return SIMILARITIES[name](**parameters)
