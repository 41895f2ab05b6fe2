"""Reading a Lucene index: postings, block lengths and stored texts, each with one call into the JVM."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
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
_MERGED = "org.apache.lucene.index.MultiTerms"
_READER = "org.apache.lucene.index.IndexReader"
_BYTES = "org.apache.lucene.util.BytesRef"
_FREQUENCIES = 8  # PostingsEnum.FREQS
_NO_MORE = 2**31 - 1  # DocIdSetIterator.NO_MORE_DOCS
_POSTINGS_AT_ONCE = 1 << 22  # 32 MB of the JVM's heap
_MOST_POSTINGS = (1 << 28) - 2  # of one term: what an array of Java holds
_STEPS = 1 << 13  # of a loop in one call: what is called often is compiled soon


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

    def document_frequencies(self, terms: Sequence[str]) -> Ints:
        """How many documents have each term."""
        buffer = handles.empty_byte_buffer(4 * len(terms))
        with java_errors():
            given = (handles.number(len(terms)), _java_terms(terms), self.reader, buffer.asIntBuffer())
            handles.call(_document_frequencies_loop(), *given)
        return handles.contents(buffer, np.int32)

    def postings(self, terms: Sequence[str], counts: Ints | None = None) -> list[Postings]:
        """The postings of each term, empty for a term that the index lacks; `counts` are their document frequencies."""
        counts = self.document_frequencies(terms) if counts is None else counts
        found: list[Postings] = []
        for low, high in _together(counts):
            found += self._postings(terms[low:high], counts[low:high])
        return found

    def _postings(self, terms: Sequence[str], counts: Ints) -> list[Postings]:
        """Those of some terms, by way of one buffer."""
        if counts.sum(dtype=np.int64) > _MOST_POSTINGS:
            raise BpsearchError(f"more than {_MOST_POSTINGS:,} blocks have the term {terms[0]!r}; leave it out")
        with java_errors():
            buffer = handles.empty_byte_buffer(8 * int(counts.sum(dtype=np.int64)))
            places = handles.byte_buffer(counts).asIntBuffer()
            given = (self.reader, _java_terms(terms).iterator(), places, buffer.asIntBuffer())
            handles.call_repeatedly(_postings_loop(), len(terms), *given)
        blocks, frequencies = np.ascontiguousarray(handles.contents(buffer, np.int32).reshape(-1, 2).T)
        bounds = [0, *counts.cumsum().tolist()]
        return [Postings(blocks[low:high], frequencies[low:high]) for low, high in pairwise(bounds)]

    def lengths(self) -> Ints:
        """The exact analysed length of each document: the sum of its terms' frequencies.

        Lucene's norms hold lengths in one byte, exact only for short ones.
        """
        buffer = handles.empty_byte_buffer(4 * self.size)
        with java_errors():
            for leaf in self.reader.leaves().toArray():
                terms = leaf.reader().terms(fields.CONTENTS)
                every = terms.iterator() if terms is not None else None
                if every is not None and every.next() is not None:
                    part = buffer.duplicate().order(buffer.order())
                    part.position(4 * leaf.docBase)
                    target = part.slice().order(buffer.order()).asIntBuffer()
                    postings = every.postings(None, _FREQUENCIES)
                    given = handles.java_list((postings, handles.number(_STEPS), target, every))
                    while (postings := _lengths_loop().invokeWithArguments(given)) is not None:
                        given.set(0, postings)
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


def _together(counts: Ints) -> Iterator[tuple[int, int]]:
    """Ranges of terms whose postings fit one buffer; a term with more than that is alone."""
    first = size = 0
    for place, count in enumerate(counts.tolist()):
        if size and size + count > _POSTINGS_AT_ONCE:
            yield first, place
            first, size = place, 0
        size += count
    if first < len(counts):
        yield first, len(counts)


def _java_terms(terms: Sequence[str]) -> Any:
    """A java.util.List of BytesRefs."""
    made = java_class("java.util.ArrayList")()
    if terms:
        joined = SEPARATOR.join(term.replace(SEPARATOR, " ") for term in terms).encode("utf-8", "replace")
        handles.call(_terms_loop(), java_class("java.lang.String")(joined, "UTF-8"), made)
    return made


@cache
def _terms_loop() -> Any:
    """for (String term : joined.split(separator)) list.add(new BytesRef(term))"""
    strings, collection = handles.STRINGS, "java.util.ArrayList"
    make = handles.constructor(_BYTES, "java.lang.CharSequence")
    make = make.asType(handles.method_type(handles.OBJECT, handles.STRING))
    add = handles.of(handles.method(collection, "add", "boolean", handles.OBJECT), make, 1)
    add = handles.of(add, handles.element(strings), 1)  # (list, array, i)
    count = handles.taking(handles.length(strings), (strings, collection), [0], returns="int")
    loop = handles.counted(count, handles.taking(add, ("int", strings, collection), [2, 1, 0]))
    return handles.of(loop, handles.split_at(SEPARATOR))


def _term_of(source: str, name: str, *parameters: str) -> Any:
    """(BytesRef) source.name(…)"""
    get = handles.method(source, name, handles.OBJECT, *parameters)
    return get.asType(handles.method_type(_BYTES, source, *parameters))


@cache
def _document_frequencies_loop() -> Any:
    """for (i = 0; i < size; i++) counts.put(reader.docFreq(new Term("contents", terms.get(i))))"""
    term = "org.apache.lucene.index.Term"
    make = handles.constructor(term, handles.STRING, _BYTES)
    make = handles.fixed(make, 0, java_class("java.lang.String")(fields.CONTENTS))
    count = handles.of(handles.method(_READER, "docFreq", "int", term), make, 1)  # (reader, bytes)
    count = handles.of(count, _term_of("java.util.List", "get", "int"), 1)  # (reader, list, i)
    put = handles.of(handles.method(handles.INT_BUFFER, "put", handles.INT_BUFFER, "int"), count, 1)
    given = ("int", "int", "java.util.List", _READER, handles.INT_BUFFER)
    size = handles.taking(handles.identity("int"), given[1:], [0], "int")
    return handles.counted(size, handles.taking(put, given, [4, 3, 2, 0]))


@cache
def _postings_loop() -> Any:
    """postings = … terms.next() …; for (counts.get()) { put(postings.nextDoc()); put(postings.freq()); }"""
    buffer = handles.INT_BUFFER
    put = handles.method(buffer, "put", buffer, "int")
    given = ("int", _POSTINGS, "int", buffer)
    steps = [
        handles.taking(handles.of(put, handles.method(_POSTINGS, name, "int"), 1), given, [3, 1])
        for name in ("nextDoc", "freq")
    ]
    count = handles.taking(handles.identity("int"), given[1:], [1], "int")
    loop = handles.counted(count, handles.one_after_another(steps))  # (postings, count, target)
    find = handles.static_method(_MERGED, "getTermPostingsEnum", _POSTINGS, _READER, handles.STRING, _BYTES, "int")
    find = handles.fixed(find, 3, handles.number(_FREQUENCIES))
    find = handles.fixed(find, 1, java_class("java.lang.String")(fields.CONTENTS))
    find = handles.of(find, _term_of("java.util.Iterator", "next"), 1)  # (reader, iterator)
    return handles.of(handles.of(loop, handles.method(buffer, "get", "int"), 1), find)  # (…, counts, target)


@cache
def _lengths_loop() -> Any:
    """So many steps: postings.nextDoc() and lengths.put(doc, lengths.get(doc) + freq), or else to the next term.

    One loop in many calls, because the JVM compiles neither loops in loops nor what it is in the middle of as well.
    Returns the postings that it came to, null after the last term.
    """
    buffer = handles.INT_BUFFER
    given = (_POSTINGS, buffer, _TERMS)
    doc, freq = (handles.method(_POSTINGS, name, "int") for name in ("docID", "freq"))
    sum_of = handles.static_method("java.lang.Integer", "sum", "int", "int", "int")
    total = handles.of(handles.of(sum_of, freq, 1), handles.method(buffer, "get", "int", "int"))
    add = handles.of(
        handles.method(buffer, "put", buffer, "int", "int"), total, 2
    )  # (buffer, doc, buffer, doc, postings)
    add = handles.of(handles.of(add, doc, 3), doc, 1)
    same = handles.taking(handles.identity(_POSTINGS), given, [0], _POSTINGS)
    add = handles.one_after_another([handles.taking(add, given, [1, 0, 1, 0, 0]), same])
    find = handles.method(_TERMS, "postings", _POSTINGS, _POSTINGS, "int")
    find = handles.taking(handles.fixed(find, 2, handles.number(_FREQUENCIES)), given, [2, 0], _POSTINGS)
    nothing = handles.taking(handles.fixed(handles.identity(_POSTINGS), 0, None), given, [], _POSTINGS)
    term = handles.taking(_is_there(handles.method(_TERMS, "next", _BYTES), _TERMS), given, [2], "boolean")
    # Integer.compare says -1 for a document and 0 for NO_MORE_DOCS; as booleans these are true and false.
    more = handles.static_method("java.lang.Integer", "compare", "int", "int", "int")
    more = handles.of(handles.fixed(more, 1, handles.number(_NO_MORE)), handles.method(_POSTINGS, "nextDoc", "int"))
    more = handles.explicit_cast(more, handles.method_type("boolean", _POSTINGS))
    step = handles.either(handles.taking(more, given, [0], "boolean"), add, handles.either(term, find, nothing))
    there = handles.taking(_is_there(handles.identity(_POSTINGS), _POSTINGS), given, [0], "boolean")
    step = handles.either(there, step, nothing)
    outer = (_POSTINGS, "int", buffer, _TERMS)  # the first postings, steps, lengths, terms
    steps = handles.taking(handles.identity("int"), outer, [1], "int")
    first = handles.taking(handles.identity(_POSTINGS), outer, [0], _POSTINGS)
    step = handles.taking(step, (_POSTINGS, "int", *outer), [0, 4, 5], _POSTINGS)
    return handles.counted(steps, step, first)


def _is_there(value: Any, given: str) -> Any:
    """Whether value(given) is not null."""
    there = handles.static_method("java.util.Objects", "nonNull", "boolean", handles.OBJECT)
    return handles.of(there, value.asType(handles.method_type(handles.OBJECT, given)))


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
