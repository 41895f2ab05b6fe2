"""Writing Lucene indexes: one document per block, or one per page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from bpsearch.errors import BpsearchError
from bpsearch.lucene import fields, handles
from bpsearch.lucene.analysis import Analysis, looks_across_lines, make_analyzer
from bpsearch.lucene.jvm import java_class

RAM_BUFFER_MB = 128.0
BLOCKS_AT_ONCE = 4000
SEPARATOR = "\n"  # never inside a block: its white space is single blanks
_VALUES = np.dtype(
    [("document", "i4"), *((name, "f4" if number.kind == "float" else "i4") for name, number in fields.NUMBERS.items())]
)


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
        try:
            if error is None:
                with java_errors():
                    self.close()
        finally:
            self._writer.rollback()  # nothing is left to do if it was closed


class BlockWriter(_Writer):
    """Writes the blocks of pages as Lucene documents, some thousand with each call into the JVM."""

    def __init__(self, folder: Path, analysis: Analysis, store: bool) -> None:
        super().__init__(folder, analysis)
        numbers = map(fields.number_field, fields.NUMBERS)
        self._fields = [fields.text_field(store), fields.keyword_field(fields.DOCUMENT, stored=False), *numbers]
        for field in self._fields:
            self._document.add(field)
        self._texts: list[str] = []
        self._docnos: list[str] = []
        self._values: list[np.ndarray[Any, Any]] = []

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
        values = np.empty(len(texts), _VALUES)
        values["document"], values["position"] = len(self._docnos), np.arange(len(texts))
        values["words"], values["density"], values["links"] = words, density, links
        self._docnos.append(docno)
        self._texts += texts
        self._values.append(values)
        if len(self._texts) >= BLOCKS_AT_ONCE:
            self._write()

    def close(self) -> None:
        """Write what is left, then merge, commit and close."""
        self._write()
        super().close()

    def _write(self) -> None:
        if not self._texts:
            return
        texts, docnos, values = self._texts, self._docnos, self._values
        self._texts, self._docnos, self._values = [], [], []
        with java_errors():
            handles.call(
                _adding_loop(),
                *(java_class("java.lang.String")(SEPARATOR.join(lines).encode(), "UTF-8") for lines in (texts, docnos)),
                handles.byte_buffer(np.concatenate(values)),
                *(self._writer, self._document, *self._fields),
            )


class DocumentWriter(_Writer):
    """Writes a plain document index, as Anserini would: `id` stored, `contents` analysed."""

    def __init__(self, folder: Path, analysis: Analysis, store: bool = False) -> None:
        super().__init__(folder, analysis)
        self._store = store
        self._joins = not looks_across_lines(analysis)
        self._docno = fields.keyword_field(fields.ID, stored=True)
        self._sorted_by = fields.tie_breaker()
        self._texts: list[Any] = []

    def add(self, docno: str, *blocks: str) -> None:
        """Add one document of these blocks, each analysed by itself; one value is faster where that is the same."""
        texts = [SEPARATOR.join(blocks)] if self._joins or not blocks else blocks
        while len(self._texts) < len(texts):
            self._texts.append(fields.text_field(self._store))
        with java_errors():
            self._docno.setStringValue(docno)
            self._sorted_by.setBytesValue(java_class("org.apache.lucene.util.BytesRef")(docno.encode()))
            self._document.clear()
            for field in (self._docno, self._sorted_by, *self._texts[: len(texts)]):
                self._document.add(field)
            for field, text in zip(self._texts, texts, strict=False):
                field.setStringValue(java_class("java.lang.String")(text.encode(), "UTF-8"))
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


@cache
def _adding_loop() -> Any:
    """for each of the joined texts: set the fields' values from the buffer, then writer.addDocument(document).

    Everything it works on is an argument, so that the JVM compiles it once and not for every shard.
    """
    field, buffer = "org.apache.lucene.document.Field", "java.nio.ByteBuffer"
    writer, document = "org.apache.lucene.index.IndexWriter", "java.lang.Iterable"
    given = ("int", handles.STRINGS, handles.STRINGS, buffer, writer, document, *[field] * (2 + len(fields.NUMBERS)))
    text, first = 6, 7  # where the fields are
    set_text = handles.method(field, "setStringValue", "void", handles.STRING)
    set_text = handles.of(set_text, handles.element(handles.STRINGS), 1)  # (field, array, index)
    number = {kind: handles.method(buffer, f"get{kind.capitalize()}", kind) for kind in ("int", "float")}
    number["long"] = number["int"].asType(handles.method_type("long", buffer))
    set_number = {
        kind: handles.of(handles.method(field, f"set{kind.capitalize()}Value", "void", kind), get, 1)
        for kind, get in number.items()
    }
    add = handles.method(writer, "addDocument", "long", document)
    steps = [handles.taking(set_text, given, [text, 1, 0])]
    steps.append(handles.taking(handles.of(set_text, number["int"], 2), given, [first, 2, 3]))
    for place, made in enumerate(fields.NUMBERS.values(), start=first + 1):
        steps.append(handles.taking(set_number[made.kind], given, [place, 3]))
    steps.append(handles.taking(add, given, [4, 5]))
    count = handles.taking(handles.length(handles.STRINGS), given[1:], [0], returns="int")
    loop = handles.counted(count, handles.one_after_another(steps))
    split = handles.split_at(SEPARATOR)
    return handles.of(handles.of(loop, split, 1), split)
