"""Rewrites the demo's topics and qrels: `python -m bpsearch.demo`, from the project's folder."""

from __future__ import annotations

from bpsearch.demo import write_judgments

write_judgments("qrels")
