"""The program `bpsearch`: puts the commands together and turns errors into messages."""

from __future__ import annotations

import importlib
import importlib.util
import io
import os
import sys
from typing import Annotated

import typer

from bpsearch import __version__
from bpsearch.console import err, out
from bpsearch.errors import BpsearchError
from bpsearch.lucene.jvm import HEAP_VARIABLE

# Each command is one module of bpsearch.commands with a function of the same name; this is the order of --help.
COMMANDS = (
    "demo",
    "segment",
    "clean",
    "index",
    "info",
    "search",
    "sweep",
    "evaluate",
    "report",
    "export",
    "accuracy",
    "train",
)

app = typer.Typer(
    name="bpsearch",
    help="Which text of a page should my index see? Cut pages into blocks, index every block once, filter by any "
    "column at query time, and measure what that does to P@10 and nDCG@10.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_versions(wanted: bool) -> None:
    if not wanted:
        return
    from bpsearch.lucene import jvm

    versions = jvm.versions()
    out.print(f"bpsearch {__version__} (Lucene {versions.lucene}, Java {versions.java})")
    raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_versions, is_eager=True, help="Versions of bpsearch, Lucene and Java."
        ),
    ] = False,
    heap: Annotated[
        str | None,
        typer.Option(envvar=HEAP_VARIABLE, help="Memory for Lucene's JVM in each process, such as 512m or 4g (2g)."),
    ] = None,
) -> None:
    """Options that come before a command."""
    if heap:
        os.environ[HEAP_VARIABLE] = heap  # also for worker processes


for _name in COMMANDS:
    if importlib.util.find_spec(f"bpsearch.commands.{_name}") is None:
        continue
    _module = importlib.import_module(f"bpsearch.commands.{_name}")
    app.command(_name, no_args_is_help=getattr(_module, "NEEDS_ARGUMENTS", True))(getattr(_module, _name))


def main() -> None:
    """Run the program; errors meant for the user become one message and exit code 1."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may know ASCII only
    try:
        app()
    except SystemExit as end:
        if end.code == 130:  # what typer makes of Ctrl-C
            _complain("interrupted")
        raise
    except BrokenPipeError:  # the reader of our output went away, as in `bpsearch segment … | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except MemoryError:
        _complain("error: there is not enough memory; ask for less at once (--hits, thresholds, --workers)")
        sys.exit(1)
    except (BpsearchError, OSError) as error:
        _complain(f"error: {error}")
        sys.exit(1)


def _complain(message: str) -> None:
    err.print(message, style="bold red" if err.is_terminal else "", markup=False, soft_wrap=True)
