"""TREC web and text format: the quirks of the real collections, and documents that are not whole."""

from __future__ import annotations

import gzip
from pathlib import Path

import ir_datasets.datasets.gov2
import pytest

from bpsearch.collections import Ledger, open_collection
from bpsearch.page.records import Page
from tests.collections.writers import as_trec_web, read, read_bytes, some_pages, trec_web_document

WT10G = b"""<DOC>
<DOCNO>WTX001-B01-1</DOCNO>
<DOCOLDNO>IA001-000000-B001-3</DOCOLDNO>
<DOCHDR>
http://www.example.org:80/index.htm 192.108.245.124 19970121041510 text/html 2407
HTTP/1.0 200 OK
Date: Tue, 21 Jan 1997 04:14:08 GMT
Content-type: text/html; charset="iso-8859-1"
</DOCHDR>
<html>
<title>Marsh</title>
</html>
</DOC>
"""
BLOGS06 = b"""<DOC>
<DOCNO>BLOG06-20051206-000-0000000000</DOCNO>
<DATE_XML>2005-10-06T14:33:40+0000</DATE_XML>
<FEEDNO>BLOG06-feed-000069</FEEDNO>
<FEEDURL>http://contentcentricblog.typepad.com/ecourts/index.rdf</FEEDURL>
<BLOGHPNO>BLOG06-bloghp-000069</BLOGHPNO>
<BLOGHPURL>http://contentcentricblog.typepad.com/ecourts/</BLOGHPURL>
<PERMALINK>http://contentcentricblog.typepad.com/ecourts/2005/10/a.html#</PERMALINK>
<DOCHDR>
Date: Tue, 06 Dec 2005 10:00:00 GMT
Content-Type: text/html; charset=utf-8
</DOCHDR>
<!DOCTYPE html><p>a post
</DOC>
"""
GOV2_PDF = b"""<DOC>
<DOCNO>GX000-00-0000002</DOCNO>
<DOCHDR>
http://example.gov/report.pdf
HTTP/1.1 200 OK
Content-Type: application/pdf\r
</DOCHDR>
Text of a report, as converted by NIST.
</DOC>
"""
AP = b"""<DOC>
<DOCNO> AP880212-0001 </DOCNO>
<FILEID>AP-NR-02-12-88 2344EST</FILEID>
<HEAD>Reports Former Saigon Officials Released</HEAD>
<TEXT>
   More than 150 former officers
</TEXT>
</DOC>
"""


def test_real_headers(tmp_path: Path) -> None:
    pages, ledger = read_bytes(tmp_path, WT10G + BLOGS06 + GOV2_PDF)
    assert [page._replace(html=page.html[:12]) for page in pages] == [
        Page("WTX001-B01-1", b"<html>\n<titl", "http://www.example.org:80/index.htm", "iso-8859-1"),
        Page(
            "BLOG06-20051206-000-0000000000",
            b"<!DOCTYPE ht",
            "http://contentcentricblog.typepad.com/ecourts/2005/10/a.html#",
            "utf-8",
        ),
        Page("GX000-00-0000002", b"Text of a re", "http://example.gov/report.pdf", None),
    ]
    assert ledger.total == 0


def test_text_format_keeps_the_headline_visible(tmp_path: Path) -> None:
    (page,), ledger = read_bytes(tmp_path, AP)
    assert page.id == "AP880212-0001"
    assert page.html == AP[36:-7].replace(b"HEAD>", b"H1>").strip()
    assert ledger.total == 0
    html = AP.replace(b"<TEXT>", b"<TEXT><html>")
    assert b"<HEAD>Reports" in read_bytes(tmp_path, html)[0][0].html


@pytest.mark.parametrize("line_end", [b"\r\n", b"\n", b" "])
def test_line_ends(tmp_path: Path, line_end: bytes) -> None:
    content = (WT10G + BLOGS06.replace(b"GMT\n", b"GMT\n")).replace(b"\n", line_end)
    pages, ledger = read_bytes(tmp_path, content)
    assert [page.id for page in pages] == ["WTX001-B01-1", "BLOG06-20051206-000-0000000000"]
    assert pages[0].html.split() == b"<html> <title>Marsh</title> </html>".split()
    assert ledger.total == 0


def test_tags_of_trec_inside_a_text(tmp_path: Path) -> None:
    pages = some_pages(4)
    pages[1] = pages[1]._replace(html=b"<p>TREC writes <DOC> and </DOC> around, <DOCNO> before\n <DOC>\n x")
    read_pages, ledger = read_bytes(tmp_path, as_trec_web(pages))
    assert read_pages == pages
    assert ledger.total == 0


@pytest.mark.parametrize(
    ("damage", "lost", "entries"),
    [
        ((b"\n</DOC>", b""), {1}, [("page-1", "no </DOC>")]),
        ((b"<DOCNO>page-1</DOCNO>\n", b""), {1}, [("byte 173", "no DOCNO")]),
        ((b"<DOCNO>page-1</DOCNO>", b"<DOCNO>page-1<DOCNO>"), {1}, [("byte 173", "no DOCNO")]),
        ((b"<DOCNO>page-1</DOCNO>", b"<DOCNO>  </DOCNO>"), {1}, [("byte 173", "no DOCNO")]),
        ((b"</DOCHDR>", b""), {1}, [("page-1", "no </DOCHDR>")]),
        ((b"<DOC>\n", b"<D0C>\n"), {1}, [("byte 172", "text outside of <DOC> and </DOC>")]),
        ((b"</DOC>\n", b"</DOC>\nstray\n"), set(), [("byte 361", "text outside of <DOC> and </DOC>")]),
    ],
)
def test_documents_that_are_not_whole(
    tmp_path: Path, damage: tuple[bytes, bytes], lost: set[int], entries: list[tuple[str, str]]
) -> None:
    pages = some_pages(3)
    documents = [trec_web_document(page) for page in pages]
    documents[1] = documents[1].replace(*damage)
    read_pages, ledger = read_bytes(tmp_path, b"".join(documents), "trec-web")
    assert read_pages == [page for number, page in enumerate(pages) if number not in lost]
    assert [(skip.record, skip.reason) for skip in ledger] == entries


def test_a_document_without_header_is_kept_and_listed(tmp_path: Path) -> None:
    content = as_trec_web(some_pages(1)) + b"<DOC>\n<DOCNO>bare</DOCNO>\n<URL>http://y.org</URL>\n<p>Hello\n</DOC>\n"
    pages, ledger = read_bytes(tmp_path, content)
    assert pages[1] == Page("bare", b"<URL>http://y.org</URL>\n<p>Hello", "http://y.org")
    assert [tuple(skip) for skip in ledger] == [("collection", "bare", "no DOCHDR (kept)")]


def test_nested_documents(tmp_path: Path) -> None:
    inner = trec_web_document(Page("inner", b"<p>in", "http://x.org/i"))
    pages, ledger = read_bytes(tmp_path, trec_web_document(Page("outer", b"<p>a" + inner + b"b", "http://x.org/o")))
    assert [page.id for page in pages] == ["inner"]
    assert [skip.record for skip in ledger] == ["outer", "byte 238"]


def test_blogs06_feeds_beside_the_permalinks(tmp_path: Path) -> None:
    (tmp_path / "feeds-000").write_bytes(b"<DOC>\n<FEEDNO>BLOG06-feed-000069</FEEDNO>\n<rss>x</rss>\n</DOC>\n")
    (tmp_path / "permalinks-000").write_bytes(BLOGS06)
    pages, ledger = read(tmp_path)
    assert [page.id for page in pages] == ["BLOG06-20051206-000-0000000000"]
    assert [tuple(skip) for skip in ledger] == [("feeds-000", "file", "not trec-web")]


def test_agrees_with_ir_datasets_on_gov2(tmp_path: Path) -> None:
    pages = [*some_pages(30, filler="word " * 3000), Page("GX1", b"", "http://a.gov/")]
    path = tmp_path / "GX000" / "00.gz"
    path.parent.mkdir()
    path.write_bytes(gzip.compress(as_trec_web(pages) + GOV2_PDF))
    peer = ir_datasets.datasets.gov2.Gov2Docs(None, None)
    theirs = [(doc.doc_id, doc.url, doc.body.removesuffix(b"\n")) for doc in peer._docs_ctxt_iter_gov2(path)]
    ours = [(page.id, page.url, page.html) for page in open_collection(tmp_path).pages(Ledger())]
    assert ours == theirs
    assert len(ours) == 32
