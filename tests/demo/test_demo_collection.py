"""The demo collection: large and varied enough, the same bytes everywhere, and readable as a TREC collection."""

from __future__ import annotations

import gzip
import hashlib
import os
import subprocess
import sys

from bpsearch.collections import Ledger, open_collection
from bpsearch.demo import pages, qrels, write_collection
from bpsearch.demo.plan import posts

# Of all ids, addresses and pages; the same with CPython 3.11, 3.12 and 3.13. A change means other numbers for
# every user of the demo: make it on purpose, and run `python -m bpsearch.demo`.
DIGEST = "6c4ef577df412e3160ee966d1b33395c7d656473215f88013780f65b9f2facc8"


def digest(demo) -> str:
    whole = hashlib.sha256()
    for page in demo:
        whole.update(page.id.encode() + page.url.encode() + page.html)
    return whole.hexdigest()


def test_pages_and_sites(demo_pages):
    assert len(demo_pages) >= 600
    assert len({page.id for page in demo_pages}) == len(demo_pages)
    assert len({page.url for page in demo_pages}) == len(demo_pages)
    assert len({page.url.split("/")[2] for page in demo_pages}) >= 40
    assert all(page.id.startswith("BLOG-DEMO-") for page in demo_pages)


def test_pages_are_the_known_bytes(demo_pages):
    assert digest(demo_pages) == DIGEST


def test_pages_do_not_depend_on_hashing_or_locale():
    environment = os.environ | {"PYTHONHASHSEED": "12345", "LC_ALL": "C", "TZ": "Asia/Tokyo"}
    output = subprocess.run(
        [sys.executable, __file__], env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert output.strip() == DIGEST


def test_judged_pages_exist(demo_pages):
    assert {line.split()[2] for line in qrels().splitlines()} <= {page.id for page in demo_pages}


def test_collection_reads_back_as_it_was_written(tmp_path, demo_pages):
    files = write_collection(tmp_path / "demo")
    ledger = Ledger()
    assert list(open_collection(tmp_path / "demo").pages(ledger)) == demo_pages
    assert not list(ledger)
    assert sorted((tmp_path / "demo").iterdir()) == files


def test_collection_files_are_the_same_bytes_again(tmp_path):
    first, second = ([path.read_bytes() for path in write_collection(tmp_path / name)] for name in "ab")
    assert first == second
    documents = gzip.decompress(first[0])
    assert documents.startswith(b"<DOC>\n<DOCNO>BLOG-DEMO-")
    assert documents.count(b"</DOCHDR>") == 100


def test_every_encoding_is_read_without_loss(demo_pages, demo_blocks):
    """A name with an accent on a comment: each encoding has such pages, and no replacement characters."""
    accents = "ëéöâüèï"
    seen = set()
    for post, blocks in zip(posts(), demo_blocks, strict=True):
        text = " ".join(blocks.texts)
        assert "\ufffd" not in text
        if any(accent in text for accent in accents):
            seen.add(post.site.encoding)
    assert seen == {post.site.encoding for post in posts()}


if __name__ == "__main__":  # for the test in another process
    print(digest(pages()))
