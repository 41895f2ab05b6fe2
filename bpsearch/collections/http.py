"""What a page's HTTP response says: header fields, content type, charset, and the body, decoded."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

from fastwarc.stream_io import BrotliReader, ZstdReader

from bpsearch.collections.html_files import is_binary, looks_like_html
from bpsearch.collections.records import NoPage
from bpsearch.collections.streams import too_long

_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"})
_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([!-~]+?)\s*(?:["';,\s]|$)""", re.IGNORECASE)
_CHUNK_LENGTH = re.compile(rb"[ \t]*([0-9a-fA-F]{1,8})[ \t]*(?:;[^\r\n]*)?\r?\n")
_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
_STATUS = re.compile(rb"HTTP/[\d.]+[ \t]+(\d{3})")


class Response(NamedTuple):
    """An HTTP response. A status of 0 means that there was no status line."""

    status: int
    fields: Mapping[str, str]
    body: bytes

    @property
    def content_type(self) -> str:
        """The media type in lower case, empty when the response has none."""
        return self.fields.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def charset(self) -> str | None:
        """The charset of the content type."""
        return charset(self.fields.get("content-type", ""))


def charset(content_type: str) -> str | None:
    """The charset parameter of a content type."""
    match = _CHARSET.search(content_type)
    return match.group(1) if match else None


def is_html(content_type: str, body: bytes, *, is_named: bool) -> bool:
    """Whether a body is a page: by its type, or without one by its first tag.

    What a test collection has named (given a docno) is a page as long as it is text, whatever its type.
    """
    if is_binary(body):
        return False
    return is_named or content_type in _HTML_TYPES or (not content_type and looks_like_html(body))


def header_fields(lines: bytes) -> dict[str, str]:
    """Header fields by lower-case name, the first of each name; lines that are no fields are passed over."""
    fields: dict[str, str] = {}
    for line in lines.decode("utf-8", "replace").split("\n"):
        name, colon, value = line.partition(":")
        if colon:
            fields.setdefault(name.strip().lower(), value.strip())
    return fields


def parse_response(content: bytes) -> Response:
    """Head and body apart; content that does not begin with a status line is all body."""
    status = _STATUS.match(content)
    if not status:
        return Response(0, {}, content)
    end = _END_OF_HEAD.search(content)
    head, body = (content[: end.start()], content[end.end() :]) if end else (content, b"")
    return Response(int(status.group(1)), header_fields(head), body)


def decoded_body(response: Response, max_bytes: int) -> bytes:
    """The body without transfer and content encodings; raises NoPage.

    Many archives keep the header fields but store the body decoded: what is plainly HTML stays as it is.
    """
    body = response.body
    for field in ("transfer-encoding", "content-encoding"):
        for encoding in reversed(response.fields.get(field, "").lower().split(",")):
            decode = _DECODERS.get(encoding.strip())
            if decode:
                body = decode(body, max_bytes)
    return body


def _dechunked(body: bytes, max_bytes: int) -> bytes:
    parts = []
    place = 0
    while length := _CHUNK_LENGTH.match(body, place):
        size = int(length.group(1), 16)
        parts.append(body[length.end() : length.end() + size])
        if size == 0:
            return b"".join(parts)
        place = length.end() + size
        place += len(body[place : place + 2]) - len(body[place : place + 2].lstrip(b"\r\n"))
    return b"".join(parts) if parts else body


def _gunzipped(body: bytes, max_bytes: int) -> bytes:
    return _inflated(body, max_bytes, (31,))


def _inflated(body: bytes, max_bytes: int, windows: tuple[int, ...] = (15, -15)) -> bytes:
    """Servers say "deflate" and may mean the bare data without zlib's wrapping: window -15."""
    for window in windows:
        with suppress(zlib.error):
            return _limited(zlib.decompressobj(window).decompress(body, max_bytes + 1), max_bytes)
    return _undecoded(body)


def _read_by(reader: type[BrotliReader] | type[ZstdReader]) -> Callable[[bytes, int], bytes]:
    def decode(body: bytes, max_bytes: int) -> bytes:
        with suppress(OSError):
            return _limited(reader(io.BytesIO(body)).read(max_bytes + 1), max_bytes)
        return _undecoded(body)

    return decode


def _limited(body: bytes, max_bytes: int) -> bytes:
    if len(body) > max_bytes:
        raise NoPage(too_long(max_bytes))
    return body


def _undecoded(body: bytes) -> bytes:
    if body and not looks_like_html(body):
        raise NoPage("body cannot be decoded")
    return body


_DECODERS: dict[str, Callable[[bytes, int], bytes]] = {
    "chunked": _dechunked,
    "gzip": _gunzipped,
    "x-gzip": _gunzipped,
    "deflate": _inflated,
    "br": _read_by(BrotliReader),
    "zstd": _read_by(ZstdReader),
}
