"""Rewrites the demo's topics and qrels: `python -m bpsearch.demo`, from the project's folder."""

from __future__ import annotations

from pathlib import Path

from bpsearch.demo import qrels, topics
from bpsearch.files import replacing

for name, content in (("demo.topics.txt", topics()), ("demo.qrels", qrels())):
    with replacing(Path("qrels", name)) as unfinished:
        unfinished.write_text(content, encoding="utf-8", newline="\n")
