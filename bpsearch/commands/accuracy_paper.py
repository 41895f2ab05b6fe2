"""bpsearch accuracy --paper l3s-gn1: the tables and figures of the WSDM paper, beside the paper's numbers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from bpsearch.console import err, out, progress
from bpsearch.errors import BpsearchError

if TYPE_CHECKING:
    from bpsearch.cleaners.records import Cleaner
    from bpsearch.labelled.exhibits import Exhibit
    from bpsearch.labelled.records import Corpus
    from bpsearch.labelled.table2 import Result

PAPERS = ("l3s-gn1",)


def reproduce(corpora: list[Corpus], cleaners: list[Cleaner], folder: Path) -> None:
    """Print all tables and write each table and figure to the folder, as CSV and as pictures."""
    from bpsearch.commands.output import emit
    from bpsearch.report.accuracy_plots import plot_exhibit

    news = [corpus for corpus in corpora if corpus.format == "l3s"]
    if not news:
        raise BpsearchError("--paper l3s-gn1 needs your copy of L3S-GN1 among the corpora (and takes CleanEval, too)")
    for exhibit in _exhibits(news[0], corpora, cleaners):
        if exhibit.table is not None:
            out.print(exhibit.table)
        emit(exhibit.records, [], form="csv", output=folder / f"{exhibit.name}.csv")
        for path in plot_exhibit(exhibit.name, exhibit.records, folder):
            err.print(f"written to {path}", markup=False)


def _exhibits(news: Corpus, corpora: list[Corpus], cleaners: list[Cleaner]) -> Iterator[Exhibit]:
    from bpsearch.commands.accuracy import measure_all
    from bpsearch.labelled import exhibits

    yield exhibits.table_1(news)
    for classes in (2, 4):
        yield exhibits.table_2(_table_2(news, classes), classes)
        yield exhibits.figure_1(news, classes)
    for corpus in corpora:
        yield exhibits.figure_2(corpus, measure_all(corpus, cleaners, 2, cleaneval=False))
        if corpus.format == "cleaneval":
            yield exhibits.density_figure(corpus, f"figure3-{corpus.name}")
    yield exhibits.figure_4(news)
    yield exhibits.density_figure(news, "figure5")
    yield exhibits.writers(news)


def _table_2(corpus: Corpus, classes: int) -> list[Result]:
    from bpsearch.labelled.table2 import table2
    from bpsearch.labelled.table2_rows import CLASSIFIERS

    results = []
    with progress() as display:
        task = display.add_task(f"Table 2, {classes} classes", total=len(CLASSIFIERS), note=CLASSIFIERS[0].name)
        for result in table2(corpus, classes):
            results.append(result)
            following = CLASSIFIERS[len(results)].name if len(results) < len(CLASSIFIERS) else ""
            display.update(task, advance=1, note=following)
    return results
