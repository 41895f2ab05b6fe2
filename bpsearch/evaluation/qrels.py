"""Relevance judgments (qrels): four columns, topic iteration docno level."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from bpsearch.errors import InputError
from bpsearch.retrieval.columns import read_columns

Qrels = Mapping[str, Mapping[str, int]]

COLUMNS = ("topic", "iteration", "docno", "level")
LEVEL = re.compile(r"[+-]?[0-9]{1,6}")


def read_qrels(path: str | Path) -> dict[str, dict[str, int]]:
    """The relevance level of each judged document by topic; levels below 0 are kept as they are."""
    qrels: dict[str, dict[str, int]] = {}
    for line, (topic, _, docno, level) in read_columns(path, COLUMNS):
        if not LEVEL.fullmatch(level):
            problem = f"expected a small whole number as relevance level (column 4), found {level!r}"
            raise InputError(path, problem, line=line)
        judgments = qrels.setdefault(topic, {})
        if docno in judgments:
            problem = f"topic {topic} has a judgment of document {docno} already; expected one (no subtopics)"
            raise InputError(path, problem, line=line)
        judgments[docno] = int(level)
    if not qrels:
        raise InputError(path, f"no judgments here; expected lines of 4 columns ({' '.join(COLUMNS)})")
    return qrels
