"""Lucene's one-byte document lengths: SmallFloat.intToByte4 and byte4ToInt, for whole arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_MANTISSA_BITS = 3
_FREE_VALUES = 255 - 231  # lengths below this are kept as they are (231 is the code of the largest int)


def _decoded(code: int) -> int:
    if code < _FREE_VALUES:
        return code
    bits = code - _FREE_VALUES
    shift = (bits >> _MANTISSA_BITS) - 1
    mantissa = bits & 0b111
    return _FREE_VALUES + (mantissa if shift < 0 else (mantissa | 0b1000) << shift)


# The length that each of the 256 norm bytes stands for, ascending.
LENGTHS: NDArray[np.int64] = np.array([_decoded(code) for code in range(256)], np.int64)


def encode_length(lengths: NDArray[Any]) -> NDArray[np.uint8]:
    """The norm byte of each length: that of the largest representable length that is not above it."""
    return (np.searchsorted(LENGTHS, lengths, side="right") - 1).astype(np.uint8)
