"""What an index holds, what is added to it, and what is said when it is damaged."""

from __future__ import annotations

import json
import shutil

import numpy as np
import pytest

import bpsearch
from bpsearch.errors import BpsearchError
from bpsearch.index.build import build_index
from bpsearch.index.manifest import Options
from bpsearch.lucene.analysis import Analysis
from bpsearch.lucene.writer import BlockWriter
from tests.indexes import build, pages_of_blocks, table_files, write_pages

DOCUMENTS = [["Home", "a long block of text with many words in it, more than ten"], [], ["x y", "Contact us"]]


@pytest.fixture
def pages(tmp_path):
    return write_pages(tmp_path / "pages.jsonl", pages_of_blocks(DOCUMENTS))


@pytest.fixture
def index(pages, tmp_path):
    return build(pages, tmp_path / "index")


def test_contents(index):
    assert list(index.documents) == ["p0", "p1", "p2"]
    assert index.documents.first_blocks.tolist() == [0, 2, 2, 4]
    assert index.documents.of_blocks(np.array([0, 1, 2, 3])).tolist() == [0, 0, 2, 2]
    assert index.block_table["words"].read().tolist() == [1, 13, 2, 2]
    assert index.texts(1) == []
    assert index.texts(2) == ["x y", "Contact us"]
    assert index.count() == (2, 4, index.manifest.counts["tokens"])
    assert index.count("words >= 2")[:2] == (2, 3)
    assert index.count("words > 99") == (0, 0, 0)
    assert index.manifest.source.format == "jsonl"


def test_an_empty_collection(tmp_path):
    source = tmp_path / "pages.jsonl"
    source.write_text("\n")
    index = build(source, tmp_path / "index", format="jsonl")
    assert index.count() == (0, 0, 0)
    for scoring in ("document", "block"):
        assert index.search({"1": "anything"}, scoring=scoring) == {"1": []}
    assert index.search({"1": "anything"}, where="words >= 3 and not links") == {"1": []}


def test_only_pages_without_blocks(tmp_path):
    index = build(write_pages(tmp_path / "p.jsonl", pages_of_blocks([[], []])), tmp_path / "index")
    assert list(index.documents) == ["p0", "p1"]
    assert index.count() == (0, 0, 0)
    assert index.search({"1": "anything"}) == {"1": []}


@pytest.mark.parametrize("failing", ([0], [1], [0, 2], [0, 1, 2]))
def test_shards_without_pages_change_no_column(tmp_path, monkeypatch, failing):
    """A page that cannot be cut is skipped; it may have been the only one of its shard."""
    segment = bpsearch.index.shard.segment

    def cut(html, **options):
        if any(b"page %d" % number in html for number in failing):
            raise ValueError("cannot be cut")
        return segment(html, **options)

    monkeypatch.setattr(bpsearch.index.shard, "segment", cut)
    monkeypatch.setattr(bpsearch.index.build, "SHARD_PAGES", 1)
    texts = [f"page {number} of some <a href=x>linked words</a> and others" for number in range(3)]
    source = tmp_path / "pages.jsonl"
    source.write_text("".join(json.dumps({"id": text[:6], "html": f"<p>{text}"}) + "\n" for text in texts))
    index = build_index(source, tmp_path / "index")
    left = 3 - len(failing)
    assert index.block_table["links"].read().tolist() == [0.25] * left
    assert index.block_table["words"].read().tolist() == [8] * left


def test_a_writer_that_fails_at_its_end_lets_go_of_the_folder(tmp_path, monkeypatch):
    class Fails(BlockWriter):
        def close(self):
            raise BpsearchError("no space left")

    with pytest.raises(BpsearchError, match="no space"), Fails(tmp_path, Analysis(), store=True):
        pass
    with BlockWriter(tmp_path, Analysis(), store=True):
        pass


def test_what_is_kept_in_an_index_is_not_replaced_with_it(pages, index):
    (index.folder / "my sweep").mkdir()
    with pytest.raises(BpsearchError, match=r"holds more than an index \(my sweep\)"):
        build_index(pages, index.folder, force=True)
    (index.folder / "my sweep").rmdir()
    build_index(pages, index.folder, force=True)


def test_an_existing_folder_is_never_overwritten(pages, index, tmp_path):
    before = table_files(index.folder)
    with pytest.raises(BpsearchError, match="exists already; --force replaces it"):
        build_index(pages, index.folder)
    assert table_files(index.folder) == before
    others = tmp_path / "others"
    others.mkdir()
    (others / "manifest.json").write_text("{}")
    for force in (False, True):
        for path in (others, pages):
            with pytest.raises(BpsearchError, match="is not a bpsearch index"):
                build_index(pages, path, force=force)
    more = write_pages(tmp_path / "more.jsonl", pages_of_blocks([*DOCUMENTS, ["new"]]))
    assert build_index(more, index.folder, force=True).manifest.counts["documents"] == 4
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["index", "more.jsonl", "others", "pages.jsonl"]
    (tmp_path / "empty").mkdir()
    assert build_index(pages, tmp_path / "empty").manifest.counts["documents"] == 3


@pytest.mark.parametrize(
    "options", [Options(rule="nonsense"), Options(analyzer="nonsense"), Options(columns=("nonsense",)),
                Options(cleaners=("nonsense",)), Options(language="nonsense")]
)  # fmt: skip
def test_options_are_checked_before_the_work(pages, tmp_path, options):
    with pytest.raises(BpsearchError, match="nonsense"):
        build_index(pages, tmp_path / "index", options=options)
    assert not list(tmp_path.glob(".*"))


def test_without_stored_text(pages, tmp_path):
    index = build(pages, tmp_path / "index", options=Options(store=False))
    assert [hit.docno for hit in index.search({"1": "contact"})["1"]] == ["p2"]
    with pytest.raises(BpsearchError, match="--no-store"):
        index.texts(0)


def test_columns_are_added_and_replaced(index):
    index.add_column("mine", [1, 0, 1, 0], kind="verdict", description="by hand")
    index.add_column("half", np.array([0.5, np.nan, 0.25, 1.0]), kind="score")
    index.add_column("big", [1, 2**40, -5, 0])
    index.add_column("unsigned", np.array([1, 2**63 - 1, 0, 0], np.uint64))
    index.add_column("flag", np.array([True, False, True, False]))
    again = bpsearch.open(index.folder)
    assert again.block_table["mine"].record.description == "by hand"
    assert again.block_table["big"].read().tolist() == [1, 2**40, -5, 0]
    assert again.block_table["unsigned"].read().tolist() == [1, 2**63 - 1, 0, 0]
    for where, blocks in {
        "mine": 2, "not mine": 2, "half <= 0.5": 2, "not half <= 0.5": 1, "big > 1000": 1, "big < 0": 1, "flag": 2,
    }.items():  # fmt: skip
        assert again.count(where).blocks == blocks, where
    again.add_column("mine", [-1, -1, -1, 1], kind="verdict")
    assert bpsearch.open(index.folder).count("mine or not mine").blocks == 1


@pytest.mark.parametrize(
    ("name", "values", "kind", "says"),
    [
        ("short", [1, 2], "feature", "2 values for 4 blocks"),
        ("not", [1, 2, 3, 4], "feature", "column name 'not'"),
        ("two words", [1, 2, 3, 4], "feature", "column name 'two words'"),
        ("../up", [1, 2, 3, 4], "feature", "column name"),
        ("length", [1, 2, 3, 4], "feature", "choose another name"),
        ("words", [1, 2, 3, 4], "feature", "choose another name"),
        ("text", ["a", "b", "c", "d"], "feature", "one number for each block"),
        ("square", [[1, 2], [3, 4]], "feature", "one number for each block"),
        ("unknown", [1, np.nan, 2, 3], "feature", "as a score"),
        ("odd", [1, 2, 3, 4], "oddity", "unknown kind"),
        ("huge", np.array([1, 2**63, 3, 4], np.uint64), "feature", "has 9223372036854775808; expected at most"),
    ],
)
def test_columns_that_are_refused(index, name, values, kind, says):
    before = table_files(index.folder)
    with pytest.raises(BpsearchError, match=says):
        index.add_column(name, values, kind=kind)
    assert table_files(index.folder) == before
    assert index.count("words >= 0").blocks == 4


def test_cleaners_at_once_or_later(real_index, tmp_path):
    source = real_index.manifest.source.path
    pages = tmp_path / "pages"
    pages.mkdir()
    for name in sorted(bpsearch.open(real_index.folder).documents)[:20]:
        shutil.copy(f"{source}/{name}", pages)
    at_once = build(pages, tmp_path / "at once", options=Options(cleaners=("bte", "words-links")))
    later = build(pages, tmp_path / "later")
    from bpsearch.cleaners import get_all
    from bpsearch.index.labels import add_cleaners

    assert not add_cleaners(later, get_all("bte,words-links"))
    assert table_files(at_once.folder) == table_files(later.folder)
    for index in (at_once, bpsearch.open(later.folder)):
        kept, dropped, everything = index.count("bte"), index.count("not bte"), index.count()
        assert kept.blocks and dropped.blocks
        assert kept.blocks + dropped.blocks == everything.blocks
        assert 0 < index.count("words_links and not bte").blocks < dropped.blocks
        assert index.search({"1": "said"}, where="bte")["1"]
    (pages / "another.html").write_text("<p>new")
    with pytest.raises(BpsearchError, match="has changed since"):
        add_cleaners(later, get_all("bte"))


DAMAGE = {
    "manifest.json": "manifest.json",
    "blocks/columns.json": "columns.json",
    "blocks/length.npy": "column length",
    "blocks/words.npy": "column words",
    "documents/first_blocks.npy": "documents",
    "documents/docno_ends.npy": "documents",
    "documents/docnos.txt": "documents",
}


@pytest.mark.parametrize("harm", ["cut", "emptied", "gone", "scribbled"])
@pytest.mark.parametrize("name", DAMAGE)
def test_damaged_files_are_named(index, name, harm):
    path = index.folder / name
    content = path.read_bytes()
    if harm == "gone":
        path.unlink()
    else:
        path.write_bytes({"cut": content[: len(content) // 2], "emptied": b"", "scribbled": b"\xff" * 40}[harm])
    with pytest.raises(BpsearchError, match=DAMAGE[name]):
        bpsearch.open(index.folder).count("words >= 1")


def test_damaged_lucene_files(index):
    for path in (index.folder / "lucene").glob("segments_*"):
        path.write_bytes(b"nothing")
    with pytest.raises(BpsearchError, match="not a readable Lucene index"):
        bpsearch.open(index.folder).search({"1": "x"})


def test_what_is_not_an_index(tmp_path):
    with pytest.raises(BpsearchError, match="no such index"):
        bpsearch.open(tmp_path / "nowhere")
    with pytest.raises(BpsearchError, match="is not a bpsearch index"):
        bpsearch.open(tmp_path)
