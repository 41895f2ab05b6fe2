"""The folder of a sweep: which files it has, and when they count as finished."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bpsearch.errors import BpsearchError
from bpsearch.files import replacing

KIND = "bpsearch sweep"
FORMAT = 1
MANIFEST, SWEEP, PER_TOPIC, SURVIVAL, SELECTION, TOPICS = (
    "manifest.json", "sweep.csv", "per_topic.csv", "survival.csv", "selection.csv", "topics.json",
)  # fmt: skip
RUNS, RANKINGS = "runs", "rankings"
PLOTS, REPORT = ("precision", "heatmap"), "report.html"
PLOT_FORMATS = ("svg", "png", "pdf")
TABLES = (SWEEP, PER_TOPIC, SURVIVAL, SELECTION, TOPICS)
PICTURES = (*(f"{plot}.{ending}" for plot in PLOTS for ending in PLOT_FORMATS), REPORT)


def prepare(folder: Path, inputs: dict[str, str], force: bool) -> None:
    """Make the folder ready to be written: nothing in it looks finished any more, rankings stay.

    Other files than ours, or a finished sweep of other inputs without `force`, are an error.
    """
    if folder.exists() and not folder.is_dir():
        raise BpsearchError(f"{folder} is a file; expected a folder to write the sweep to, such as runs/NAME")
    ours = {MANIFEST, *TABLES, *PICTURES, RUNS, RANKINGS}
    present = [path for path in folder.iterdir() if not path.name.endswith(".unfinished")] if folder.exists() else []
    foreign = sorted(path.name for path in present if path.name not in ours)
    if foreign:
        raise BpsearchError(f"{folder} holds other things ({', '.join(foreign[:3])}); give the sweep its own folder")
    if (folder / MANIFEST).exists() and not force:
        try:
            before = read_manifest(folder)["inputs"]
        except (BpsearchError, KeyError):
            raise BpsearchError(
                f"{folder} holds a sweep that cannot be read; --force replaces it, or give --output another folder"
            ) from None
        changed = [name for name, digest in inputs.items() if before.get(name, {}).get("fingerprint") != digest]
        if changed:
            raise BpsearchError(
                f"{folder} holds a sweep of other inputs (other {', '.join(changed)}); "
                "--force replaces it, or give --output another folder"
            )
    for name in (MANIFEST, *TABLES, *PICTURES):  # the manifest first: it says that the rest is complete
        (folder / name).unlink(missing_ok=True)
    for run in (folder / RUNS).glob("*.run"):
        run.unlink()
    folder.mkdir(parents=True, exist_ok=True)


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a finished sweep."""
    path = folder / MANIFEST
    if not folder.is_dir():
        raise BpsearchError(f"{folder}: no such folder; `bpsearch sweep … --output {folder}` makes one")
    if not path.is_file():
        raise BpsearchError(f"{folder} holds no finished sweep: it has no {MANIFEST}; run bpsearch sweep again")
    try:
        manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if manifest["kind"] != KIND:
            raise BpsearchError(f"{folder} is no sweep: {MANIFEST} says {manifest['kind']!r}")
    except (OSError, ValueError, TypeError, KeyError):
        raise BpsearchError(f"{path} is not the manifest of a sweep; run bpsearch sweep again") from None
    if manifest.get("format") != FORMAT:
        raise BpsearchError(
            f"{folder} has format {manifest.get('format')}, this bpsearch reads {FORMAT}; run the sweep again"
        )
    return manifest


def write_json(path: Path, content: Any, indent: int | None = None) -> None:
    """Write JSON that appears whole or not at all."""
    with replacing(path) as unfinished:
        text = json.dumps(content, ensure_ascii=False, indent=indent, separators=None if indent else (",", ":"))
        unfinished.write_text(text + "\n", encoding="utf-8")
