"""From pages to labels, and from labels to cleaned text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from bpsearch.cleaners.records import KEEP, Cleaner, CleanerInput, Failure, Labeller, Labels, Verdict
from bpsearch.page import Page, segment
from bpsearch.page.features import columns


def prepare(page: Page, rule: str = "atomic") -> CleanerInput:
    """Cut a page into blocks and compute their columns."""
    blocks = segment(page.html, rule=rule, charset=page.charset)
    return CleanerInput(page, blocks, columns(blocks))


def fit(cleaners: Iterable[Cleaner], pages: Callable[[], Iterable[CleanerInput]]) -> dict[str, Labeller]:
    """Let the collection-level cleaners among these read the collection: a labeller for each, by its name.

    `pages` starts a new pass over the collection; memory stays bounded whatever its size.
    """
    return {cleaner.name: cleaner.fit(pages()) for cleaner in cleaners if cleaner.fit is not None}


def label_page(
    cleaners: Sequence[Cleaner],
    item: CleanerInput,
    on_failure: Callable[[Failure], object],
    fitted: Mapping[str, Labeller] | None = None,
) -> Labels:
    """The columns of these cleaners for one page; `fitted` has the labellers of the collection-level ones.

    A cleaner that raises is reported, and its columns are without a value on this page.
    """
    labels: Labels = {}
    for cleaner in cleaners:
        try:
            given = fitted[cleaner.name](item) if cleaner.fit and fitted else item.labels(cleaner)
            labels |= {column.name: given[column.name] for column in cleaner.columns}
        except Exception as error:
            on_failure(Failure(item.page.id, cleaner.name, f"{type(error).__name__}: {error}"))
            labels |= {column.name: column.empty(len(item.blocks)) for column in cleaner.columns}
    return labels


def cleaned_text(texts: Sequence[str], verdict: Verdict | Sequence[int]) -> str:
    """The text that a cleaner leaves of a page: the kept blocks, joined by newlines."""
    return "\n".join(text for text, kept in zip(texts, verdict, strict=True) if kept == KEEP)
