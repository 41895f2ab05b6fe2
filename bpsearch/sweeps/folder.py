"""The folder of a sweep: which files it has, and when they count as finished."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from bpsearch.errors import BpsearchError
from bpsearch.files import replacing

KIND = "bpsearch sweep"
FORMAT = 2
MANIFEST, SWEEP, PER_TOPIC, SURVIVAL, SELECTION, TOPICS = (
    "manifest.json", "sweep.csv", "per_topic.csv", "survival.csv", "selection.csv", "topics.json",
)  # fmt: skip
RUNS, RANKINGS = "runs", "rankings"
UNFINISHED, REPLACING = ".unfinished", ".replacing"
PLOTS, REPORT = ("precision", "heatmap"), "report.html"
PLOT_FORMATS = ("svg", "png", "pdf")
TABLES = (SWEEP, PER_TOPIC, SURVIVAL, SELECTION, TOPICS)
PICTURES = (*(f"{plot}.{ending}" for plot in PLOTS for ending in PLOT_FORMATS), REPORT)


def prepare(folder: Path, inputs: Mapping[str, Path], plan: Mapping[str, Any], force: bool) -> None:
    """Make the folder if it can take the sweep; what it holds stays as it is.

    An error without `force`: a finished sweep of other inputs or with another plan. Always one: files that are not
    ours. `plan` is what the manifest will say of fingerprints, filters and settings.
    """
    if folder.exists() and not folder.is_dir():
        raise BpsearchError(f"{folder} is a file; expected a folder to write the sweep to, such as runs/NAME")
    _finish_replacing(folder)
    for name, path in inputs.items():
        if folder.resolve() in path.resolve().parents:
            raise BpsearchError(f"the {name} ({path}) lie in {folder}; give the sweep its own folder")
    finished = (folder / MANIFEST).exists() and not _of_others(folder / MANIFEST)
    ours = {RANKINGS} | ({MANIFEST, *TABLES, *PICTURES, RUNS} if finished else set())
    present = [path.name for path in folder.iterdir()] if folder.exists() else []
    foreign = sorted(name for name in present if name not in ours and not name.startswith("."))
    if foreign:
        raise BpsearchError(f"{folder} holds other things ({', '.join(foreign[:3])}); give the sweep its own folder")
    if finished and not force:
        changed = _changed(folder, plan)
        if changed:
            raise BpsearchError(
                f"{folder} holds a sweep with other {', '.join(changed)}; "
                "--force replaces it and keeps what is still right, or give --output another folder"
            )
    folder.mkdir(parents=True, exist_ok=True)


def _of_others(manifest: Path) -> bool:
    """Whether a file called like our manifests is somebody else's; what is no JSON at all is a damaged one."""
    try:
        content = json.loads(manifest.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return not isinstance(content, dict) or content.get("kind") != KIND


def _changed(folder: Path, plan: Mapping[str, Any]) -> list[str]:
    """In what a finished sweep differs from a plan."""
    try:
        before = read_manifest(folder)
        inputs = {name: given["fingerprint"] for name, given in before["inputs"].items()}
    except (BpsearchError, KeyError, TypeError, AttributeError):
        raise BpsearchError(
            f"{folder} holds a sweep that cannot be read; --force replaces it, or give --output another folder"
        ) from None
    planned = json.loads(json.dumps(plan))
    changed = [name for name, digest in planned["inputs"].items() if inputs.get(name) != digest]
    return changed + [name for name in planned if name != "inputs" and before.get(name) != planned[name]]


@contextmanager
def unfinished_folder(folder: Path) -> Iterator[Path]:
    """A folder to write tables, runs and manifest to; they replace those of `folder` when the block ends."""
    unfinished = folder / UNFINISHED
    shutil.rmtree(unfinished, ignore_errors=True)
    (unfinished / RUNS).mkdir(parents=True)
    try:
        yield unfinished
        unfinished.rename(folder / REPLACING)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    _finish_replacing(folder)


def _finish_replacing(folder: Path) -> None:
    """Put a new sweep in place of the old one; whoever comes next does it where somebody was killed meanwhile."""
    finished = folder / REPLACING
    if (finished / MANIFEST).exists():  # it is moved last
        with suppress(OSError, ValueError, TypeError, KeyError):  # no sweep was there, or none that can be read
            for run in json.loads((folder / MANIFEST).read_text(encoding="utf-8"))[RUNS]:
                (folder / RUNS / f"{run}.run").unlink(missing_ok=True)
        for name in (MANIFEST, *PICTURES):
            (folder / name).unlink(missing_ok=True)
        for leftover in (*folder.glob(f".*.?*{UNFINISHED}"), *(folder / RANKINGS).glob(f".*{UNFINISHED}")):
            leftover.unlink()
        written = sorted(path.relative_to(finished) for path in finished.rglob("*") if path.is_file())
        for path in sorted(written, key=lambda path: path.name == MANIFEST):
            (folder / path).parent.mkdir(exist_ok=True)
            (finished / path).replace(folder / path)
    shutil.rmtree(finished, ignore_errors=True)


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a finished sweep."""
    path = folder / MANIFEST
    _finish_replacing(folder)
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
