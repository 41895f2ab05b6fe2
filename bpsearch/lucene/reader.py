"""Reading a Lucene index: postings, block lengths and stored texts, each with one call into the JVM."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bpsearch.errors import BpsearchError
from bpsearch.lucene import fields, handles
from bpsearch.lucene.jvm import java_class
from bpsearch.lucene.writer import SEPARATOR, java_errors

Ints = np.ndarray[Any, np.dtype[np.int32]]
_POSTINGS = "org.apache.lucene.index.PostingsEnum"
_TERMS = "org.apache.lucene.index.TermsEnum"
_FREQUENCIES = 8  # PostingsEnum.FREQS


class Postings(NamedTuple):
    """Where a term occurs: blocks in ascending order, and how often in each."""

    blocks: Ints
    frequencies: Ints


class IndexReader:
    """An open Lucene index."""

    def __init__(self, folder: Path) -> None:
        path = java_class("java.nio.file.Paths").get(str(folder.absolute()))
        try:
            self._directory = java_class("org.apache.lucene.store.FSDirectory").open(path)
            self.reader = java_class("org.apache.lucene.index.DirectoryReader").open(self._directory)
        except Exception as error:  # pyjnius raises its own JavaException, imported only once a JVM runs
            message = getattr(error, "innermessage", None) or error
            raise BpsearchError(f"{folder} is not a readable Lucene index: {message}") from error

    def close(self) -> None:
        """Let go of the index's files."""
        self.reader.close()
        self._directory.close()

    @property
    def size(self) -> int:
        """How many documents (blocks, in a block index) there are."""
        return int(self.reader.maxDoc())

    def postings(self, terms: Sequence[str]) -> list[Postings]:
        """The postings of each term, all read with one transfer; empty for a term that the index lacks."""
        found = [self._postings_enum(term) for term in terms]
        counts = [count for _, count in found]
        buffer = handles.empty_byte_buffer(8 * sum(counts))
        target = buffer.asIntBuffer()
        loop = _postings_loop()
        end = 0
        with java_errors():
            for postings, count in found:
                if count:
                    end += 2 * count
                    target.limit(end)
                    handles.call(loop, target, postings)
        pairs = handles.contents(buffer, np.int32).reshape(-1, 2)
        parts = np.split(pairs, np.cumsum(counts)[:-1]) if counts else []
        return [Postings(np.ascontiguousarray(part[:, 0]), np.ascontiguousarray(part[:, 1])) for part in parts]

    def _postings_enum(self, term: str) -> tuple[Any, int]:
        reference = java_class("org.apache.lucene.util.BytesRef")(term.encode("utf-8", "replace"))
        count = int(self.reader.docFreq(java_class("org.apache.lucene.index.Term")(fields.CONTENTS, reference)))
        if not count:
            return None, 0
        merged = java_class("org.apache.lucene.index.MultiTerms")
        return merged.getTermPostingsEnum(self.reader, fields.CONTENTS, reference, _FREQUENCIES), count

    def lengths(self) -> Ints:
        """The exact analysed length of each document: the sum of its terms' frequencies.

        Lucene's norms hold lengths in one byte, exact only for short ones.
        """
        buffer = handles.empty_byte_buffer(4 * self.size)
        with java_errors():
            for leaf in self.reader.leaves().toArray():
                terms = leaf.reader().terms(fields.CONTENTS)
                if terms is not None:
                    target = buffer.duplicate().order(buffer.order())
                    target.position(4 * leaf.docBase)
                    handles.call(_lengths_loop(), target.slice().order(buffer.order()).asIntBuffer(), terms.iterator())
        return handles.contents(buffer, np.int32)

    def norms(self) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """The one-byte norm of each document, 0 where it has no terms."""
        values = java_class("org.apache.lucene.index.MultiDocValues").getNormValues(self.reader, fields.CONTENTS)
        made = np.zeros(self.size, np.uint8)
        if values is not None:
            buffer = handles.empty_byte_buffer(4 * self.size)
            with java_errors():
                handles.call(_norms_loop(), buffer.asIntBuffer(), values)
            made = handles.contents(buffer, np.int32).astype(np.uint8)
        return made

    def texts(self, start: int, end: int) -> list[str]:
        """The stored texts of documents start to end-1."""
        if start >= end:
            return []
        builder = java_class("java.lang.StringBuilder")()
        with java_errors():
            handles.call(_texts_loop(), handles.number(start), handles.number(end), builder, self.reader.storedFields())
        return str(builder.toString()).split(SEPARATOR)[:-1]


@cache
def _postings_loop() -> Any:
    """while (buffer.hasRemaining()) { buffer.put(postings.nextDoc()); buffer.put(postings.freq()); }"""
    given = (handles.INT_BUFFER, _POSTINGS)
    put = handles.method(handles.INT_BUFFER, "put", handles.INT_BUFFER, "int")
    steps = [
        handles.taking(handles.of(put, handles.method(_POSTINGS, name, "int"), 1), given, [0, 1])
        for name in ("nextDoc", "freq")
    ]
    more = handles.method("java.nio.Buffer", "hasRemaining", "boolean")
    more = more.asType(handles.method_type("boolean", handles.INT_BUFFER))
    return handles.repeated_while(handles.taking(more, given, [0], "boolean"), handles.one_after_another(steps))


@cache
def _lengths_loop() -> Any:
    """while (terms.next() != null) for each posting: lengths.put(doc, lengths.get(doc) + freq)."""
    buffer = handles.INT_BUFFER
    put = handles.method(buffer, "put", buffer, "int", "int")  # (buffer, doc, value)
    get = handles.method(buffer, "get", "int", "int")  # (buffer, doc)
    total = handles.of(handles.static_method("java.lang.Integer", "sum", "int", "int", "int"), get)
    add = handles.of(put, total, 2)  # (buffer, doc, buffer, doc, freq)
    freq = handles.method(_POSTINGS, "freq", "int")
    add = handles.of(add, freq, 4)  # (buffer, doc, buffer, doc, postings)
    add = handles.taking(add, ("int", buffer, _POSTINGS), [1, 0, 1, 0, 2])  # (doc, buffer, postings)
    step = handles.of(add, handles.method(_POSTINGS, "nextDoc", "int"))  # (postings, buffer, postings)
    step = handles.taking(step, ("int", _POSTINGS, "int", buffer), [1, 3, 1])  # (i, postings, count, buffer)
    count = handles.taking(handles.identity("int"), (_POSTINGS, "int", buffer), [1], "int")
    one_term = handles.counted(count, step)  # (postings, count, buffer)
    one_term = handles.of(one_term, handles.method(_TERMS, "docFreq", "int"), 1)  # (postings, terms, buffer)
    open_postings = handles.method(_TERMS, "postings", _POSTINGS, _POSTINGS, "int")
    open_postings = handles.fixed(handles.fixed(open_postings, 2, handles.number(_FREQUENCIES)), 1, None)
    one_term = handles.of(one_term, open_postings)  # (terms, terms, buffer)
    given = (buffer, _TERMS)
    body = handles.taking(one_term, given, [1, 1, 0])
    next_term = handles.method(_TERMS, "next", "org.apache.lucene.util.BytesRef")
    is_there = handles.static_method("java.util.Objects", "nonNull", "boolean", handles.OBJECT)
    is_there = is_there.asType(handles.method_type("boolean", "org.apache.lucene.util.BytesRef"))
    return handles.repeated_while(handles.taking(handles.of(is_there, next_term), given, [1], "boolean"), body)


@cache
def _norms_loop() -> Any:
    """for each document: buffer.put(i, norms.advanceExact(i) ? (int) norms.longValue() : 0)"""
    values = "org.apache.lucene.index.NumericDocValues"
    buffer = handles.INT_BUFFER
    put = handles.method(buffer, "put", buffer, "int", "int")
    value = handles.method(values, "longValue", "long")
    value = handles.explicit_cast(value, handles.method_type("int", values))
    store = handles.taking(handles.of(put, value, 2), ("int", buffer, values), [1, 0, 2])
    nothing = handles.taking(handles.identity("int"), ("int", buffer, values), [0])
    advance = handles.method(values, "advanceExact", "boolean", "int")
    test = handles.taking(advance, ("int", buffer, values), [2, 0], "boolean")
    body = handles.either(test, store, nothing)
    size = handles.method("java.nio.Buffer", "capacity", "int").asType(handles.method_type("int", buffer))
    return handles.counted(handles.taking(size, (buffer, values), [0], "int"), body)


@cache
def _texts_loop() -> Any:
    """for (i = start; i < end; i++) builder.append(stored.document(i).get("contents")).append(separator)"""
    builder, stored, document = (
        "java.lang.StringBuilder",
        "org.apache.lucene.index.StoredFields",
        "org.apache.lucene.document.Document",
    )
    append = handles.method(builder, "append", builder, handles.STRING)
    get = handles.method(document, "get", handles.STRING, handles.STRING)
    get = handles.fixed(get, 1, java_class("java.lang.String")(fields.CONTENTS))
    text = handles.of(get, handles.method(stored, "document", document, "int"))  # (stored, i)
    line = handles.of(append, text, 1)  # (builder, stored, i)
    end_line = handles.fixed(append, 1, java_class("java.lang.String")(SEPARATOR))
    given = ("int", "int", "int", builder, stored)
    steps = [handles.taking(line, given, [3, 4, 0]), handles.taking(end_line, given, [3])]
    first = handles.taking(handles.identity("int"), given[1:], [0], "int")
    last = handles.taking(handles.identity("int"), given[1:], [1], "int")
    return handles.counted_from(first, last, handles.one_after_another(steps))
