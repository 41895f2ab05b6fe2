"""What a cleaner is, what it sees of a page, and what it says about each block."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from bpsearch.page import Blocks, Page, decode

Array = NDArray[Any]
Verdict = NDArray[np.int8]  # one per block: KEEP, DROP or NO_VERDICT
Labels = dict[str, Array]  # column name → one value per block

KEEP, DROP, NO_VERDICT = 1, 0, -1

T = TypeVar("T")


@dataclass(frozen=True)
class Column:
    """One value per block, as a cleaner gives it, and the values (from, to, both included) that mean "keep".

    A verdict is int8: 1 keep, 0 drop, -1 no verdict. A score is float32: NaN is no score. A class is int8: an
    index into `classes`, -1 is none. A block without a value satisfies neither a condition on the column nor
    its negation.
    """

    name: str
    kind: Literal["verdict", "score", "class"] = "verdict"
    keep: tuple[float, float] = (KEEP, inf)
    classes: tuple[str, ...] = ()

    @property
    def dtype(self) -> np.dtype[Any]:
        """float32 for scores, int8 for verdicts and classes."""
        return np.dtype(np.float32 if self.kind == "score" else np.int8)

    def empty(self, blocks: int) -> Array:
        """The column of a page about which nothing is known."""
        return np.full(blocks, np.nan if self.kind == "score" else NO_VERDICT, self.dtype)

    def verdict(self, values: Array) -> Verdict:
        """KEEP where the value lies in `keep`, NO_VERDICT where there is none, DROP elsewhere."""
        low, high = self.keep
        known = ~np.isnan(values) if self.kind == "score" else values >= 0
        return np.where(known, (values >= low) & (values <= high), NO_VERDICT).astype(np.int8)


@dataclass(frozen=True, eq=False)
class CleanerInput:
    """A page as cleaners see it: its bytes, its blocks and the feature columns of these blocks."""

    page: Page
    blocks: Blocks
    columns: Mapping[str, Array]
    _known: dict[str, Any] = field(default_factory=dict, repr=False)

    @cached_property
    def html(self) -> str:
        """The decoded page, for tools that cut up HTML themselves."""
        return decode(self.page.html, self.page.charset)

    def once(self, what: str, compute: Callable[[CleanerInput], T]) -> T:
        """Something that several cleaners need to know of this page, computed when first asked for."""
        if what not in self._known:
            self._known[what] = compute(self)
        known: T = self._known[what]
        return known

    def labels(self, cleaner: Cleaner) -> Labels:
        """What a page-level cleaner says of this page; asked once, however many others build on it."""
        if cleaner.label is None:
            raise TypeError(f"{cleaner.name} needs the whole collection; it has no labels for a single page")
        return self.once(f"labels of {cleaner.name}", cleaner.label)

    def verdict(self, cleaner: Cleaner) -> Verdict:
        """The verdict of a page-level cleaner on this page, whatever kind of column it gives."""
        return cleaner.verdict(self.labels(cleaner))


class Labeller(Protocol):
    """A collection-level cleaner that has seen its collection."""

    def __call__(self, item: CleanerInput, /) -> Labels:
        """Labels for one page."""
        ...

    def state(self) -> dict[str, Any]:
        """What was learned, as JSON: to be saved and inspected."""
        ...


class Variant(NamedTuple):
    """How a cleaner is set otherwise: `justext:German` is `make("German")` of the variant of `justext`."""

    parameter: str
    make: Callable[[str], Cleaner]


@dataclass(frozen=True)
class Cleaner:
    """A block labeller: page-level with `label`, or collection-level with `fit`, which reads the pages once.

    The first column is the cleaner's own, the rest are extras. `ordered` means that the fitted labeller must
    see every page of the collection once, in order, in one process.
    """

    name: str
    source: str
    description: str
    columns: tuple[Column, ...]
    label: Callable[[CleanerInput], Labels] | None = None
    fit: Callable[[Iterable[CleanerInput]], Labeller] | None = None
    ordered: bool = False
    restore: Callable[[dict[str, Any]], Labeller] | None = None  # a labeller from its saved state
    requires: str | None = None  # the package of the extra [cleaners] that does the work
    lacks: Callable[[], str] | None = None  # says what else is missing and how to get it; empty when nothing is
    learned: Callable[[], Mapping[str, Any]] | None = None  # of a trained one: its corpora, their sites and so on
    variant: Variant | None = None

    @property
    def installed(self) -> bool:
        """Whether what it needs is there."""
        return not self.missing

    @property
    def missing(self) -> str:
        """What it needs and does not find, and how to get it; empty when it is ready."""
        if self.requires is not None and importlib.util.find_spec(self.requires) is None:
            return f"needs the package {self.requires}; install it with: pip install 'bpsearch[cleaners]'"
        return self.lacks() if self.lacks else ""

    @property
    def level(self) -> Literal["page", "collection"]:
        """Whether a page is enough, or the whole collection is needed."""
        return "page" if self.label is not None else "collection"

    @property
    def kind(self) -> str:
        """Kind of the cleaner's own column: verdict or score."""
        return self.columns[0].kind

    def verdict(self, labels: Labels) -> Verdict:
        """Which blocks stay, from the cleaner's own column."""
        return self.columns[0].verdict(labels[self.columns[0].name])


class Failure(NamedTuple):
    """A cleaner that raised on a page: the page's blocks got no verdict from it."""

    page: str
    cleaner: str
    reason: str


def column_name(cleaner: str) -> str:
    """The column of a cleaner, usable in a filter expression: `density-10.5` gives `density_10_5`."""
    return "".join(character if character.isalnum() else "_" for character in cleaner)


def verdict_cleaner(
    name: str,
    source: str,
    description: str,
    verdict: Callable[[CleanerInput], Array],
    requires: str | None = None,
) -> Cleaner:
    """A page-level cleaner with one verdict column, from a function that says which blocks stay."""
    column = Column(column_name(name))

    def label(item: CleanerInput) -> Labels:
        return {column.name: verdict(item).astype(np.int8)}

    return Cleaner(name, source, description, (column,), label, requires=requires)
