"""Python loops as machine code, by numba.

The code is kept in `__pycache__` and compiled again when the file of the loop changes, but not when another file does:
what a loop calls must stand beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar, cast

import numba

from bpsearch.machine import cores

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
    results: list[Any] = [None] * len(listed)
    places = iter(range(len(listed)))  # whoever is free takes the next

    def work() -> None:
        try:
            for place in places:
                results[place] = function(listed[place])
        finally:
            list(places)  # after an error nobody goes on

    helpers = [_helpers().submit(work) for _ in range(min(cores(), len(listed)) - 1)]
    work()
    for helper in helpers:
        if not helper.cancel():
            helper.result()
    return results


def in_background(function: Callable[[], Result]) -> Callable[[], Result]:
    """Begin function() in another thread; what is returned waits for its result."""
    return _helpers().submit(function).result


@cache
def _helpers() -> ThreadPoolExecutor:
    """Threads that stay: starting some takes as long as a short loop."""
    return ThreadPoolExecutor(cores())
