"""Writing Lucene indexes: one document per block, or one per page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from bpsearch.errors import BpsearchError
from bpsearch.lucene import fields, handles
from bpsearch.lucene.analysis import Analysis, make_analyzer
from bpsearch.lucene.jvm import java_class

RAM_BUFFER_MB = 64.0
SEPARATOR = "\n"  # never inside a block: its white space is single blanks


class _Writer:
    """A Lucene IndexWriter whose documents keep the order they were added in."""

    def __init__(self, folder: Path, analysis: Analysis) -> None:
        self._writer = open_writer(folder, make_analyzer(analysis))
        self._document = java_class("org.apache.lucene.document.Document")()

    def close(self) -> None:
        """Merge to one segment, commit and close."""
        self._writer.forceMerge(1)
        self._writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            with java_errors():
                self.close()
        else:
            self._writer.rollback()


class BlockWriter(_Writer):
    """Writes the blocks of pages as Lucene documents, a page at a time, with one call into the JVM for each."""

    def __init__(self, folder: Path, analysis: Analysis, store: bool) -> None:
        super().__init__(folder, analysis)
        self._docno = fields.keyword_field(fields.DOCUMENT, stored=False)
        text = fields.text_field(store)
        ints = [fields.int_point(name) for name in (fields.POSITION, fields.WORDS)]
        floats = [fields.float_point(name) for name in (fields.DENSITY, fields.LINKS)]
        for field in (text, self._docno, *ints, *floats):
            self._document.add(field)
        self._add_all = _adding_loop(self._writer, self._document, text, ints, floats)

    def add(
        self,
        docno: str,
        texts: Sequence[str],
        words: np.ndarray[Any, Any],
        density: np.ndarray[Any, Any],
        links: np.ndarray[Any, Any],
    ) -> None:
        """Add the blocks of a page."""
        if not texts:
            return
        positions = np.arange(len(texts), dtype=np.int32)
        ints = np.column_stack([positions, words.astype(np.int32)])
        floats = np.column_stack([density, links]).astype(np.float32)
        joined = java_class("java.lang.String")(SEPARATOR.join(texts).encode(), "UTF-8")
        with java_errors():
            self._docno.setStringValue(docno)
            int_values, float_values = handles.byte_buffer(ints), handles.byte_buffer(floats)
            handles.call(self._add_all, joined, int_values.asIntBuffer(), float_values.asFloatBuffer())


class DocumentWriter(_Writer):
    """Writes a plain document index, as Anserini would: `id` stored, `contents` analysed."""

    def __init__(self, folder: Path, analysis: Analysis, store: bool = False) -> None:
        super().__init__(folder, analysis)
        self._docno = fields.keyword_field(fields.ID, stored=True)
        self._text = fields.text_field(store)
        self._document.add(self._docno)
        self._document.add(self._text)

    def add(self, docno: str, text: str) -> None:
        """Add one document."""
        with java_errors():
            self._docno.setStringValue(docno)
            self._text.setStringValue(java_class("java.lang.String")(text.encode(), "UTF-8"))
            self._writer.addDocument(self._document)


def concatenate(target: Path, sources: Sequence[Path], merge: bool) -> None:
    """Put indexes one after another into `target`: their documents in order, as one segment if `merge`."""
    writer = open_writer(target, None)
    try:
        with java_errors():
            if sources:
                writer.addIndexes(*[_directory(source) for source in sources])
            if merge:
                writer.forceMerge(1)
            writer.close()
    except BaseException:
        writer.rollback()
        raise


def open_writer(folder: Path, analyzer: Any | None) -> Any:
    """A Lucene IndexWriter that never reorders: segments are merged only on demand, and only neighbours."""
    configuration = java_class("org.apache.lucene.index.IndexWriterConfig")
    made = configuration(analyzer) if analyzer is not None else configuration()
    made.setOpenMode(java_class("org.apache.lucene.index.IndexWriterConfig$OpenMode").CREATE)
    made.setRAMBufferSizeMB(RAM_BUFFER_MB)
    made.setUseCompoundFile(False)
    made.setSimilarity(java_class("org.apache.lucene.search.similarities.BM25Similarity")())
    policy = java_class("org.apache.lucene.index.LogDocMergePolicy")()
    policy.setNoCFSRatio(0.0)
    policy.setMergeFactor(1_000_000)
    made.setMergePolicy(policy)
    made.setMergeScheduler(java_class("org.apache.lucene.index.SerialMergeScheduler")())
    with java_errors():
        return java_class("org.apache.lucene.index.IndexWriter")(_directory(folder), made)


class java_errors:
    """Turns exceptions of Java into errors a user can read; a full disk says so."""

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None or kind is None or kind.__name__ != "JavaException":
            return
        inner = getattr(error, "innermessage", None) or str(error)
        if getattr(error, "classname", "") == "java.lang.OutOfMemoryError":
            raise BpsearchError(
                f"the JVM is out of memory ({inner}); give it more with --heap or BPSEARCH_HEAP"
            ) from error
        raise BpsearchError(f"Lucene: {inner}") from error


def _directory(folder: Path) -> Any:
    path = java_class("java.nio.file.Paths").get(str(folder.absolute()))
    return java_class("org.apache.lucene.store.FSDirectory").open(path)


def _adding_loop(writer: Any, document: Any, text: Any, ints: Sequence[Any], floats: Sequence[Any]) -> Any:
    """for each text of a joined string: set the fields' values, then writer.addDocument(document)."""
    field = "org.apache.lucene.document.Field"
    given = ("int", handles.STRINGS, handles.INT_BUFFER, handles.FLOAT_BUFFER)
    next_int = handles.method(handles.INT_BUFFER, "get", "int")
    next_float = handles.method(handles.FLOAT_BUFFER, "get", "float")
    set_text = handles.method(field, "setStringValue", "void", handles.STRING).bindTo(text)
    set_int = handles.method(field, "setIntValue", "void", "int")
    set_float = handles.method(field, "setFloatValue", "void", "float")
    add = handles.method("org.apache.lucene.index.IndexWriter", "addDocument", "long", "java.lang.Iterable")
    steps = [
        handles.taking(handles.of(set_text, handles.element(handles.STRINGS)), given, [1, 0]),
        *[handles.taking(handles.of(set_int.bindTo(point), next_int), given, [2]) for point in ints],
        *[handles.taking(handles.of(set_float.bindTo(point), next_float), given, [3]) for point in floats],
        handles.taking(handles.bound(add, writer, document), given, []),
    ]
    count = handles.taking(handles.length(handles.STRINGS), given[1:], [0], returns="int")
    loop = handles.counted(count, handles.one_after_another(steps))
    split = handles.method(handles.STRING, "split", handles.STRINGS, handles.STRING, "int")
    split = handles.fixed(handles.fixed(split, 2, handles.number(-1)), 1, java_class("java.lang.String")(SEPARATOR))
    return handles.of(loop, split)
