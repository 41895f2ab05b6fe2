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


@pytest.fixture(scope="session")
def small(tmp_path_factory):
    """A small collection in which boilerplate hurts: pages, topics, judgments, and its open index."""
    from tests.sweeps.small_collection import small_collection

    return small_collection(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="session")
def swept(small, tmp_path_factory):
    """A finished sweep of it with a grid and its report; tests must not write there."""
    from tests.sweeps.small_collection import finished_sweep

    return finished_sweep(small, tmp_path_factory.mktemp("sweep") / "swept")
