"""Models that `bpsearch train` writes: arrays and what is known about them, in one .npz file."""

from __future__ import annotations

import json
import os
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.errors import InputError
from bpsearch.files import replacing

FOLDER_VARIABLE, DEFAULT_FOLDER = "BPSEARCH_MODELS", "models"
_ABOUT = "about"


class Model(NamedTuple):
    """The arrays of a model by name, and what it was trained on."""

    arrays: dict[str, NDArray[Any]]
    about: dict[str, Any]


def model_path(cleaner: str) -> Path:
    """Where the model of a cleaner is looked for: in $BPSEARCH_MODELS, or in models/."""
    return Path(os.environ.get(FOLDER_VARIABLE) or DEFAULT_FOLDER) / f"{cleaner}.npz"


def lacks_model(cleaner: str) -> str:
    """What to do where the model of a cleaner is not there; empty where it is."""
    path = model_path(cleaner)
    if path.is_file():
        return ""
    advice = f"train one with: bpsearch train l3s-gn1.tar.xz --cleaner {cleaner} --output {path}"
    return f"needs a model, and there is no {path} (or ${FOLDER_VARIABLE}); {advice}"


def write_model(path: Path, model: Model) -> None:
    """Write a model; the file appears whole or not at all."""
    about = np.frombuffer(json.dumps(model.about, ensure_ascii=False).encode(), np.uint8)
    with replacing(path) as unfinished, unfinished.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **model.arrays, **{_ABOUT: about})


class Kind(NamedTuple):
    """What the model of a cleaner must have: its arrays, and the features that it goes by."""

    cleaner: str
    arrays: tuple[str, ...]
    features: tuple[str, ...]


def read_model(path: Path, kind: Kind) -> Model:
    """Read the model of a cleaner, again only when the file has changed."""
    if not path.is_file():
        raise InputError(path, f"no such file; bpsearch train writes models, --cleaner {kind.cleaner}")
    status = path.stat()
    return _read(path, kind, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=8)
def _read(path: Path, kind: Kind, _modified: int, _size: int) -> Model:
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(arrays.pop(_ABOUT).tobytes())
    except Exception as error:  # numpy, zipfile and json have their own ways to say that a file is damaged
        raise InputError(path, "this is not a model that bpsearch train wrote, or it is damaged") from error
    if about.get("cleaner") != kind.cleaner:
        raise InputError(path, f"a model of {about.get('cleaner')}, and {kind.cleaner} needs its own")
    if not set(kind.arrays) <= set(arrays) or tuple(about.get("features", ())) != kind.features:
        raise InputError(path, f"a model of another version of {kind.cleaner}; train it again with bpsearch train")
    return Model(arrays, about)
