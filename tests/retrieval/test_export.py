"""What leaves the system: plain indexes that stock Pyserini reads, and text."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import bpsearch.retrieval.export
from bpsearch.errors import BpsearchError
from bpsearch.index.manifest import Options
from bpsearch.lucene.reader import IndexReader
from bpsearch.retrieval.document_scoring import rank_topics
from bpsearch.retrieval.export import export_index, export_jsonl, surviving_blocks
from bpsearch.retrieval.filters import parse_filter
from bpsearch.retrieval.similarities import BM25, QueryLikelihood
from tests.indexes import Reindexed, assert_same, build, pages_of_blocks, table_files, write_pages
from tests.shared_data import ROOT

DOCUMENTS = [
    ["Home", "apples and bees are in this block", "bees"],
    [],
    ["Contact us"],
    ["many words of bees, ünïcode 😀"],
]


@pytest.fixture
def index(tmp_path):
    return build(write_pages(tmp_path / "pages.jsonl", pages_of_blocks(DOCUMENTS)), tmp_path / "index")


def test_jsonl(index, tmp_path):
    export_jsonl(index, "words >= 2", tmp_path / "out.jsonl")
    lines = (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [
        {"id": "p0", "contents": "apples and bees are in this block"},
        {"id": "p1", "contents": ""},
        {"id": "p2", "contents": "Contact us"},
        {"id": "p3", "contents": "many words of bees, ünïcode 😀"},
    ]
    export_jsonl(index, None, tmp_path / "all.jsonl")
    first = json.loads((tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert first["contents"] == "Home\napples and bees are in this block\nbees"
    with pytest.raises(BpsearchError, match="--force"):
        export_jsonl(index, None, tmp_path / "out.jsonl")
    export_jsonl(index, None, tmp_path / "out.jsonl", force=True)
    assert (tmp_path / "out.jsonl").read_bytes() == (tmp_path / "all.jsonl").read_bytes()


def test_stock_pyserini_reads_it(real_index, tmp_path):
    """In a process of its own, where nothing of bpsearch but its JVM is used."""
    export_index(real_index, "words >= 11", tmp_path / "exported")
    program = f"""
import importlib.util, json, sys, types
if importlib.util.find_spec("pandas") is None:  # only tables of prebuilt indexes need it
    sys.modules["pandas"] = types.ModuleType("pandas")
from bpsearch.lucene import jvm
jvm.start()
from pyserini.index.lucene import LuceneIndexReader
reader = LuceneIndexReader({str(tmp_path / "exported")!r})
postings = reader.get_postings_list("government")
from jnius import autoclass
searcher = autoclass("io.anserini.search.SimpleSearcher")({str(tmp_path / "exported")!r})  # Pyserini's LuceneSearcher
searcher.set_bm25(0.9, 0.4)
found = [[hit.docid, hit.score] for hit in searcher.search("government", 1000)]
print(json.dumps([reader.stats(), reader.get_term_counts("government"), len(postings),
                  reader.convert_internal_docid_to_collection_docid(0), "torch" in sys.modules, found]))
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    stats, (df, occurrences), postings, first, torch, found = json.loads(done.stdout.splitlines()[-1])
    left = real_index.count("words >= 11")
    assert stats["documents"] == len(real_index.documents)
    assert stats["non_empty_documents"] == left.documents
    assert stats["total_terms"] == left.tokens
    assert 0 < df == postings <= occurrences
    assert first == real_index.documents[0]
    assert not torch
    ours = real_index.search({"1": "government"}, where="words >= 11")["1"]
    assert len(found) == df
    assert dict(found) == pytest.approx({hit.docno: hit.score for hit in ours}, abs=1e-3)  # Anserini's are rounded


def test_a_batch_has_so_many_tokens(tmp_path, monkeypatch):
    """Memory must not grow with the length of pages."""
    documents = [["word " * (40 * (n % 4)), "x"] for n in range(30)] + [[], ["y"], []]
    index = build(write_pages(tmp_path / "pages.jsonl", pages_of_blocks(documents)), tmp_path / "index")
    whole = list(surviving_blocks(index, "words != 40"))
    read = []
    texts = index.reader.texts
    monkeypatch.setattr(bpsearch.retrieval.export, "BATCH_TOKENS", 100)
    monkeypatch.setattr(index.reader, "texts", lambda low, high: read.append((low, high)) or texts(low, high))
    assert list(surviving_blocks(index, "words != 40")) == whole
    lengths = index.block_table["length"].read()
    assert max(int(lengths[low:high].sum()) for low, high in read) == 121  # one document, whatever its length
    assert len(read) > 15
    monkeypatch.setattr(bpsearch.retrieval.export, "BATCH", 2)
    assert list(surviving_blocks(index, "words != 40")) == whole


JAPANESE = [
    ["a、カき", "ナ都a", "東京都の図書館", "京都は日本の古い都です"],
    [" タ東ょきち", "ナ東も", "すもももももももものうち", "もものうち"],
    ["日本", "橋の本", "東京", "都", "京都", "大学の図書", "館"],
    ["館", "ナ", "東京都", "カ", "きナ"],
    [],
]


@pytest.mark.parametrize("similarity", [BM25(), QueryLikelihood()])
def test_japanese_is_analysed_block_by_block(tmp_path, similarity):
    """Kuromoji segments across line ends; blocks must not meet in one text."""
    source = write_pages(tmp_path / "pages.jsonl", pages_of_blocks(JAPANESE))
    index = build(source, tmp_path / "index", options=Options(language="ja"))
    queries = {text: text for text in ("東京都 図書館", "京都", "もも", "ナ東", "きナ 都 日本")}
    [note] = index.manifest.notes
    assert "ja looks across lines" in note
    for number, where in enumerate((None, "words >= 1", "length >= 2")):
        lucene = Reindexed(index, where, tmp_path / f"plain {number}")
        reader = IndexReader(tmp_path / f"plain {number}")
        assert int(reader.lengths().sum()) == index.count(where).tokens
        reader.close()
        ours = rank_topics(index, queries, parse_filter(where), similarity, 1000)
        for (topic, found), (_, expected) in zip(ours, lucene.rankings(queries, similarity), strict=True):
            assert_same(found, expected, (where, topic))


def test_nothing_is_overwritten(index, tmp_path):
    target = tmp_path / "exported"
    export_index(index, None, target)
    with pytest.raises(BpsearchError, match="exists already"):
        export_index(index, None, target)
    export_index(index, "words >= 2", target, force=True)
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.txt").write_text("years of work")
    before = table_files(index.folder)
    for path in (other, index.folder, index.folder / "lucene", tmp_path / "pages.jsonl"):
        with pytest.raises(BpsearchError, match="exists already"):
            export_index(index, None, path, force=True)
    assert table_files(index.folder) == before
    assert index.search({"1": "bees"})["1"]
    assert not list(tmp_path.glob(".*"))


def test_what_cannot_be_exported(index, tmp_path):
    with pytest.raises(BpsearchError, match="no column wrods"):
        export_index(index, "wrods > 1", tmp_path / "exported")
    bare = build(tmp_path / "pages.jsonl", tmp_path / "bare", options=Options(store=False))
    for export in (export_index, export_jsonl):
        with pytest.raises(BpsearchError, match="--no-store"):
            export(bare, None, tmp_path / "exported")
    assert not (tmp_path / "exported").exists()
    assert not list(tmp_path.glob(".*"))
