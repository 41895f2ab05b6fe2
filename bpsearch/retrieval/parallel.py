"""Threads for work on arrays: numpy lets others run while it computes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
THREADS = min(os.cpu_count() or 1, 4)  # more take more memory, and wait for Python


def in_parallel(function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """The function of each item, in order; several at a time."""
    listed = list(items)
    if len(listed) < 2 or THREADS < 2:
        return list(map(function, listed))
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(function, listed))
