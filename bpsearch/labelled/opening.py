"""Open a labelled corpus: a folder, an archive of it, or JSON lines; the format is found by looking."""

from __future__ import annotations

import tarfile
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from bpsearch.errors import InputError
from bpsearch.labelled import jsonl
from bpsearch.labelled.gold_text import read_cleaneval_pages, read_pairs
from bpsearch.labelled.l3s_corpus import read_l3s
from bpsearch.labelled.records import Corpus, LabelledPage


class Format(NamedTuple):
    """A folder that has all these entries is read so."""

    name: str
    entries: tuple[str, ...]
    read: Callable[[Path], Iterator[LabelledPage]]
    corpus: str = ""  # its name, unless that of the folder will do


FORMATS = (
    Format("l3s", ("annotated", "original", "url-mapping.txt"), read_l3s, "L3S-GN1"),
    Format("cleaneval", ("input", "GoldStandard"), read_cleaneval_pages),
    Format("pairs", ("html", "gold"), read_pairs),
)
_EXPECTED = (
    "L3S-GN1 (annotated/, original/ and url-mapping.txt), CleanEval or CleanPortalEval (input/ and GoldStandard/), "
    "a folder with html/ and gold/, or a file of JSON lines"
)

OnPage = Callable[[LabelledPage], object]


def open_corpora(path: str | Path, on_page: OnPage = lambda page: None) -> list[Corpus]:
    """The labelled corpora at a path: the folder itself, folders in it, an archive of them, or a .jsonl file."""
    place = Path(path)
    if not place.exists():
        raise InputError(place, f"no such file or folder; expected {_EXPECTED}")
    if place.name.endswith(jsonl.SUFFIXES):
        corpora = [Corpus(place.name.split(".")[0], "jsonl", _read(jsonl.read_jsonl(place), on_page))]
    else:
        with _folder(place) as folder:
            corpora = [
                Corpus(form.corpus or found.name, form.name, _read(form.read(found), on_page))
                for found, form in _recognised(folder)
            ]
    if not any(corpus.pages for corpus in corpora):
        raise InputError(place, f"no labelled pages here; expected {_EXPECTED}")
    return corpora


def _read(pages: Iterator[LabelledPage], on_page: OnPage) -> list[LabelledPage]:
    read = []
    for page in pages:
        read.append(page)
        on_page(page)
    return read


def _recognised(folder: Path) -> list[tuple[Path, Format]]:
    """The corpora in a folder: itself, or those among its subfolders."""
    candidates = (folder, *sorted(entry for entry in folder.iterdir() if entry.is_dir()))
    found = [
        (candidate, form)
        for candidate in candidates
        for form in FORMATS
        if all((candidate / entry).exists() for entry in form.entries)
    ]
    return found[:1] if found and found[0][0] == folder else found


@contextmanager
def _folder(place: Path) -> Iterator[Path]:
    if place.is_dir():
        yield place
        return
    with tempfile.TemporaryDirectory(prefix="bpsearch-") as unpacked:
        try:
            with tarfile.open(place) as archive:
                archive.extractall(unpacked, filter="data")
        except (tarfile.TarError, EOFError, OSError) as error:
            raise InputError(place, f"cannot be unpacked ({error}); expected {_EXPECTED}") from error
        yield Path(unpacked)
