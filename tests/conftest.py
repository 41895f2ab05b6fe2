"""Indexes that many tests look at, each built once: of the demo collection and of real pages."""

from __future__ import annotations

import pytest

from tests.indexes import build, real_pages
from tests.shared_data import data_folder


@pytest.fixture(scope="session")
def demo_collection(tmp_path_factory):
    from bpsearch.demo import write_collection

    folder = tmp_path_factory.mktemp("demo") / "pages"
    write_collection(folder)
    return folder


@pytest.fixture(scope="session")
def demo_index(demo_collection):
    return build(demo_collection, demo_collection.parent / "index")


@pytest.fixture(scope="session")
def real_index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("real")
    return build(real_pages(folder / "pages", 300), folder / "index")


@pytest.fixture(scope="session")
def blog_topics():
    """The titles of the Blog track's topics 851 to 900, by id."""
    from bpsearch.retrieval.search import queries_of

    return queries_of(data_folder() / "blog06" / "06.topics.851-900.txt")
