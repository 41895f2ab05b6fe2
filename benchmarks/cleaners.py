"""What cleaners cost beside segmentation, pages per second for all, and how much of an extractor's text blocks hold.

python -m benchmarks.cleaners
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from benchmarks.pages import real_pages
from bpsearch.cleaners import Cleaner, CleanerInput, fit, known
from bpsearch.cleaners.extraction import EXTRACTORS, aligned
from bpsearch.console import err, out
from bpsearch.page import Page, segment
from bpsearch.page.features import columns

PAGES = 150
ROUNDS = 3
OURS_AT_MOST = 1.0  # times segmentation: a cleaner of ours may double its time and no more
HEADINGS = ("", "ms/page", "of segm.", "pages/s", "no verdict", "text held")


def main() -> None:
    """Print the table: time of the cleaner alone, its ratio to segmentation, and pages per second for the whole."""
    everything = real_pages()
    pages = everything[:: max(len(everything) // PAGES, 1)][:PAGES]
    kilobytes = sum(len(page.html) for page in pages) / len(pages) / 1000
    items = _items(pages)
    cutting = _best(lambda: [segment(page.html, charset=page.charset) for page in pages]) / len(pages)
    counting = _best(lambda: [columns(item.blocks) for item in items]) / len(pages)
    out.print(f"{len(pages)} real pages of {kilobytes:.0f} KB, best of {ROUNDS}; one process", markup=False)
    _row(HEADINGS)
    _row(("segmentation", f"{1000 * cutting:.3f}", "1.00", f"{1 / cutting:,.0f}", "", ""))
    whole = f"{1 / (cutting + counting):,.0f}"
    _row(("all columns", f"{1000 * counting:.3f}", f"{counting / cutting:.2f}", whole, "", ""))
    dearest = ("", 0.0)
    for cleaner in known():
        if not cleaner.installed:
            err.print(f"{cleaner.name} {cleaner.missing}", markup=False)
            continue
        seconds, failed = _measured(cleaner, pages)
        seconds /= len(pages)
        held = f"{_held(cleaner.name, items):.2%}" if cleaner.name in EXTRACTORS else ""
        whole = f"{1 / (cutting + counting + seconds):,.0f}"
        _row((cleaner.name, f"{1000 * seconds:.3f}", f"{seconds / cutting:.2f}", whole, str(failed or ""), held))
        if cleaner.requires is None and cleaner.level == "page":
            dearest = max(dearest, (cleaner.name, seconds / cutting), key=lambda entry: entry[1])
    verdict = "met" if dearest[1] <= OURS_AT_MOST else "MISSED"
    out.print(
        f"dearest of our page-level cleaners: {dearest[0]}, {dearest[1]:.2f} of segmentation "
        f"(target: at most {OURS_AT_MOST:.2f}, {verdict})",
        markup=False,
    )


def _items(pages: Sequence[Page]) -> list[CleanerInput]:
    return [CleanerInput(page, blocks, columns(blocks)) for page in pages for blocks in [segment(page.html)]]


def _measured(cleaner: Cleaner, pages: Sequence[Page]) -> tuple[float, int]:
    """Seconds for all pages, fitting included, and on how many the cleaner failed; cutting is not counted."""
    best, failed = float("inf"), 0
    for _ in range(ROUNDS if cleaner.requires is None else 1):
        items = _items(pages)  # new ones: what cleaners know of a page is kept with it
        for item in items:
            _ = item.html
        failed = 0
        start = time.perf_counter()
        label = fit([cleaner], lambda items=items: items)[cleaner.name] if cleaner.fit else cleaner.label
        for item in items:
            try:
                label(item)  # type: ignore[misc]
            except Exception:
                failed += 1
        best = min(best, time.perf_counter() - start)
    return best, failed


def _held(name: str, items: Sequence[CleanerInput]) -> float:
    """Share of the letters of an extractor's text that the blocks found in it hold."""
    found = letters = 0
    for item in filter(lambda item: len(item.blocks), items):
        try:
            alignment = aligned(name, item)
        except Exception:
            continue
        found, letters = found + alignment.found, letters + alignment.letters
    return found / max(letters, 1)


def _best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def _row(cells: Sequence[str]) -> None:
    out.print(f"{cells[0]:<26}" + "".join(f"{cell:>11}" for cell in cells[1:]), markup=False, soft_wrap=True)


if __name__ == "__main__":
    main()
