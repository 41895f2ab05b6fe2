"""The demo's topics and qrels as files."""

from __future__ import annotations

from pathlib import Path

from bpsearch.demo.judgments import qrels, topics
from bpsearch.files import replacing


def write_judgments(folder: str | Path) -> tuple[Path, Path]:
    """Write the topics and the qrels into a folder; returns the two files."""
    paths = Path(folder) / "demo.topics.txt", Path(folder) / "demo.qrels"
    for path, content in zip(paths, (topics(), qrels()), strict=True):
        if not path.is_file() or path.read_text(encoding="utf-8") != content:
            with replacing(path) as unfinished:
                unfinished.write_text(content, encoding="utf-8", newline="\n")
    return paths
