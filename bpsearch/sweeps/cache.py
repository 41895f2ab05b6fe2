"""Rankings that a sweep has already, kept in its folder under a name that says what they were made from."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from bpsearch import __version__
from bpsearch.files import replacing
from bpsearch.index import manifest
from bpsearch.index.block_index import TABLE, BlockIndex
from bpsearch.index.table import LENGTH
from bpsearch.retrieval.document_scoring import Rankings
from bpsearch.retrieval.filters import parse_filter
from bpsearch.retrieval.levels import Survival
from bpsearch.sweeps.rankings import Search
from bpsearch.sweeps.series import Series

FORMAT = 2
PIECE = 1 << 20


class RankingCache:
    """A folder of rankings; what is not asked for any more is removed by `forget_others`."""

    def __init__(self, folder: Path, search: Search) -> None:
        self.folder = folder
        self._search = search
        self._used: set[str] = set()

    def load(self, series: Series) -> Rankings | None:
        """The rankings of a series, if they are there and whole."""
        try:
            with np.load(self._file(series)) as kept:
                survival = Survival(kept["left_documents"], kept["left_blocks"], kept["left_tokens"])
                rankings = Rankings(kept["documents"], kept["scores"], survival)
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return None
        expected = (len(series.points), len(self._search.queries), self._search.hits)
        return rankings if rankings.documents.shape == rankings.scores.shape == expected else None

    def save(self, series: Series, rankings: Rankings) -> None:
        """Keep the rankings of a series."""
        left = rankings.survival
        with replacing(self._file(series)) as unfinished, unfinished.open("wb") as file:
            np.savez_compressed(
                file,
                documents=rankings.documents,
                scores=rankings.scores,
                left_documents=left.documents,
                left_blocks=left.blocks,
                left_tokens=left.tokens,
            )

    def forget_others(self) -> None:
        """Remove rankings of other inputs."""
        for path in self.folder.glob("*.npz"):
            if path.name not in self._used:
                path.unlink()

    def _file(self, series: Series) -> Path:
        index = self._search.index
        made_from = {
            "format": FORMAT,
            "bpsearch": __version__,
            "index": index_fingerprint(index, [series]),
            "queries": list(self._search.queries.items()),
            "similarity": repr(self._search.similarity),
            "hits": self._search.hits,
            "filters": [point.filter for point in series.points],
            "documents": len(index.documents),
        }
        key = _digest(made_from)[:32]
        self._used.add(f"{key}.npz")
        return self.folder / f"{key}.npz"


def index_fingerprint(index: BlockIndex, series: Iterable[Series]) -> str:
    """SHA-256 of all that rankings of these filters depend on: the index and the columns they look at."""
    columns = {name for one in series for point in one.points for name in parse_filter(point.filter).columns}
    table = index.folder / TABLE
    files = [path for name in {*columns, LENGTH} for path in (table / f"{name}.npy", *table.glob(f"{name}.*.npy"))]
    return _digest({path.name: fingerprint(path) for path in (index.folder / manifest.FILE, *files)})


def _digest(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def fingerprint(path: str | Path) -> str:
    """SHA-256 of a file."""
    digest = hashlib.sha256()
    with Path(path).open("rb") as file:
        while piece := file.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()
