"""The pages of the demo, and the collection files they are written to."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

from bpsearch.demo.article import Article, write_article
from bpsearch.demo.damage import damaged
from bpsearch.demo.encodings import ENCODINGS, encode
from bpsearch.demo.plan import Post, listings, posts
from bpsearch.demo.render import render
from bpsearch.demo.view import page_view, post_url
from bpsearch.files import replacing
from bpsearch.page.records import Page

PAGES_PER_FILE = 100


def pages() -> Iterator[Page]:
    """Every page of the demo collection: always the same bytes in the same order."""
    for _, page in _posts_with_pages():
        yield page


def _posts_with_pages() -> Iterator[tuple[Post, Page]]:
    planned = posts()
    articles = [write_article(post) for post in planned]
    for post, listing in zip(planned, listings(), strict=True):
        html = damaged(render(page_view(post, listing, articles)), post)
        yield post, _page(post, articles[post.number], html)


def _page(post: Post, article: Article, html: str) -> Page:
    encoding = post.site.encoding
    return Page(post.id, encode(html, encoding), post_url(post, article.headline), ENCODINGS[encoding].http)


def write_collection(folder: str | Path) -> list[Path]:
    """Write the demo as BLOGS06 permalinks files (TREC web format, gzip) into a folder; returns the files."""
    target = Path(folder)
    documents = [_trec_document(post, page) for post, page in _posts_with_pages()]
    written = []
    for number, start in enumerate(range(0, len(documents), PAGES_PER_FILE)):
        path = target / f"permalinks-{number:03d}.gz"
        with (
            replacing(path) as unfinished,
            unfinished.open("wb") as raw,
            gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=raw, mtime=0) as stream,
        ):
            stream.write(b"".join(documents[start : start + PAGES_PER_FILE]))
        written.append(path)
    return written


def _trec_document(post: Post, page: Page) -> bytes:
    charset = f"; charset={page.charset}" if page.charset else ""
    home = f"http://{post.site.host}/"
    head = f"""<DOC>
<DOCNO>{page.id}</DOCNO>
<DATE_XML>{post.day}T12:00:00+0000</DATE_XML>
<FEEDNO>BLOG-DEMO-feed-{post.site.number:06d}</FEEDNO>
<FEEDURL>{home}index.rdf</FEEDURL>
<BLOGHPNO>BLOG-DEMO-bloghp-{post.site.number:06d}</BLOGHPNO>
<BLOGHPURL>{home}</BLOGHPURL>
<PERMALINK>{page.url}</PERMALINK>
<DOCHDR>
{page.url} 192.0.2.{post.site.number} {post.day:%Y%m%d}120000 {len(page.html)}
HTTP/1.1 200 OK
Server: Demo/1.0
Content-Type: text/html{charset}
Content-Length: {len(page.html)}
</DOCHDR>
"""
    return head.encode("ascii") + page.html + b"\n</DOC>\n"
