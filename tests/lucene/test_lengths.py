"""Our lengths are Lucene's, and our loops read what Lucene's own methods say, call by call."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpsearch.errors import BpsearchError
from bpsearch.index.manifest import Options
from bpsearch.lucene.analysis import ANALYZERS, Analysis, languages, make_analyzer, terms_of
from bpsearch.lucene.jvm import java_class
from bpsearch.lucene.lengths import LENGTHS, encode_length
from bpsearch.lucene.reader import IndexReader
from bpsearch.lucene.writer import DocumentWriter
from tests.indexes import build, pages_of_blocks, write_pages


def test_all_bytes():
    small_float = java_class("org.apache.lucene.util.SmallFloat")
    decoded = [small_float.byte4ToInt(code if code < 128 else code - 256) for code in range(256)]
    np.testing.assert_array_equal(LENGTHS, decoded)


@given(st.lists(st.integers(0, 2**31 - 1), min_size=1, max_size=50))
@settings(max_examples=40, deadline=None)
def test_any_length(lengths):
    small_float = java_class("org.apache.lucene.util.SmallFloat")
    expected = [small_float.intToByte4(length) & 255 for length in lengths]
    np.testing.assert_array_equal(encode_length(np.array(lengths)), expected)


def test_small_lengths_and_the_steps():
    small_float = java_class("org.apache.lucene.util.SmallFloat")
    near = {int(length) + step for length in LENGTHS for step in (-1, 0, 1)}
    lengths = sorted(length for length in near | set(range(300)) if 0 <= length < 2**31)
    expected = [small_float.intToByte4(length) & 255 for length in lengths]
    np.testing.assert_array_equal(encode_length(np.array(lengths)), expected)


DOCUMENTS = [
    ["apple bee apple", "the of", "© apple 😀 𠀀𠀁"],
    [],
    ["bee " * 300, "Straße Ärger naïve", "apple"],
    ["x" * 600 + " apple"],
]


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    return build(write_pages(folder / "pages.jsonl", pages_of_blocks(DOCUMENTS)), folder / "index")


def call_by_call(index):
    """{term: [(block, frequency)]} as Lucene's own enumerations give it."""
    [leaf] = index.reader.reader.leaves().toArray()
    terms, found = leaf.reader().terms("contents").iterator(), {}
    while True:
        term = terms.next()
        if term is None:
            return found
        text = term.utf8ToString()
        postings = terms.postings(None, 8)
        found[text] = []
        while postings.nextDoc() != 2**31 - 1:
            found[text].append((postings.docID(), postings.freq()))


@pytest.mark.parametrize("at_once", (1, 5, 1 << 22))
def test_postings_lengths_and_norms(index, monkeypatch, at_once):
    monkeypatch.setattr("bpsearch.lucene.reader._POSTINGS_AT_ONCE", at_once)
    expected = call_by_call(index)
    assert {"appl", "bee", "😀"} <= set(expected)
    asked = [*expected, "absent", ""]
    for term, postings in zip(asked, index.postings(asked), strict=True):
        pairs = list(zip(postings.blocks.tolist(), postings.frequencies.tolist(), strict=True))
        assert pairs == expected.get(term, [])
    lengths = np.zeros(index.reader.size, np.int64)
    for postings in expected.values():
        for block, frequency in postings:
            lengths[block] += frequency
    np.testing.assert_array_equal(index.reader.lengths(), lengths)
    np.testing.assert_array_equal(index.block_table["length"].read(), lengths)
    np.testing.assert_array_equal(index.reader.norms(), encode_length(lengths))
    assert index.postings([]) == []


def test_texts(index):
    for document, blocks in enumerate(DOCUMENTS):
        assert index.texts(document) == [" ".join(text.split()) for text in blocks]
    assert index.documents[-1] == "p3"
    assert index.documents[1:3] == ["p1", "p2"]


def test_an_index_without_documents(tmp_path):
    with DocumentWriter(tmp_path / "empty", Analysis()):
        pass
    reader = IndexReader(tmp_path / "empty")
    assert reader.size == 0
    assert len(reader.lengths()) == len(reader.norms()) == 0
    assert [len(part.blocks) for part in reader.postings(["a"])] == [0]
    reader.close()


def test_not_an_index(tmp_path):
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(BpsearchError, match="not a readable Lucene index"):
            IndexReader(folder)


def test_a_writer_that_fails_leaves_no_index(tmp_path):
    with pytest.raises(ZeroDivisionError), DocumentWriter(tmp_path / "index", Analysis()) as writer:
        writer.add("a", "text")
        raise ZeroDivisionError
    with pytest.raises(BpsearchError):
        IndexReader(tmp_path / "index")


def test_analyzers():
    expected = {"porter": ["run", "quickli"], "krovetz": ["running", "quick"], "nostem": ["running", "quickly"]}
    for name in ANALYZERS:
        terms = terms_of(make_analyzer(Analysis("en", name)), "Running quickly")
        assert terms == expected.get(name, terms)
        assert len(terms) == 2
    assert terms_of(make_analyzer(Analysis("de")), "die Häuser") == ["haus"]
    assert {"de", "fr", "zh"} <= set(languages())
    assert terms_of(make_analyzer(Analysis()), "half \ud800 pair") == ["half", "pair"]
    with pytest.raises(BpsearchError, match="porter, krovetz, nostem, whitespace"):
        make_analyzer(Analysis("en", "snowball"))
    with pytest.raises(BpsearchError, match="unknown language 'xx'; known: en, "):
        make_analyzer(Analysis("xx"))
    with pytest.raises(BpsearchError, match="unknown analyzer 'krovetz' for language de; known: whitespace, or none"):
        make_analyzer(Analysis("de", "krovetz"))


def test_known_languages_can_be_indexed(tmp_path):
    for language, says in {"pl": "several terms at", "uk": "several terms", "th": "segmentation"}.items():
        if language not in languages():
            with pytest.raises(BpsearchError, match=f"language '{language}' cannot be indexed: .*{says}.*known: en, "):
                make_analyzer(Analysis(language))
        assert make_analyzer(Analysis(language, "whitespace"))
    assert not {"pl", "uk"} & set(languages())
    texts = ["Häuser książki книги", "日本の図書館 网页 검색", "ไทย कखग العربية l'été"]
    source = write_pages(tmp_path / "pages.jsonl", pages_of_blocks([texts]))
    for language in languages():
        index = build(source, tmp_path / language, options=Options(language=language))
        assert index.count().tokens > 5, language
