"""A small collection in which boilerplate hurts: pages advertise in short blocks what others write about."""

from __future__ import annotations

import html
import json
import random
from pathlib import Path
from typing import NamedTuple

import bpsearch
from bpsearch.index.build import build_index
from bpsearch.index.manifest import Options
from bpsearch.report import write_report
from bpsearch.retrieval.search import Index
from bpsearch.sweeps import Settings, run_sweep, sliding

TOPICS = (
    "solar panels", "paper boats", "night trains", "honey bees", "stone bridges", "river otters", "wooden toys",
    "glass lamps", "mountain huts", "winter apples", "harbour seals", "Tom & Jerry's </script><b>cartoons</b>",
)  # fmt: skip
ARTICLES, DECOYS = 5, 12
HOSTILE = "</script><script>document.title = 'broken'</script><img src=x onerror=alert(1)>"
FILLER = """
about after again because before between during every first found friend garden house later letter little morning never
other people place second small summer table their there thing think under until village water where which window
without world write yellow
""".split()  # noqa: SIM905


class Small(NamedTuple):
    pages: Path
    topics: Path
    qrels: Path
    index: Index


def small_collection(folder: Path) -> Small:
    """The files, and their index with two cleaners."""
    pages, topics, qrels = _write_files(folder)
    build_index(pages, folder / "index", options=Options(cleaners=("bte", "words-links")))
    return Small(pages, topics, qrels, bpsearch.open(folder / "index"))


def finished_sweep(small: Small, folder: Path) -> Path:
    """Words, links and both crossed, all runs, plots and report."""
    settings = Settings(
        axes=(sliding("words", "1:45:2"), sliding("links", "0:1:0.5")),
        grid=True,
        against=("bte", "words-links"),
        runs="all",
    )
    run_sweep(small.index, small.topics, small.qrels, folder, settings)
    write_report(folder)
    return folder


def _write_files(folder: Path) -> tuple[Path, Path, Path]:
    """Pages, topics and graded judgments; an article says its subject in long blocks, a decoy in short ones."""
    chance = random.Random(7)
    lines, judgments = [], []
    for number, title in enumerate(TOPICS, start=1):
        for article in range(ARTICLES):
            name = f"a{number:02}-{article}"
            paragraphs = [_sentence(chance, 30 + 5 * article, title) for _ in range(3)]
            lines.append(_page(name, f"Notes {name}", [], paragraphs))
            judgments.append(f"{number} 0 {name} {1 + article % 2}")
    for decoy in range(DECOYS * 5):
        name = f"d{decoy:03}"
        shown = chance.sample(TOPICS, 4)
        links = [text for text in shown for _ in range(3)]
        paragraphs = [_sentence(chance, 40, "") for _ in range(2)]
        lines.append(_page(name, HOSTILE if decoy == 0 else f"Site {decoy}", links, paragraphs))
        judgments += [f"{TOPICS.index(text) + 1} 0 {name} 0" for text in shown if decoy % 3]
    topics = [f"{number}\t{title}" for number, title in enumerate(TOPICS, start=1)]
    written = []
    for name, text in (("pages.jsonl", lines), ("topics.tsv", topics), ("small.qrels", judgments)):
        (folder / name).write_text("\n".join(text) + "\n", encoding="utf-8")
        written.append(folder / name)
    return written[0], written[1], written[2]


def _sentence(chance: random.Random, words: int, subject: str) -> str:
    chosen = [chance.choice(FILLER) for _ in range(words)]
    chosen.insert(words // 2, subject)
    return " ".join(chosen) + "."


def _page(name: str, title: str, links: list[str], paragraphs: list[str]) -> str:
    navigation = "".join(f'<li><a href="#">{html.escape(text)}</a></li>' for text in links)
    body = "".join(f"<p>{html.escape(text)}</p>" for text in paragraphs)
    page = f"<html><body><h1>{html.escape(title)}</h1><ul>{navigation}</ul>{body}<div>Imprint</div></body></html>"
    return json.dumps({"id": name, "html": page})
