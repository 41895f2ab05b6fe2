"""Cleaners by name: those of this package, of other packages (entry points), and of the user's own files."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import inspect
import pkgutil
from collections.abc import Sequence
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import numpy as np

from bpsearch.cleaners.records import Array, Cleaner, CleanerInput, Column, Labels, column_name
from bpsearch.errors import BpsearchError, InputError

ENTRY_POINTS = "bpsearch.cleaners"

_cleaners: dict[str, Cleaner] = {}
_broken: dict[str, str] = {}


def register(cleaner: Cleaner) -> Cleaner:
    """Make a cleaner known by its name."""
    _cleaners[cleaner.name] = cleaner
    return cleaner


def names() -> list[str]:
    """The names of all known cleaners."""
    _load()
    return sorted(_cleaners)


def get(name: str) -> Cleaner:
    """The cleaner of that name, `name:setting` of one that can be set, or `path/to/file.py:function`."""
    _load()
    if name in _cleaners:
        return _installed(_cleaners[name])
    path, colon, attribute = name.rpartition(":")
    if colon and path.endswith(".py"):
        return _from_file(path, attribute)
    if colon and path in _cleaners and (variant := _cleaners[path].variant):
        return _installed(variant.make(attribute))
    if name in _broken:
        raise BpsearchError(f"the cleaner {name} is installed, but {_broken[name]}")
    near = difflib.get_close_matches(name, _cleaners, n=3, cutoff=0.4)
    hint = f"did you mean {' or '.join(near)}?" if near else "bpsearch clean --list lists them"
    raise BpsearchError(f"no cleaner is called {name!r}; {hint}")


def get_all(wanted: Sequence[str] | str) -> list[Cleaner]:
    """The cleaners of a list or comma-separated string of names; `all` is every one that is installed."""
    listed = wanted.split(",") if isinstance(wanted, str) else wanted
    chosen: dict[str, Cleaner] = {}
    for name in filter(None, map(str.strip, listed)):
        for cleaner in filter(_is_installed, known()) if name == "all" else [get(name)]:
            chosen[cleaner.name] = cleaner
    return list(chosen.values())


def known() -> list[Cleaner]:
    """Every cleaner by its name, those included whose package is not installed."""
    return [_cleaners[name] for name in names()]


def from_function(function: Any, name: str, source: str) -> Cleaner:
    """A cleaner from a function of `blocks`, or of `blocks, columns`, that gives one value per block.

    Bools and integers are verdicts, floats are scores (kept from 0.5 on): a small sample page shows which.
    """
    if isinstance(function, Cleaner):
        return function
    if not callable(function):
        raise BpsearchError(f"{source} is neither a function nor a Cleaner")
    wants_columns = len(inspect.signature(function).parameters) > 1

    def values(item: CleanerInput) -> Array:
        given = np.asarray(function(item.blocks, item.columns) if wants_columns else function(item.blocks))
        if given.shape != (len(item.blocks),):
            raise BpsearchError(f"{source} gave {given.size} values for {len(item.blocks)} blocks")
        return given

    try:
        sample = values(_sample())
    except Exception as error:
        raise BpsearchError(f"{source} failed on a sample page: {type(error).__name__}: {error}") from error
    score = sample.dtype.kind == "f"
    column = Column(column_name(name), "score" if score else "verdict", (0.5 if score else 1, np.inf))

    def label(item: CleanerInput) -> Labels:
        return {column.name: values(item).astype(column.dtype)}

    description = (inspect.getdoc(function) or "your own").splitlines()[0]
    return Cleaner(name, source, description, (column,), label)


def _is_installed(cleaner: Cleaner) -> bool:
    return cleaner.installed


def _installed(cleaner: Cleaner) -> Cleaner:
    if not cleaner.installed:
        raise BpsearchError(f"the cleaner {cleaner.name} {cleaner.missing}")
    return cleaner


@cache
def _load() -> None:
    package = importlib.import_module(__package__)
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
    for point in entry_points(group=ENTRY_POINTS):
        try:
            register(from_function(point.load(), point.name, point.value))
        except Exception as error:  # another's broken package must not keep ours from working
            _broken[point.name] = f"{point.value} could not be loaded: {type(error).__name__}: {error}"


def _from_file(path: str, attribute: str) -> Cleaner:
    file = Path(path)
    if not file.is_file():
        raise InputError(path, f"no such file; expected Python code with a function {attribute}")
    specification = importlib.util.spec_from_file_location(f"bpsearch_user_{file.stem}", file)
    if specification is None or specification.loader is None:
        raise InputError(path, "this is not a Python file")
    module = importlib.util.module_from_spec(specification)
    try:
        specification.loader.exec_module(module)
    except Exception as error:
        raise InputError(path, f"could not be run: {type(error).__name__}: {error}") from error
    if not hasattr(module, attribute):
        raise InputError(path, f"has no function {attribute}")
    return from_function(getattr(module, attribute), attribute, f"{path}:{attribute}")


def _sample() -> CleanerInput:
    from bpsearch.cleaners.labelling import prepare
    from bpsearch.page.records import Page

    html = b"<title>A sample</title><p>A paragraph, <a href='#'>with a link</a>.<p><a href='#'>Home</a>"
    return prepare(Page("sample", html))
