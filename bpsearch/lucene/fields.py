"""The fields of our Lucene indexes. `contents` and `id` are Anserini's names, so that its tools find them."""

from __future__ import annotations

from typing import Any

from bpsearch.lucene.jvm import java_class

CONTENTS = "contents"
ID = "id"  # docno, in a document index
DOCUMENT = "document"  # docno, in a block index
POSITION, WORDS = "position", "words"  # int points of a block
DENSITY, LINKS = "density", "links"  # float points of a block


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


def int_point(name: str) -> Any:
    """A whole number that range queries see."""
    return java_class("org.apache.lucene.document.IntPoint")(name, 0)


def float_point(name: str) -> Any:
    """A number that range queries see."""
    return java_class("org.apache.lucene.document.FloatPoint")(name, 0.0)
