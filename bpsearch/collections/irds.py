"""Collections of ir_datasets whose documents have HTML bodies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import blake2b
from types import ModuleType
from typing import Any

from bpsearch.collections import http
from bpsearch.collections.collection import Collection
from bpsearch.collections.ledger import Ledger
from bpsearch.collections.streams import too_long
from bpsearch.errors import BpsearchError, MissingExtraError
from bpsearch.page.records import Page

PREFIX = "irds:"
NAME = "irds"
DESCRIPTION = "an id of ir_datasets whose documents are HTML, such as irds:gov2"
_TYPE_SUFFIX = "_content_type"  # a field `body` with HTML in it comes with a field `body_content_type`
_MARKED_UP_FIELDS = ("html", "marked_up_doc")
_LOOKS_LIKE_AN_ID = re.compile(r"[a-z0-9][\w.-]*(/[\w.-]+)*")


def is_known(name: str) -> bool:
    """Whether ir_datasets is there and knows a dataset of that name."""
    if not _LOOKS_LIKE_AN_ID.fullmatch(name):
        return False
    try:
        _library().load(name)
    except (MissingExtraError, KeyError):
        return False
    return True


class IrDatasetsCollection(Collection):
    """The documents of a dataset. Its size is not known beforehand: no `files`, and `bytes_total` is 0."""

    def __init__(self, dataset_id: str, max_page_bytes: int) -> None:
        library = _library()
        try:
            dataset = library.load(dataset_id)
        except KeyError:
            raise BpsearchError(f"ir_datasets knows no dataset {dataset_id!r}") from None
        if not dataset.has_docs():
            raise BpsearchError(f"the dataset {dataset_id} of ir_datasets has no documents")
        fields = dataset.docs_cls()._fields
        html_field = _html_field(fields)
        if html_field is None:
            raise BpsearchError(
                f"the documents of {dataset_id} have no HTML: their fields are {', '.join(fields)}; "
                f"expected a field with a content type (as body and body_content_type) or html"
            )
        self.source = PREFIX + dataset_id
        self.format = NAME
        self.files = []
        self.bytes_total = 0
        self.bytes_read = 0
        self._dataset = dataset
        self._html_field = html_field
        self._max_page_bytes = max_page_bytes

    def _read(self, ledger: Ledger) -> Iterator[tuple[str, Page]]:
        self.bytes_read = 0
        for document in self._documents():
            page = self._page(document, ledger)
            if page:
                self.bytes_read += len(page.html)
                yield self.source, page

    def _documents(self) -> Iterator[Any]:
        try:
            yield from self._dataset.docs_iter()
        except Exception as error:  # a dataset may raise anything: no data, no permission, a broken download
            raise BpsearchError(f"ir_datasets cannot read {self.source}: {type(error).__name__}: {error}") from error

    def _page(self, document: Any, ledger: Ledger) -> Page | None:
        body = getattr(document, self._html_field)
        if not isinstance(body, (bytes, str)):
            ledger.skip(self.source, document.doc_id, "no html")
            return None
        html = body.encode(errors="replace") if isinstance(body, str) else body
        content_type = getattr(document, self._html_field + _TYPE_SUFFIX, "") or ""
        if len(html) > self._max_page_bytes:
            ledger.skip(self.source, document.doc_id, too_long(self._max_page_bytes))
            return None
        if not http.is_html(content_type, html, is_named=True):
            ledger.skip(self.source, document.doc_id, f"not HTML: {content_type}")
            return None
        charset = "utf-8" if isinstance(body, str) else _charset(getattr(document, "http_headers", b""))
        return Page(document.doc_id, html, getattr(document, "url", None), charset)

    def fingerprint(self) -> str:
        """Sees the id of the dataset only: published datasets do not change."""
        return blake2b(self.source.encode(), digest_size=16).hexdigest()


def _html_field(fields: tuple[str, ...]) -> str | None:
    typed = (field.removesuffix(_TYPE_SUFFIX) for field in fields if field.endswith(_TYPE_SUFFIX))
    candidates = (*typed, *_MARKED_UP_FIELDS)
    return next((field for field in candidates if field in fields), None)


def _charset(http_headers: bytes | str | None) -> str | None:
    raw = http_headers.encode() if isinstance(http_headers, str) else http_headers or b""
    return http.charset(http.header_fields(raw).get("content-type", ""))


def _library() -> ModuleType:
    try:
        import ir_datasets
    except ImportError:
        raise MissingExtraError("reading a collection of ir_datasets", "ir_datasets", "irds") from None
    library: ModuleType = ir_datasets
    return library
