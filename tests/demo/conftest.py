"""The demo's pages and their blocks, made once for all tests of this folder."""

from __future__ import annotations

import pytest

from bpsearch.demo import pages
from bpsearch.page import segment


@pytest.fixture(scope="session")
def demo_pages():
    return list(pages())


@pytest.fixture(scope="session")
def demo_blocks(demo_pages):
    return [segment(page.html, charset=page.charset) for page in demo_pages]
