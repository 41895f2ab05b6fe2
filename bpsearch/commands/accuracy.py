"""bpsearch accuracy: cleaners against human labels."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import RenderableType

from bpsearch.commands.accuracy_paper import PAPERS, reproduce
from bpsearch.commands.output import Format, emit
from bpsearch.console import err, progress
from bpsearch.errors import BpsearchError

if TYPE_CHECKING:
    from bpsearch.cleaners.records import Cleaner
    from bpsearch.labelled.accuracy import Accuracy
    from bpsearch.labelled.records import Corpus


def accuracy(
    corpora: Annotated[
        list[Path],
        typer.Argument(
            metavar="CORPUS…",
            help="Your copy of L3S-GN1, CleanEval or CleanPortalEval (the folder or its archive), a folder with html/ "
            "and gold/, or JSON lines with id, html and labels (one class per block) or text.",
        ),
    ],
    cleaner: Annotated[
        list[str] | None, typer.Option(help="Cleaners, with commas or repeated; a file.py:function is one, too.")
    ] = None,
    all_cleaners: Annotated[bool, typer.Option("--all", help="Every installed cleaner; so it is by itself.")] = False,
    classes: Annotated[int, typer.Option(help="2: content, boilerplate; 4: full text, headline, supplemental.")] = 2,
    cleaneval: Annotated[
        bool, typer.Option("--cleaneval/--no-cleaneval", help="Also the measure of CleanEval, which takes longest.")
    ] = True,
    paper: Annotated[
        str | None,
        typer.Option(help="l3s-gn1: the tables and figures of the WSDM 2010 paper; give L3S-GN1 and CleanEval."),
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="For people, or for programs.")] = "table",
    output: Annotated[Path | None, typer.Option(help="Write to this file (with --paper: to this folder).")] = None,
) -> None:
    """Measure cleaners on pages that people have labelled.

    [bold]bpsearch accuracy l3s-gn1.tar.xz --cleaner bte,words-links[/]

    By blocks: precision, recall, F1, false positive rate and ROC AuC, weighted by
    the words of a block and averaged over classes as in Weka (Kohlschütter et al.,
    WSDM 2010). By text: F1 over bags of tokens, mean and median over pages. And
    precision, recall and F of CleanEval, from aligned words with segment marks.

    [bold]bpsearch accuracy l3s-gn1.tar.xz cleaneval-en.tar.xz --paper l3s-gn1 --output paper/[/]

    Tables 1 and 2, Figures 1 to 5 and the fits of section 5.2, each beside the paper's
    numbers, as CSV and pictures. What is learned is tested on other sites (minutes).

    Where the gold is text, it is aligned to blocks first; how much of it was found is
    said above the table.
    """
    from bpsearch.cleaners.registry import get_all
    from bpsearch.labelled import show
    from bpsearch.labelled.records import PROBLEMS

    if classes not in PROBLEMS:
        raise BpsearchError(f"--classes is {' or '.join(map(str, PROBLEMS))}, not {classes}")
    if cleaner and all_cleaners:
        raise BpsearchError("--cleaner names some, --all means all; use one of them")
    if paper is not None and paper not in PAPERS:
        raise BpsearchError(f"--paper is {' or '.join(PAPERS)}, not {paper}")
    if output is not None and output.exists() and output.is_dir() != (paper is not None):
        expected = "is a file, and --paper writes a folder" if paper else "is a folder; give a file, such as all.csv"
        raise BpsearchError(f"--output {output} {expected}")
    chosen = get_all(cleaner_names(cleaner))
    if paper is not None:
        read = read_corpora(corpora)
        for corpus in read:
            _note_known_sites(corpus, chosen)
        reproduce(read, chosen, output or Path(f"paper-{paper}"))
        return
    tables: list[RenderableType] = []
    records: list[dict[str, object]] = []
    for corpus in read_corpora(corpora):
        rows = measure_all(corpus, chosen, classes, cleaneval)
        tables += show.accuracy_tables(corpus, rows, classes)
        records += show.accuracy_records(corpus, rows, classes)
        _note_known_sites(corpus, chosen)
        for row in rows:
            if row.failures:
                first = row.failures[0]
                note = f"{row.cleaner} failed on {len(row.failures)} pages, first on {first.page}: {first.reason}"
                err.print(note, markup=False)
    emit(records, tables, form=form, output=output)


def _note_known_sites(corpus: Corpus, cleaners: list[Cleaner]) -> None:
    """Say where a cleaner has learned from sites that it is measured on."""
    pages = [page.site for page in corpus.pages]
    for cleaner in cleaners:
        known = set(cleaner.learned().get("sites", ())) if cleaner.learned else set()
        count = sum(site in known for site in pages)
        if count:
            note = f"{cleaner.name} learned from the sites of {count} of the {len(pages)} pages of {corpus.name}"
            err.print(f"{note}; bpsearch train measures it on other sites", markup=False, soft_wrap=True)


def cleaner_names(given: list[str] | None) -> list[str]:
    """The names in options that may be repeated and have commas; all, where there are none."""
    return [name for names in given or ["all"] for name in names.split(",")]


def read_corpora(paths: list[Path]) -> list[Corpus]:
    """Read all labelled corpora at these paths, with a display of how far it is."""
    from bpsearch.labelled.opening import open_corpora

    corpora: list[Corpus] = []
    with progress() as display:
        task = display.add_task("reading pages", total=None, note="")
        for path in paths:
            display.update(task, note=path.name)
            corpora += open_corpora(path, lambda page: display.advance(task))
    return corpora


def measure_all(corpus: Corpus, cleaners: list[Cleaner], classes: int, cleaneval: bool) -> list[Accuracy]:
    """The accuracy of each cleaner, best text F1 first."""
    from bpsearch.labelled.accuracy import ask, judge
    from bpsearch.labelled.text_measure import TokenBags

    pages = len(corpus.pages)
    with progress() as display:
        task = display.add_task(f"cleaning {corpus.name}", total=pages * len(cleaners), note="")

        def step(name: str) -> None:
            display.update(task, advance=1, note=name)

        answers = ask(corpus, cleaners, step)
        task = display.add_task(f"measuring {corpus.name}", total=pages * len(answers), note="")
        bags = [TokenBags(page) for page in corpus.pages]
        rows = [judge(corpus, given, bags, classes=classes, cleaneval=cleaneval, step=step) for given in answers]
    return sorted(rows, key=lambda row: -row.mean)
