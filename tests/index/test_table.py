from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bpsearch.index.table import LENGTH, BlockTable, ColumnRecord, write_catalogue, write_column

PARTS = st.lists(st.integers(0, 900), min_size=1, max_size=4)
KINDS = ("few", "many", "floats", "floats with NaN", "negative", "all different")


def _values(kind: str, size: int, seed: int) -> np.ndarray:
    chance = np.random.default_rng(seed)
    if kind == "few":
        return chance.integers(0, 9, size)
    if kind == "all different":
        return chance.permutation(size) * 1000
    skewed = np.floor(chance.pareto(0.4, size) * 10).clip(0, 1e6)  # more than 255 values, a few of them often
    if kind == "many":
        return skewed.astype(np.int64)
    if kind == "negative":
        return -skewed.astype(np.int64)
    floats = (skewed / 7).astype(np.float32)
    return np.where(chance.random(size) < 0.1, np.float32("nan"), floats) if kind == "floats with NaN" else floats


@given(sizes=PARTS, kind=st.sampled_from(KINDS), seed=st.integers(0, 99), data=st.data())
@settings(deadline=None)
def test_columns_hold_what_was_written(sizes: list[int], kind: str, seed: int, data: st.DataObject) -> None:
    values = _values(kind, sum(sizes), seed)
    parts = np.split(values, np.cumsum(sizes)[:-1])
    with TemporaryDirectory() as name:
        folder = Path(name)
        for column, given_parts in ((LENGTH, [np.zeros(len(values), np.int32)]), ("column", parts)):
            write_column(folder, column, given_parts, len(values))
        write_catalogue(folder, [ColumnRecord(LENGTH, "feature"), ColumnRecord("column", "score")])
        stored = BlockTable(folder)["column"]
        low, high = sorted(data.draw(st.tuples(*[st.integers(0, len(values))] * 2)))
        assert np.array_equal(stored.read(low, high), values[low:high], equal_nan=values.dtype.kind == "f")
        doubled = stored.mapped(lambda found: found * 2.0, low, high)
        assert np.array_equal(doubled, values[low:high] * 2.0, equal_nan=True)
        some = np.unique(data.draw(st.lists(st.integers(0, max(len(values) - 1, 0)), max_size=9 * bool(len(values)))))
        some = some.astype(np.int64)
        assert np.array_equal(stored.at(some), values[some], equal_nan=values.dtype.kind == "f")
