"""The curve on real pages that README shows: `python -m benchmarks.real_curve`.

360 news pages of msv-chaos (shared data), ten for each of 36 queries: a page is relevant to the query that found it.
The gold text of people, as one more verdict column, is the upper bound.
"""

from __future__ import annotations

import tarfile
import tempfile
from pathlib import Path

import numpy as np

from benchmarks.pages import DATA, ROOT
from bpsearch.commands.index import build_and_show
from bpsearch.commands.sweep import sweep_and_show
from bpsearch.errors import BpsearchError
from bpsearch.index.block_index import BlockIndex
from bpsearch.index.manifest import Options
from bpsearch.labelled.gold_text import read_pairs
from bpsearch.sweeps import Settings

CLEANERS = ("bte", "words-links", "density-links", "justext")


def curve() -> None:
    """Index the pages, add the gold column, sweep; everything goes to indexes/news and runs/news."""
    archive = DATA / "msv-chaos.tar.xz"
    if not archive.is_file():
        raise BpsearchError(f"no {archive}: set BPSEARCH_DATA to the folder that has it")
    with tempfile.TemporaryDirectory() as unpacked, tarfile.open(archive) as tar:
        tar.extractall(unpacked, filter="data")
        pages = Path(unpacked) / "chaos-all" / "html"
        folder = ROOT / "runs" / "news-inputs"
        (folder / "pages").mkdir(parents=True, exist_ok=True)
        queries: dict[str, list[str]] = {}
        for path in sorted(pages.iterdir()):
            queries.setdefault(path.stem.rpartition(" (")[0], []).append(_docno(path.name))
            (folder / "pages" / _docno(path.name)).write_bytes(path.read_bytes())
        gold = {_docno(page.item.page.id): page.classes > 0 for page in read_pairs(pages.parent)}
    topics = list(enumerate(queries.items(), start=1))
    lines = [f"{number}\t{name.replace(',', ' ')}\n" for number, (name, _) in topics]
    (folder / "topics.tsv").write_text("".join(lines), encoding="utf-8")
    judged = [f"{number} 0 {docno} 1\n" for number, (_, found) in topics for docno in found]
    (folder / "news.qrels").write_text("".join(judged), encoding="utf-8")
    index = ROOT / "indexes" / "news"
    options = Options(cleaners=CLEANERS)
    build_and_show(str(folder / "pages"), index, None, options, workers=0, resume=False, force=True)
    with BlockIndex(index) as opened:
        values = [gold[docno.rpartition(".")[0]] for docno in opened.documents]
        opened.add_column("gold", np.concatenate(values).astype(np.int8), kind="verdict", description="kept by people")
    settings = Settings(against=(*CLEANERS, "gold"))
    sweep_and_show(index, folder / "topics.tsv", folder / "news.qrels", ROOT / "runs" / "news", settings, force=True)


def _docno(name: str) -> str:
    return name.replace(" ", "_")


if __name__ == "__main__":
    curve()
