"""TREC runs: six columns, topic Q0 docno rank score tag.

A run is written in the order it is given. trec_eval does not look at that order: it sorts by score and, where
scores are equal, by docno descending (see bpsearch.evaluation.ranking).
"""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bpsearch.errors import BpsearchError, InputError
from bpsearch.files import replacing
from bpsearch.retrieval.columns import read_columns

COLUMNS = ("topic", "Q0", "docno", "rank", "score", "tag")


class Hit(NamedTuple):
    """One document of a ranking."""

    docno: str
    score: float


def read_run(path: str | Path) -> dict[str, list[Hit]]:
    """The hits of each topic in the order of the file, which may be gzipped and have comment lines."""
    run: dict[str, dict[str, Hit]] = {}
    for line, (topic, _, docno, _, score, _) in read_columns(path, COLUMNS):
        hits = run.setdefault(topic, {})
        if docno in hits:
            raise InputError(path, f"topic {topic} has document {docno} already; expected it once", line=line)
        hits[docno] = Hit(docno, _score(path, line, score))
    return {topic: list(hits.values()) for topic, hits in run.items()}


def write_run(
    path: str | Path,
    results: Mapping[str, Sequence[Hit]],
    tag: str,
    metadata: Mapping[str, object] | None = None,
) -> None:
    """Write a run, gzipped where the name ends in .gz; `metadata` becomes an ir_metadata header.

    Float32 scores get the shortest digits that give the same float32 back, so different scores stay in order.
    trec_eval itself stumbles over the comment lines of a header: give metadata only where it is wanted.
    """
    _check_single_column("tag", tag)
    score_type = _narrowest_type(results)
    with replacing(path) as unfinished, unfinished.open("wb") as raw:
        compress = str(path).endswith(".gz")
        file = gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) if compress else raw
        if metadata is not None:
            file.write(metadata_header(metadata).encode())
        for topic, hits in results.items():
            _check_single_column("topic", topic)
            if topic.startswith("#"):
                raise BpsearchError(f"a run cannot hold topic {topic!r}: # starts a comment; rename it")
            file.write("".join(_lines(topic, hits, tag, score_type)).encode())
        if compress:
            file.close()


def metadata_header(metadata: Mapping[str, object]) -> str:
    """The header of ir_metadata (Breuer et al., SIGIR 2022): YAML in comment lines between two marks."""
    yaml = "".join(f"# {line}\n" for line in _yaml_lines(metadata, indent=""))
    return f"# ir_metadata.start\n{yaml}# ir_metadata.end\n"


def _yaml_lines(mapping: Mapping[str, object], indent: str) -> Iterator[str]:
    for key, value in mapping.items():
        if isinstance(value, Mapping) and value:
            yield f"{indent}{_yaml(key)}:"
            yield from _yaml_lines(value, indent + "  ")
        else:
            yield f"{indent}{_yaml(key)}: {_yaml(value)}"


def _yaml(value: object) -> str:
    """JSON is YAML: quoted scalars need no rules about what YAML would take for a date or a yes."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _lines(topic: str, hits: Sequence[Hit], tag: str, score_type: type[np.floating]) -> Iterator[str]:
    for rank, (docno, score) in enumerate(hits, start=1):
        _check_single_column("docno", docno)
        yield f"{topic} Q0 {docno} {rank} {score_type(score)!s} {tag}\n"


def _narrowest_type(results: Mapping[str, Sequence[Hit]]) -> type[np.floating]:
    scores = np.array([hit.score for hits in results.values() for hit in hits], dtype=np.float64)
    if np.isnan(scores).any():
        raise BpsearchError("a run cannot hold a score that is not a number (NaN)")
    with np.errstate(over="ignore"):
        return np.float32 if np.array_equal(scores.astype(np.float32), scores) else np.float64


def _score(path: str | Path, line: int, text: str) -> float:
    try:
        score = math.nan if "_" in text else float(text)
    except ValueError:
        score = math.nan
    if math.isnan(score):
        raise InputError(path, f"expected a number as score (column 5), found {text!r}", line=line)
    return score


def _check_single_column(what: str, text: str) -> None:
    if not text or len(text.encode().split()) != 1 or text[0].isspace() or text[-1].isspace():
        raise BpsearchError(f"a TREC run needs a {what} without white space, not {text!r}; rename it")
