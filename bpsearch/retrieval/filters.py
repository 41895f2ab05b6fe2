"""Filters: boolean expressions over columns, such as `words >= 11 and links < 0.33` or `not bte`.

Comparisons (`<`, `<=`, `==`, `!=`, `>=`, `>`, also chained), `and`, `or`, `not`, parentheses, numbers, the arithmetic
`+ - * /`, and names of columns; a column of classes is compared with a name in quotes. A column on its own is
true where it is not 0.

A block about which a column knows nothing (a verdict of -1, a score that is NaN) satisfies neither a condition on
that column nor its negation, as in SQL: `bte or not bte` keeps only blocks with a verdict.
"""

from __future__ import annotations

import ast
import difflib
import operator
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpsearch.errors import BpsearchError
from bpsearch.index.table import BlockTable, StoredColumn

Mask = NDArray[np.bool_]
CHUNK = 1 << 22  # blocks looked at together: bounds the memory a filter takes
DEEPEST = 200  # levels of nesting
_SHOWN = 60  # characters of a long filter shown on either side of a mistake

_QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"")
_COMMENT = re.compile(rf"({_QUOTED.pattern})|#[^\n]*")
_MISSPELT = [
    (re.compile(sign), meant)
    for sign, meant in {
        r"(?<![<>=!])=(?![<>=])": "==",
        r"=<": "<=",
        r"=>": ">=",
        r"<>": "!=",
        r"===": "==",
        r"&&?|\bAND\b": "and",
        r"\|\|?|\bOR\b": "or",
        r"!(?!=)|\bNOT\b": "not",
    }.items()
]

_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.GtE: operator.ge,
    ast.Gt: operator.gt,
}
_ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: np.divide,
}


class Truth(NamedTuple):
    """Where an expression is true and where it is false; elsewhere it is unknown."""

    yes: Mask
    no: Mask


class Number(NamedTuple):
    """Values of an arithmetic expression, and where they are known (None: everywhere)."""

    values: Any
    known: Mask | None


class FilterError(BpsearchError):
    """A filter that cannot be read: points at the mistake and lists the columns, where they are known."""

    def __init__(self, text: str, place: int, problem: str, columns: Iterable[str] = ()) -> None:
        start = max(place - _SHOWN, 0)
        shown = f"{'…' if start else ''}{text[start : place + _SHOWN]}{'…' if len(text) > place + _SHOWN else ''}"
        listed = ", ".join(columns)
        if listed:
            problem = f"{problem}; columns: {listed}"
        super().__init__(f"filter: {problem}\n  {shown}\n  {' ' * (place - start + bool(start))}^")


@dataclass(frozen=True)
class Filter:
    """A parsed filter. The empty filter keeps every block."""

    text: str
    tree: ast.expr | None

    @property
    def columns(self) -> list[str]:
        """The columns it looks at."""
        if self.tree is None:
            return []
        return sorted({node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name)})

    def check(self, table: BlockTable) -> None:
        """Raise an error that points at the first column which the index lacks."""
        for node in _names(self.tree):
            if node.id not in table:
                hint = self._hint(node.id, table)
                raise FilterError(self.text, _place(self.text, node), f"no column {node.id}{hint}", table)

    def _hint(self, name: str, table: BlockTable) -> str:
        """What may be meant by a name that is no column."""
        for column in self.columns:
            if column in table and name in table[column].record.classes:
                return f"; a class of {column} is written in quotes: '{name}'"
        near = difflib.get_close_matches(name, table, n=1)
        return f"; did you mean {near[0]}?" if near else ""

    def mask(self, table: BlockTable, start: int = 0, end: int | None = None) -> Mask:
        """Which of the blocks start to end-1 survive."""
        end = table.blocks if end is None else end
        return self._evaluated(table, lambda column: column.read(start, end), end - start)

    def mask_at(self, table: BlockTable, blocks: NDArray[Any]) -> Mask:
        """Which of these blocks survive."""
        return self._evaluated(table, lambda column: column.at(blocks), len(blocks))

    def _evaluated(self, table: BlockTable, read: Callable[[StoredColumn], Any], size: int) -> Mask:
        if self.tree is None:
            return np.ones(size, np.bool_)
        self.check(table)
        with np.errstate(all="ignore"):  # division by 0, numbers beyond float32: infinite or unknown, as they should
            return _Evaluation(self.text, read, table, size).truth(self.tree).yes


def parse_filter(text: str | None, columns: Iterable[str] = ()) -> Filter:
    """Read a filter; nothing is ever evaluated as code. None or an empty text keeps every block.

    A # begins a comment until the line ends. `columns` are listed in errors.
    """
    stripped = re.sub(r"\s", " ", _COMMENT.sub(lambda found: found[1] or " ", text or "")).strip()
    if not stripped:
        return Filter("", None)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's about its own future, as in `words>1and bte`
            tree = ast.parse(stripped, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        offset = getattr(error, "offset", None)
        at_end = isinstance(error, SyntaxError) and not offset  # what Python says where the text ends too early
        place = len(stripped) if at_end else min(max((offset or 1) - 1, 0), len(stripped))
        problem = "cannot be read here"
        if meant := _misspelt(stripped):
            place, problem = meant
        raise FilterError(stripped, place, f"{problem}; an example: words >= 11 and links < 0.33", columns) from None
    _check_shape(stripped, tree, columns)
    return Filter(stripped, tree)


def _misspelt(text: str) -> tuple[int, str] | None:
    """Where a filter has what other languages write, and what is written here."""
    without_names = _QUOTED.sub(lambda found: " " * len(found[0]), text)
    found = [(match.start(), match[0], meant) for sign, meant in _MISSPELT for match in sign.finditer(without_names)]
    if not found:
        return None
    place, sign, meant = min(found)
    return place, f"{sign} is no sign of filters, write {meant}"


def all_of(filters: Iterable[str | None], columns: Iterable[str] = ()) -> str | None:
    """The filter that asks for all of these together."""
    asked = [parsed.text for parsed in (parse_filter(text, columns) for text in filters) if parsed.text]
    return " and ".join(f"({text})" for text in asked) if len(asked) > 1 else (asked[0] if asked else None)


def chunks(first_blocks: NDArray[Any], size: int = CHUNK) -> Iterator[tuple[int, int]]:
    """Ranges of documents whose blocks are looked at together: at most so many blocks, or one document."""
    start, documents = 0, len(first_blocks) - 1
    while start < documents:
        end = int(np.searchsorted(first_blocks, int(first_blocks[start]) + size, side="right")) - 1
        end = min(max(end, start + 1), documents)
        yield start, end
        start = end


def _names(tree: ast.expr | None) -> list[ast.Name]:
    found = [] if tree is None else [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return sorted(found, key=lambda node: node.col_offset)


_ALLOWED = (
    ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.UAdd, ast.Compare, ast.BinOp,
    ast.Name, ast.Load, ast.Constant, *_COMPARISONS, *_ARITHMETIC,
)  # fmt: skip


def _place(text: str, node: ast.AST) -> int:
    """Where in the text a node begins; Python counts in bytes."""
    return len(text.encode()[: getattr(node, "col_offset", 0)].decode(errors="replace"))


def _check_shape(text: str, tree: ast.expr, columns: Iterable[str]) -> None:
    """Nothing but what a filter is made of; level by level, because recursion could be driven too deep."""
    level: list[ast.AST] = [tree]
    for _ in range(DEEPEST):
        for node in level:
            problem = _problem(node)
            if problem:
                place, problem = _misspelt(text) or (_place(text, node), problem)
                raise FilterError(text, place, problem, columns)
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return
    raise FilterError(text, _place(text, level[0]), f"nested more than {DEEPEST} levels deep", columns)


def _problem(node: ast.AST) -> str | None:
    value = node.value if isinstance(node, ast.Constant) else 0
    if not isinstance(node, _ALLOWED) or type(value) not in (int, float, str, bool):
        return "only columns, numbers, comparisons, and, or, not, + - * / and parentheses are possible here"
    if isinstance(value, int) and abs(value) > sys.float_info.max:
        return "this number is too large"
    return None


class _Evaluation:
    def __init__(self, text: str, read: Callable[[StoredColumn], Any], table: BlockTable, size: int) -> None:
        self._text = text
        self._read = read
        self._table = table
        self._size = size

    def truth(self, node: ast.expr) -> Truth:
        match node:
            case ast.BoolOp():
                return _combined(isinstance(node.op, ast.And), map(self.truth, node.values))
            case ast.UnaryOp(op=ast.Not()):
                yes, no = self.truth(node.operand)
                return Truth(no, yes)
            case ast.Compare():
                return self._comparison(node)
            case ast.BinOp():
                raise FilterError(self._text, _place(self._text, node), self._no_condition(node), self._table)
            case _:
                number = self._number(node)
                return self._judged(np.not_equal(number.values, 0), number.known)

    def _no_condition(self, node: ast.BinOp) -> str:
        """Arithmetic is where a condition should be; `words-links` may be meant for the column of a cleaner."""
        column = re.sub(r"\W+", "_", ast.unparse(node))
        meant = f"; did you mean {column}?" if column in self._table else ""
        return f"this is a number, expected a condition such as words >= 11{meant}"

    def _comparison(self, node: ast.Compare) -> Truth:
        sides = [node.left, *node.comparators]
        return _combined(True, map(self._compared, sides, node.ops, sides[1:]))

    def _compared(self, left: ast.expr, sign: ast.cmpop, right: ast.expr) -> Truth:
        a, b = self._pair(left, right)
        return self._judged(_COMPARISONS[type(sign)](a.values, b.values), _both(a.known, b.known))

    def _pair(self, left: ast.expr, right: ast.expr) -> tuple[Number, Number]:
        """Both sides of a comparison; a class name becomes its number."""
        for name, constant in ((left, right), (right, left)):
            if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                classes = self._table[name.id].record.classes if isinstance(name, ast.Name) else ()
                if constant.value not in classes:
                    known = f"its classes are {', '.join(classes)}" if classes else "only a column of classes can be"
                    place = _place(self._text, constant)
                    raise FilterError(self._text, place, f"compared with {constant.value!r}: {known}")
                number = Number(classes.index(constant.value), None)
                return (self._number(left), number) if constant is right else (number, self._number(right))
        return self._number(left), self._number(right)

    def _number(self, node: ast.expr) -> Number:
        match node:
            case ast.Constant(value=int() | float() as value):
                return Number(value, None)
            case ast.Name():
                return self._column(self._table[node.id])
            case ast.UnaryOp(op=ast.USub() | ast.UAdd()):
                number = self._number(node.operand)
                return Number(-_real(number.values), number.known) if isinstance(node.op, ast.USub) else number
            case ast.BinOp():
                a, b = self._number(node.left), self._number(node.right)
                values = _ARITHMETIC[type(node.op)](_real(a.values), _real(b.values))
                if not isinstance(values, np.ndarray):
                    values = float(values)  # like a number written out, it takes the precision of what it meets
                return Number(values, _both(_both(a.known, b.known), np.logical_not(np.isnan(values))))
            case _:
                problem = "expected a column or a number here"
                raise FilterError(self._text, _place(self._text, node), problem, self._table)

    def _column(self, column: StoredColumn) -> Number:
        values = self._read(column)
        if not column.record.can_be_unknown:
            return Number(values, None)
        return Number(values, ~np.isnan(values) if values.dtype.kind == "f" else values >= 0)

    def _judged(self, yes: Any, known: Mask | None) -> Truth:
        yes = np.broadcast_to(yes, self._size)
        if known is None:
            return Truth(yes, ~yes)
        return Truth(yes & known, ~yes & known)


def _combined(conjunction: bool, parts: Iterator[Truth]) -> Truth:
    """and, or: one part at a time, so that a long list of conditions takes no more memory than two."""
    yes, no = (part.copy() for part in next(parts))
    for part in parts:
        if conjunction:
            yes &= part.yes
            no |= part.no
        else:
            yes |= part.yes
            no &= part.no
    return Truth(yes, no)


def _both(a: Mask | None, b: Mask | None) -> Mask | None:
    if a is None or b is None:
        return b if a is None else a
    return a & b


def _real(values: Any) -> Any:
    """Doubles, so that arithmetic on narrow whole numbers does not overflow."""
    return values.astype(np.float64) if isinstance(values, np.ndarray) else float(values)
