"""Python loops as machine code, by numba.

The code is kept in `__pycache__` and compiled again when the file of the loop changes, but not when another file does:
what a loop calls must stand beside it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar, cast

import numba

Loop = TypeVar("Loop", bound=Callable[..., Any])
Item = TypeVar("Item")
Result = TypeVar("Result")


def compiled(loop: Loop) -> Loop:
    """The loop, compiled when it is first called; anew in every process where no folder can keep the code."""
    made = numba.njit(loop, nogil=True, error_model="numpy")
    with suppress(RuntimeError):
        made.enable_caching()
    return cast(Loop, made)


def in_threads(function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """function(item) of all items in order, on all cores: compiled loops let other threads run."""
    listed = list(items)
    count = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, len(listed))
    if count < 2:
        return [function(item) for item in listed]
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(function, listed))
