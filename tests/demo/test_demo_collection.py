"""The demo collection: large and varied enough, the same bytes everywhere, and readable as a TREC collection."""

from __future__ import annotations

import pytest

from bpsearch.demo import pages, qrels, write_collection


@pytest.fixture(scope="module")
def demo():
    return list(pages())


def test_size(demo):
    assert len(demo) >= 600
    assert len({page.id for page in demo}) == len(demo)
    assert len({page.url for page in demo}) == len(demo)
    assert len({page.url.split("/")[2] for page in demo}) >= 40


def test_judged_pages_exist(demo):
    assert {line.split()[2] for line in qrels().splitlines()} <= {page.id for page in demo}


def test_same_pages_again(demo):
    assert list(pages()) == demo


def test_files_are_the_same_bytes_again(tmp_path):
    first, second = ([path.read_bytes() for path in write_collection(tmp_path / name)] for name in "ab")
    assert first == second
