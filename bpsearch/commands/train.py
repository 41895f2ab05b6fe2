"""bpsearch train: the model of a cleaner, from pages that people have labelled."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from bpsearch.commands.output import emit
from bpsearch.console import err, out, progress
from bpsearch.errors import BpsearchError

if TYPE_CHECKING:
    from bpsearch.labelled.rows import Numbers
    from bpsearch.labelled.training import Examples, Tested


def train(
    corpora: Annotated[
        list[Path], typer.Argument(metavar="CORPUS…", help="Labelled pages, in any form that bpsearch accuracy takes.")
    ],
    cleaner: Annotated[str, typer.Option(help="What learns: texrex (a perceptron) or boosted (trees).")] = "texrex",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The model to write, such as models/texrex.npz; without it, only test."),
    ] = None,
    content: Annotated[
        Literal["labelled", "article"],
        typer.Option(help="What is content: all that is labelled as some, or headlines and full text alone."),
    ] = "labelled",
    by: Annotated[
        Literal["site", "corpus"],
        typer.Option(help="Test on other sites, in folds, or on each corpus by a model of the other corpora."),
    ] = "site",
    folds: Annotated[
        int | None, typer.Option(help="Folds of sites; 0 does not test. 10, or as many as there are sites.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same model.")] = 0,
    report: Annotated[
        Path | None, typer.Option(help="A folder for tables and precision and recall over the cutoff, CSV and plot.")
    ] = None,
) -> None:
    r"""Train a cleaner on labelled pages, and say how good it is on sites that it has not seen.

    [bold]bpsearch train l3s-gn1.tar.xz --output models/texrex.npz[/]

    [bold]bpsearch index pages/ --output indexes/mine --cleaners texrex[/]

    [bold]bpsearch search indexes/mine topics.txt --where "boilerplate < 0.4" --output runs/mine.run[/]

    texrex is Schäfer's perceptron over 37 features (LREV 2016); Tables 3 and 4 and Figure 1 of that paper are
    printed beside its own. boosted needs pip install 'bpsearch\[learn]' for training, and numpy alone afterwards.
    Sites are never split: what is learned from one is not tested on it.
    """
    from bpsearch.cleaners.model_files import write_model
    from bpsearch.commands.accuracy import read_corpora
    from bpsearch.labelled import training, training_exhibits
    from bpsearch.labelled.learners import learner_of

    learner = learner_of(cleaner)
    if folds is not None and (folds < 0 or folds == 1):
        raise BpsearchError(f"--folds is 0 (no test) or at least 2, not {folds}")
    if by == "corpus" and folds is not None:
        raise BpsearchError("--by corpus has a fold for each corpus; --folds is for --by site")
    if output is None and folds == 0:
        raise BpsearchError("neither a model nor a test is asked for; give --output models/NAME.npz, or folds")
    if report is not None and folds == 0:
        raise BpsearchError("--report is about a test, and --folds 0 means none")
    if output is not None and output.is_dir():
        raise BpsearchError(f"--output {output} is a folder; give a file, such as {output / cleaner}.npz")
    given = training.examples(learner, [read_corpora([path]) for path in corpora], content == "article")
    exhibits = []
    if folds != 0:
        fold = training.folds_by_corpus(given) if by == "corpus" else _site_folds(given, folds)
        if fold is not None:
            way = "each corpus by a model of the others" if by == "corpus" else f"{int(fold.max()) + 1} folds by site"
            exhibits = training_exhibits.training_exhibits(given, _tested(given, fold, seed), way)
    if output is not None:
        fitted, model = training.train(given, seed)
        write_model(output, model)
        exhibits.append(training_exhibits.time_exhibit(given, *training.milliseconds(given, fitted)))
    for exhibit in exhibits:
        if exhibit.table is not None:
            out.print(exhibit.table)
        if report is not None:
            emit(exhibit.records, [], form="csv", output=report / f"{exhibit.name}.csv")
            _plot(exhibit.name, exhibit.records, report)
    if output is not None:
        err.print(f"written to {output}", markup=False)


def _site_folds(given: Examples, folds: int | None) -> Numbers | None:
    from bpsearch.labelled.training import folds_by_site

    if folds is None and len(given.sites) < 3:
        err.print(f"not tested: to hold sites out takes three of them, and there are {len(given.sites)}", markup=False)
        return None
    return folds_by_site(given, folds or 0)


def _tested(given: Examples, fold: Numbers, seed: int) -> Tested:
    from bpsearch.labelled.training import test

    with progress() as display:
        task = display.add_task(f"testing {given.learner.cleaner}", total=int(fold.max()) + 1, note="folds")
        return test(given, fold, seed, lambda: display.advance(task))


def _plot(name: str, records: list[dict[str, object]], folder: Path) -> None:
    from bpsearch.report.accuracy_plots import plot_exhibit

    for path in plot_exhibit(name, records, folder):
        err.print(f"written to {path}", markup=False)
