"""What curves are compared with: the unfiltered index, and the verdicts of cleaners."""

from __future__ import annotations

import difflib
import math
from collections.abc import Sequence
from pathlib import Path

from bpsearch import cleaners
from bpsearch.cleaners.records import column_name
from bpsearch.errors import BpsearchError
from bpsearch.index.block_index import BlockIndex
from bpsearch.index.table import ColumnRecord
from bpsearch.retrieval.filters import parse_filter
from bpsearch.sweeps.series import Point, Series, shown_number

BASELINE = "baseline"
DEFAULT = "bte"


def references(index: BlockIndex, against: Sequence[str] | None) -> Series:
    """The baseline (every block) first, then what was asked for; None asks for BTE where the index has it."""
    if against is None:
        against = [DEFAULT] if DEFAULT in index.block_table else []
    points = [Point("", (), BASELINE)]
    for name in dict.fromkeys(text.strip() for text in against if text.strip()):
        points.append(Point(_filter_of(index, name), (), name))
    return Series("references", (), tuple(points))


def how_to_add(index: BlockIndex, cleaner: str) -> str:
    """The command that gives an index the column of a cleaner."""
    return f"bpsearch index --add-cleaners {cleaner} {index.folder}"


def _filter_of(index: BlockIndex, name: str) -> str:
    """The filter of a cleaner by its name or column (as in `file.py:name`), or a filter as it is."""
    if name == BASELINE:
        raise BpsearchError(f"--against {name}: that is what the unfiltered index is called; rename the column")
    record = index.block_table.records.get(column_name(name.rpartition(".py:")[2]))
    if record is not None and record.kind == "feature":
        raise BpsearchError(f"--against {name} is a feature, not a cleaner; give a filter, such as '{name} >= 11'")
    if record is not None:
        return keeping(record)
    file = Path(name.rpartition(".py:")[0] + ".py")
    if ".py:" in name and not file.is_file():
        raise BpsearchError(f"--against {name}: there is no file {file}; expected path/to/file.py:function")
    if name in cleaners.names() or ".py:" in name:
        raise BpsearchError(f"the index has no verdicts of {name}; add them with: {how_to_add(index, name)}")
    if not column_name(name).isidentifier() or column_name(name) != name.replace("-", "_"):
        asked = parse_filter(name, index.block_table)
        asked.check(index.block_table)
        return asked.text
    raise BpsearchError(f"--against {name}: there is no such cleaner or column; {_near(index, name)}")


def _near(index: BlockIndex, name: str) -> str:
    """Names much like this one, each once, be it that of a cleaner or of its column."""
    columns = [record.name for record in index.block_table.records.values() if record.kind != "feature"]
    known = {column_name(each).lower(): each for each in (*columns, *cleaners.names())}
    asked = column_name(name).lower()
    near = [asked] if asked in known else difflib.get_close_matches(asked, known, n=3, cutoff=0.4)
    shown = [known[each] for each in near]
    return f"did you mean {' or '.join(shown)}?" if near else f"known are {', '.join(sorted(known.values()))}"


def keeping(record: ColumnRecord) -> str:
    """The filter that keeps what a cleaner's column wants kept."""
    if record.kind == "verdict" or record.keep is None:
        return record.name
    low, high = record.keep
    bounds = [f"{record.name} >= {shown_number(low)}"] if math.isfinite(low) else []
    bounds += [f"{record.name} <= {shown_number(high)}"] if math.isfinite(high) else []
    return " and ".join(bounds) or record.name
