"""The fields of our Lucene indexes. `contents` and `id` are Anserini's names, so that its tools find them."""

from __future__ import annotations

from typing import Any, NamedTuple

from bpsearch.lucene.jvm import java_class

CONTENTS = "contents"
ID = "id"  # docno, in a document index
DOCUMENT = "document"  # docno, in a block index


def text_field(stored: bool) -> Any:
    """An analysed field with frequencies and norms but no positions, as Anserini indexes by default."""
    from jnius import cast

    kind = java_class("org.apache.lucene.document.FieldType")()
    kind.setIndexOptions(java_class("org.apache.lucene.index.IndexOptions").DOCS_AND_FREQS)
    kind.setTokenized(True)
    kind.setStored(stored)
    kind.freeze()
    empty = cast("java.lang.CharSequence", java_class("java.lang.String")(""))
    return java_class("org.apache.lucene.document.Field")(CONTENTS, empty, kind)


def keyword_field(name: str, stored: bool) -> Any:
    """A field that is one term as it stands."""
    store = java_class("org.apache.lucene.document.Field$Store")
    return java_class("org.apache.lucene.document.StringField")(name, "", store.YES if stored else store.NO)


def tie_breaker() -> Any:
    """The docno once more, as doc values: Anserini's searcher sorts equal scores by it and fails without."""
    empty = java_class("org.apache.lucene.util.BytesRef")()
    return java_class("org.apache.lucene.document.BinaryDocValuesField")(ID, empty)


class Number(NamedTuple):
    """A number of a block that Lucene's range queries see."""

    field: str  # Lucene's class
    kind: str  # what it is set with
    range: str  # its range query


_INT_POINT = Number("IntPoint", "int", "newRangeQuery")
_FLOAT_POINT = Number("FloatPoint", "float", "newRangeQuery")
_DOC_VALUE = Number("NumericDocValuesField", "long", "newSlowRangeQuery")

# Points are faster to search; doc values take half their room where all blocks of a page differ.
NUMBERS = {"position": _DOC_VALUE, "words": _INT_POINT, "density": _FLOAT_POINT, "links": _FLOAT_POINT}


def number_field(name: str) -> Any:
    """The field of a number."""
    return _class_of(name)(name, 0.0 if NUMBERS[name].kind == "float" else 0)


def range_query(name: str, low: float, high: float) -> Any:
    """Lucene's query for blocks whose number is from low to high."""
    bound = float if NUMBERS[name].kind == "float" else int
    return getattr(_class_of(name), NUMBERS[name].range)(name, bound(low), bound(high))


def _class_of(name: str) -> Any:
    return java_class(f"org.apache.lucene.document.{NUMBERS[name].field}")
