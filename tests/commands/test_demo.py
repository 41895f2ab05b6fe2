"""The demo as a user runs it: from nothing to a report, without the heavy half of pyserini's requirements."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import json, sys
from bpsearch.cli import app
app(["demo", "--folder", sys.argv[1]], standalone_mode=False)
print(json.dumps(sorted(sys.modules)))
"""
HEAVY = {"torch", "transformers", "openai", "onnxruntime", "pandas", "sklearn"}


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The folder of a demo that has run, and what it printed."""
    folder = tmp_path_factory.mktemp("demo")
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(folder)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return folder, done.stdout.splitlines()


def test_it_writes_everything_and_prints_the_table(demo: tuple[Path, list[str]]) -> None:
    folder, printed = demo
    for name in ("report.html", "sweep.csv", "per_topic.csv", "precision.svg", "precision.png", "manifest.json"):
        assert (folder / "runs" / "demo" / name).stat().st_size > 1000
    table = "\n".join(printed)
    for row in ("all blocks", "words >= ", "density >= ", "bte", "words-links", "density-links"):
        assert row in table


def test_it_loads_nothing_heavy(demo: tuple[Path, list[str]]) -> None:
    assert not HEAVY & set(json.loads(demo[1][-1]))


def test_its_topics_and_qrels_are_those_of_the_project(demo: tuple[Path, list[str]]) -> None:
    project = Path(__file__).resolve().parents[2] / "qrels"
    for name in ("demo.topics.txt", "demo.qrels"):
        assert (demo[0] / "qrels" / name).read_bytes() == (project / name).read_bytes()
