"""The manifest of an index: where it came from, how it was made, what is in it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from bpsearch.errors import BpsearchError
from bpsearch.files import replacing
from bpsearch.lucene.analysis import Analysis
from bpsearch.page import features

FILE = "manifest.json"
FORMAT = 1


@dataclass(frozen=True)
class Source:
    """The collection an index was built from."""

    path: str
    format: str
    fingerprint: str
    files: int
    bytes: int


@dataclass(frozen=True)
class Options:
    """What decides the content of an index: two builds with the same source and options are equal."""

    rule: str = "atomic"
    language: str = "en"
    analyzer: str = "porter"
    store: bool = True
    columns: tuple[str, ...] = features.DEFAULT
    cleaners: tuple[str, ...] = ()

    @property
    def analysis(self) -> Analysis:
        """How text becomes terms."""
        return Analysis(self.language, self.analyzer)


@dataclass(frozen=True)
class Manifest:
    """Everything but the data."""

    source: Source
    options: Options
    counts: dict[str, int]
    skipped: dict[str, int]
    versions: dict[str, str]
    timings: dict[str, float]
    created: str
    format: int = FORMAT
    notes: list[str] = field(default_factory=list)

    def write(self, folder: Path) -> None:
        """Write into an index folder."""
        with replacing(folder / FILE) as unfinished:
            unfinished.write_text(json.dumps(asdict(self), indent=2) + "\n", encoding="utf-8")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of an index; an error says what is wrong where there is none."""
    path = folder / FILE
    if not folder.is_dir():
        raise BpsearchError(f"{folder}: no such index; `bpsearch index SOURCE --output {folder}` makes one")
    if not path.is_file():
        raise BpsearchError(f"{folder} is not a bpsearch index: it has no {FILE}")
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        if entries["format"] != FORMAT:
            raise BpsearchError(
                f"{folder} has index format {entries['format']}, this bpsearch reads {FORMAT}; build it again"
            )
        options = entries["options"]
        entries["source"] = Source(**entries["source"])
        entries["options"] = Options(
            **options | {"columns": tuple(options["columns"]), "cleaners": tuple(options["cleaners"])}
        )
        return Manifest(**entries)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise BpsearchError(f"{path} cannot be read ({error}); the index is damaged, build it again") from error
