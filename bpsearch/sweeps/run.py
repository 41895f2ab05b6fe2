"""A whole sweep: check, rank, measure, compare, write.

from bpsearch.sweeps import Settings, run_sweep
sweep = run_sweep("indexes/demo", "qrels/demo.topics.txt", "qrels/demo.qrels", "runs/demo")
sweep.curves[0].chosen.place
"""

from __future__ import annotations

import importlib.metadata
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from bpsearch import __version__
from bpsearch.evaluation.coverage import counted, examples
from bpsearch.files import new_folder
from bpsearch.lucene import jvm
from bpsearch.retrieval.document_scoring import Rankings
from bpsearch.retrieval.runs import write_run
from bpsearch.retrieval.search import Index
from bpsearch.sweeps.cache import RankingCache, fingerprint, index_fingerprint
from bpsearch.sweeps.curves import hits_of, measured_curve, reference_curve
from bpsearch.sweeps.folder import FORMAT, KIND, RANKINGS, RUNS, prepare, unfinished_folder
from bpsearch.sweeps.inputs import Inputs, check_inputs
from bpsearch.sweeps.moves import moved_topics
from bpsearch.sweeps.rankings import rank_series
from bpsearch.sweeps.records import Curve, Sweep
from bpsearch.sweeps.series import Point
from bpsearch.sweeps.settings import Settings
from bpsearch.sweeps.stored import described, write_sweep

SHOWN_HITS = 10  # of each ranking that the report shows
LONGEST_NAME = 150  # characters of a run's name; filters may be longer than file names can be


class Progress(NamedTuple):
    """How far a sweep is: what it does now, and how much of that is done."""

    stage: str
    done: int
    total: int


OnProgress = Callable[[Progress], object]


def run_sweep(
    index: Index | str | Path,
    topics: str | Path,
    qrels: str | Path,
    output: str | Path,
    settings: Settings | None = None,
    on_progress: OnProgress = lambda progress: None,
    *,
    force: bool = False,
) -> Sweep:
    """Sweep an index and write tables, runs and manifest to a folder; rankings it has already are reused.

    A folder with a sweep of other inputs or settings is replaced with `force` only, and only when the new one is done.
    Plots and the report are made from the folder by bpsearch.report.write_report.
    """
    if not isinstance(index, Index):
        with Index(index) as opened:
            return run_sweep(opened, topics, qrels, output, settings, on_progress, force=force)
    settings = settings or Settings()
    began = time.perf_counter()
    inputs = check_inputs(index, topics, qrels, settings)
    given = {"index": index.folder, "topics": Path(topics), "qrels": Path(qrels)}
    digests = {
        "index": index_fingerprint(index, [inputs.references, *inputs.series]),
        **{name: fingerprint(given[name]) for name in ("topics", "qrels")},
    }
    folder = new_folder(output)
    plan = _plan(inputs, settings)
    prepare(folder, given, {"inputs": digests, **plan}, force)
    rankings = _ranked(inputs, folder, on_progress)
    ranked = time.perf_counter()
    inputs.notes.extend(_nothing_found(inputs, rankings[inputs.references.name]))
    curves = _measured(inputs, rankings, settings, on_progress)
    on_progress(Progress("finding what moved", 0, 1))
    lines = {curve.series.name: curve for curve in curves if len(curve.series.axes) < 2}
    places = {name: rankings[name].documents[..., :SHOWN_HITS] for name in lines}
    moved = moved_topics(inputs, list(lines.values()), places)
    timings = {"ranking": ranked - began, "measuring": time.perf_counter() - ranked}
    named = {name: {"path": str(given[name]), "fingerprint": digest} for name, digest in digests.items()}
    sweep = Sweep(
        _manifest(inputs, plan, named, timings),
        dict(inputs.search.queries),
        tuple(str(measure) for measure in inputs.measures),
        curves[0],
        tuple(curve for curve in curves if len(curve.series.axes) == 1),
        tuple(curve for curve in curves if len(curve.series.axes) == 2),
        moved,
    )
    with unfinished_folder(folder) as unfinished:
        sweep.manifest[RUNS] = _write_runs(unfinished / RUNS, inputs, curves, rankings, settings)
        write_sweep(unfinished, sweep)
    return sweep


def _ranked(inputs: Inputs, folder: Path, on_progress: OnProgress) -> dict[str, Rankings]:
    """The rankings of every series, from the folder where it has them."""
    cache = RankingCache(folder / RANKINGS, inputs.search)
    series = [inputs.references, *inputs.series]
    total = sum(len(one.points) for one in series)
    done = 0
    rankings = {}
    for one in series:
        found = cache.load(one)
        if found is None:

            def tell(filters: int, before: int = done) -> None:
                on_progress(Progress("ranking", before + filters, total))

            tell(0)
            found = rank_series(inputs.search, one, tell)
            cache.save(one, found)
        rankings[one.name] = found
        done += len(one.points)
        on_progress(Progress("ranking", done, total))
    cache.forget_others()
    return rankings


def _nothing_found(inputs: Inputs, references: Rankings) -> list[str]:
    """A note about the topics that find nothing even without a filter."""
    first = references.documents[0, :, 0].tolist()
    topics = [topic for topic, document in zip(inputs.topics, first, strict=True) if document < 0]
    return [f"no document matches any term of {counted(topics)}: worth 0 ({examples(topics)})"] if topics else []


def _measured(
    inputs: Inputs, rankings: Mapping[str, Rankings], settings: Settings, on_progress: OnProgress
) -> list[Curve]:
    total = len(inputs.series) + 1
    on_progress(Progress("comparing", 0, total))
    references = reference_curve(inputs, rankings[inputs.references.name], settings)
    curves = [references]
    for one in inputs.series:
        on_progress(Progress("comparing", len(curves), total))
        curves.append(measured_curve(inputs, one, rankings[one.name], references, settings))
    return curves


def _write_runs(
    folder: Path, inputs: Inputs, curves: list[Curve], rankings: Mapping[str, Rankings], settings: Settings
) -> list[str]:
    """Runs of the references and of the chosen filters, or of all filters; returns their names."""
    written: dict[str, str] = {}
    if settings.runs == "none":
        return []
    for curve in curves:
        wanted = range(len(curve.points))
        if settings.runs == "best" and curve.chosen is not None:
            wanted = range(curve.chosen.place, curve.chosen.place + 1)
        for place in wanted:
            point = curve.points[place]
            name = run_name(point, written)
            written[name] = point.filter
            write_run(folder / f"{name}.run", hits_of(inputs, rankings[curve.series.name], place), name)
    return list(written)


def run_name(point: Point, taken: Mapping[str, str]) -> str:
    """The name of a run: `words >= 11` is words_ge_11; numbered where another filter has that name."""
    text = point.name
    for sign, name in ((">=", " ge "), ("<=", " le "), ("==", " eq "), ("!=", " ne "), (">", " gt "), ("<", " lt ")):
        text = text.replace(sign, name)
    short = re.sub(r"[^\w.]+", "_", text, flags=re.ASCII).strip("_.")[:LONGEST_NAME] or "run"
    names = (short if number == 1 else f"{short}_{number}" for number in count(1))
    return next(name for name in names if taken.get(name, point.filter) == point.filter)


def _plan(inputs: Inputs, settings: Settings) -> dict[str, Any]:
    """What decides the results besides the inputs."""
    chosen = {name: value for name, value in asdict(settings).items() if name not in ("axes", "against", "measures")}
    return {
        "measures": [str(measure) for measure in inputs.measures],
        "references": described(inputs.references),
        "series": [described(series) for series in inputs.series],
        "settings": chosen
        | {"hits": inputs.search.hits, "similarity": str(inputs.search.similarity)}
        | {"select": settings.cross_validates(len(inputs.topics))},
    }


def _manifest(
    inputs: Inputs, plan: dict[str, Any], given: dict[str, dict[str, str]], timings: dict[str, float]
) -> dict[str, Any]:
    index = inputs.search.index
    java = jvm.versions()
    libraries = {name: importlib.metadata.version(name) for name in ("numpy", "ir-measures")}
    return {
        "kind": KIND,
        "format": FORMAT,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "inputs": given,
        "collection": {"source": asdict(index.manifest.source), "options": asdict(index.manifest.options)},
        "counts": index.manifest.counts,
        **plan,
        "topics": len(inputs.topics),
        "notes": inputs.notes,
        "versions": {"bpsearch": __version__, "lucene": java.lucene, "java": java.java, **libraries},
        "timings": {stage: round(seconds, 3) for stage, seconds in timings.items()},
    }
