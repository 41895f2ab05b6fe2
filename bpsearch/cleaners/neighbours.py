"""What stands before and after each block."""

from __future__ import annotations

import numpy as np

from bpsearch.cleaners.records import Array


def before_and_after(values: Array) -> tuple[Array, Array]:
    """The values of the previous and of the next block; 0 where the page has none."""
    padded = np.concatenate(([0], values, [0])).astype(values.dtype)
    return padded[:-2], padded[2:]
