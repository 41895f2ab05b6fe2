"""Collections of ir_datasets, from data made here: nothing is downloaded."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import ir_datasets
import pytest
from ir_datasets.datasets.base import Dataset
from ir_datasets.datasets.gov2 import Gov2Doc
from ir_datasets.formats import BaseDocs, GenericDoc
from ir_datasets.formats.webarc import WarcDoc

from bpsearch.collections import Ledger, open_collection
from bpsearch.errors import BpsearchError, MissingExtraError
from bpsearch.page.records import Page


class HtmlDoc(NamedTuple):
    doc_id: str
    html: str


class LocalDocs(BaseDocs):
    def __init__(self, docs: list[Any], breaks: bool = False) -> None:
        self._docs = docs
        self._breaks = breaks

    def docs_iter(self) -> Iterator[Any]:
        yield from self._docs
        if self._breaks:
            raise RuntimeError("link your copy of the data to ~/.ir_datasets")

    def docs_cls(self) -> type:
        return type(self._docs[0])


def register(name: str, docs: list[Any], breaks: bool = False) -> None:
    if name not in ir_datasets.registry:
        ir_datasets.registry.register(name, Dataset(LocalDocs(docs, breaks)))


def test_web_collections() -> None:
    headers = "HTTP/1.1 200 OK\nContent-Type: text/html; charset=iso-8859-1"
    register(
        "bpsearch-gov",
        [
            Gov2Doc("GX1", "http://a.gov/", headers, b"<p>caf\xe9", "text/html"),
            Gov2Doc("GX2", "http://a.gov/r", "", b"Text of a report", "application/pdf"),
            Gov2Doc("GX3", "http://a.gov/x", "", b"\x89PNG\0", "image/png"),
            Gov2Doc("GX1", "http://a.gov/", headers, b"<p>again", "text/html"),
        ],
    )
    for source in ("bpsearch-gov", "irds:bpsearch-gov"):
        collection = open_collection(source)
        ledger = Ledger()
        assert collection.format == "irds"
        assert collection.source == "irds:bpsearch-gov"
        assert list(collection.pages(ledger)) == [
            Page("GX1", b"<p>caf\xe9", "http://a.gov/", "iso-8859-1"),
            Page("GX2", b"Text of a report", "http://a.gov/r", None),
        ]
        assert [skip[1:] for skip in ledger] == [("GX3", "not HTML: image/png"), ("GX1", "duplicate id")]
        assert collection.fingerprint() == open_collection("bpsearch-gov", "irds").fingerprint()


def test_other_fields_with_html() -> None:
    register(
        "bpsearch-warc",
        [WarcDoc("cw1", "http://x.org", "2009", b"HTTP/1.0 200\r\nContent-Type: text/html", b"<p>x", "text/html")],
    )
    register("bpsearch-html", [HtmlDoc("h1", "<p>größe \ud800"), HtmlDoc("h2", "x" * 5000)])
    assert list(open_collection("bpsearch-warc").pages(Ledger())) == [Page("cw1", b"<p>x", "http://x.org", None)]
    ledger = Ledger()
    pages = list(open_collection("irds:bpsearch-html", max_page_bytes=1000).pages(ledger))
    assert pages == [Page("h1", "<p>größe ?".encode(), None, "utf-8")]
    assert ledger.counts == {"page too long": 1}


def test_what_cannot_be_read_is_an_error_for_the_user() -> None:
    register("bpsearch-plain", [GenericDoc("1", "no HTML here")])
    register("bpsearch-broken", [HtmlDoc("h1", "<p>x")], breaks=True)
    with pytest.raises(BpsearchError, match="no HTML: their fields are doc_id, text"):
        open_collection("bpsearch-plain")
    with pytest.raises(BpsearchError, match="cannot read irds:bpsearch-broken: RuntimeError: link your copy"):
        list(open_collection("bpsearch-broken").pages(Ledger()))
    with pytest.raises(BpsearchError, match="no dataset 'bpsearch-missing'"):
        open_collection("irds:bpsearch-missing")


def test_without_ir_datasets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ir_datasets", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'bpsearch\[irds\]'"):
        open_collection("irds:gov2")
    with pytest.raises(BpsearchError, match="gov2: no such file or folder"):
        open_collection("gov2")
