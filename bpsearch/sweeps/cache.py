"""Rankings that a sweep has already, kept in its folder under a name that says what they were made from."""

from __future__ import annotations

import hashlib
import json
import zipfile
from pathlib import Path

import numpy as np

from bpsearch import __version__
from bpsearch.files import replacing
from bpsearch.index import manifest
from bpsearch.index.block_index import TABLE
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
        self._index = fingerprint(search.index.folder / manifest.FILE)

    def load(self, series: Series) -> Rankings | None:
        """The rankings of a series, if they are there and whole."""
        try:
            with np.load(self._file(series)) as kept:
                survival = Survival(kept["left_documents"], kept["left_blocks"], kept["left_tokens"])
                return Rankings(kept["documents"], kept["scores"], survival)
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return None

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
        columns = {column for point in series.points for column in parse_filter(point.filter).columns}
        made_from = {
            "format": FORMAT,
            "bpsearch": __version__,
            "index": self._index,
            "columns": {name: self._column(name) for name in sorted(columns | {LENGTH})},
            "queries": dict(self._search.queries),
            "similarity": repr(self._search.similarity),
            "hits": self._search.hits,
            "filters": [point.filter for point in series.points],
            "documents": len(index.documents),
        }
        key = hashlib.sha256(json.dumps(made_from, sort_keys=True).encode()).hexdigest()[:32]
        self._used.add(f"{key}.npz")
        return self.folder / f"{key}.npz"

    def _column(self, name: str) -> list[str]:
        folder = self._search.index.folder / TABLE
        return [fingerprint(path) for path in sorted([folder / f"{name}.npy", *folder.glob(f"{name}.*.npy")])]


def fingerprint(path: str | Path) -> str:
    """SHA-256 of a file."""
    digest = hashlib.sha256()
    with Path(path).open("rb") as file:
        while piece := file.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()
