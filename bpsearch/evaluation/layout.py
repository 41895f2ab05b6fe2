"""Tables that fit a terminal of any width: where there is no room, numbers are left out whole, never cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

Part = Table | Text | str
INDENT = 2
SHORT = 14  # names up to this length do not break


class Column(NamedTuple):
    """A column of numbers; of those that find no room the least important goes first."""

    name: str
    importance: int


class Line(NamedTuple):
    """A row: its name, its cells (with rich's markup), and the group it stands in."""

    name: str
    cells: Sequence[str]
    group: str = ""


def table(first: str, columns: Sequence[Column], lines: Sequence[Line], gap: int = 2) -> Table:
    """Names at the left, which break between words only, numbers at the right, groups set apart."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True, show_edge=False)
    made.padding = (0, gap - 1, 0, 0)
    made.add_column(first, min_width=max(cell_len(first), *(_narrowest(line.name) for line in lines)))
    for column, size in zip(columns, _sizes(columns, lines), strict=True):
        made.add_column(escape(column.name), justify="right", no_wrap=True, min_width=size)
    for place, line in enumerate(lines):
        if place and line.group != lines[place - 1].group:
            made.add_section()
        made.add_row(escape(line.name), *line.cells)
    return made


def fits(made: Table, width: int) -> bool:
    """Whether nothing of a table is cut at this width."""
    return Console(width=100_000).measure(made).minimum <= width


def fitted(first: str, columns: Sequence[Column], lines: Sequence[Line], width: int) -> Iterator[Part]:
    """The table; or each name above its numbers, and then without the columns that find no room."""
    for gap in (2, 1):
        made = table(first, columns, lines, gap)
        if fits(made, width):
            yield made
            return
    sizes = [min(size, width) for size in _sizes(columns, lines)]
    kept = list(range(len(columns)))
    while len(kept) > 1 and _width(kept, sizes) > width:
        kept.remove(min(kept, key=lambda at: columns[at].importance))
    yield from _stacked(first, columns, lines, kept, sizes, width)
    missing = [column.name for at, column in enumerate(columns) if at not in kept]
    if missing:
        yield f"No room for {', '.join(missing)}: widen the terminal."


def _stacked(
    first: str, columns: Sequence[Column], lines: Sequence[Line], kept: Sequence[int], sizes: Sequence[int], width: int
) -> Iterator[Text]:
    indent = " " * min(INDENT, max(0, width - _width(kept, sizes)))
    yield Text(first)
    head = " ".join(columns[at].name.rjust(sizes[at]) for at in kept)
    yield Text(indent + head)
    yield Text("─" * min(width, len(indent) + cell_len(head)))
    for place, line in enumerate(lines):
        if place and line.group != lines[place - 1].group:
            yield Text("")
        yield Text(line.name.strip(), overflow="fold")
        cells = [Text.from_markup(line.cells[at]) for at in kept]
        for at, cell in zip(kept, cells, strict=True):
            cell.pad_left(sizes[at] - cell.cell_len)
        numbers = Text(indent) + Text(" ").join(cells)
        numbers.rstrip()
        yield numbers


def _sizes(columns: Sequence[Column], lines: Sequence[Line]) -> list[int]:
    names = [cell_len(column.name) for column in columns]
    cells = ([Text.from_markup(cell).cell_len for cell in line.cells] for line in lines)
    return [max(sizes) for sizes in zip(names, *cells, strict=True)]


def _width(kept: Sequence[int], sizes: Sequence[int]) -> int:
    return sum(sizes[at] for at in kept) + len(kept) - 1


def _narrowest(name: str) -> int:
    """Room for the longest word, with the blank that may stand before it, and for short names as they are."""
    longest_word = max(map(cell_len, name.split()), default=0)
    return max(longest_word + len(name) - len(name.lstrip()), min(cell_len(name), SHORT))
