"""How fast pages are read: each format beside a peer that does the same or less, in one run.

python -m benchmarks.collections
"""

from __future__ import annotations

import gzip
import json
import os
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from fastwarc.warc import ArchiveIterator
from rich.table import Table

from bpsearch.collections import Ledger, open_collection
from bpsearch.console import out

ROUNDS = 3
PAGES = 500


def main() -> None:
    """Print megabytes of HTML per second for each format and its peer."""
    pages = _pages()
    total = sum(map(len, pages))
    table = Table(title=f"Reading {len(pages)} pages, {total / 1e6:.0f} MB of HTML, best of {ROUNDS}")
    for heading in ("format", "MB/s", "peer", "MB/s", "ratio"):
        table.add_column(heading, justify="left" if heading in ("format", "peer") else "right")
    with tempfile.TemporaryDirectory() as folder:
        for source, label, peer in _sources(Path(folder), pages):
            ours = theirs = float("inf")
            for _ in range(ROUNDS):  # taking turns, so that a busy machine slows both
                ours = min(ours, _seconds(_read, source))
                theirs = min(theirs, _seconds(peer, source))
            speed, peer_speed = total / 1e6 / ours, total / 1e6 / theirs
            table.add_row(source.name, f"{speed:.0f}", label, f"{peer_speed:.0f}", f"{speed / peer_speed:.2f}")
    out.print(table)


def _read(source: Path) -> int:
    ledger = Ledger()
    total = sum(len(page.html) for page in open_collection(source).pages(ledger))
    if ledger.total:
        raise SystemExit(f"{source}: not all pages were read: {dict(ledger.counts)}")
    return total


def _seconds(work: Callable[[Path], object], source: Path) -> float:
    start = time.perf_counter()
    work(source)
    return time.perf_counter() - start


def _pages() -> list[bytes]:
    """Real pages where there are any, else made-up ones of the same size."""
    shared = Path(os.environ.get("BPSEARCH_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data")
    archive = shared / "l3s-gn1.tar.xz"
    if not archive.is_file():
        return [b"<html>" + b"<p>%d <b>words</b> of a page</p>\n" % number * 1300 for number in range(PAGES)]
    with tarfile.open(archive) as tar:
        members = [member for member in tar if "/original/" in member.name and member.isfile()]
        files = (tar.extractfile(member) for member in members[:PAGES])
        return [file.read() for file in files if file]


Source = tuple[Path, str, Callable[[Path], object]]


def _sources(folder: Path, pages: list[bytes]) -> Iterator[Source]:
    html = folder / "html"
    html.mkdir()
    for number, page in enumerate(pages):
        (html / f"{number}.html").write_bytes(page)
    yield html, "read_bytes of each file", lambda source: [path.read_bytes() for path in sorted(source.iterdir())]
    records = {
        "warc": ([_warc(number, page) for number, page in enumerate(pages)], "FastWARC alone", _fastwarc),
        "trec-web": ([_trec(number, page) for number, page in enumerate(pages)], "Python's lines", _lines),
        "jsonl": ([_json(number, page) for number, page in enumerate(pages)], "json.loads of each line", _json_lines),
    }
    for format, (contents, label, peer) in records.items():
        plain, packed = folder / format, folder / f"{format}.gz"
        plain.write_bytes(b"".join(contents))
        packed.write_bytes(
            b"".join(map(gzip.compress, contents)) if format == "warc" else gzip.compress(b"".join(contents))
        )
        yield plain, label, peer
        yield packed, label, peer
    yield folder / "trec-web.gz", "ir_datasets' reader of GOV2", _gov2


def _warc(number: int, page: bytes) -> bytes:
    content = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-TREC-ID: {number}\r\nContent-Length: {len(content)}\r\n\r\n"
    return head.encode() + content + b"\r\n\r\n"


def _trec(number: int, page: bytes) -> bytes:
    head = f"<DOC>\n<DOCNO>{number}</DOCNO>\n<DOCHDR>\nhttp://x.org/{number}\nContent-Type: text/html\n</DOCHDR>\n"
    return head.encode() + page + b"\n</DOC>\n"


def _json(number: int, page: bytes) -> bytes:
    return json.dumps({"id": str(number), "html": page.decode(errors="replace")}, ensure_ascii=False).encode() + b"\n"


def _open(source: Path) -> gzip.GzipFile | Iterator[bytes]:
    return gzip.open(source) if source.suffix == ".gz" else source.open("rb")


def _fastwarc(source: Path) -> int:
    return sum(len(record.reader.read()) for record in ArchiveIterator(str(source)))


def _lines(source: Path) -> int:
    return sum(map(len, _open(source)))


def _json_lines(source: Path) -> int:
    return sum(len(json.loads(line)["html"]) for line in _open(source))


def _gov2(source: Path) -> int:
    from ir_datasets.datasets.gov2 import Gov2Docs

    return sum(len(document.body) for document in Gov2Docs(None, None)._docs_ctxt_iter_gov2(source))


if __name__ == "__main__":
    main()
