"""CleanEval and CleanPortalEval: pages with gold text, and the measure of seed 002 (sections II.E and IV).

    python -m bpsearch.labelled.cleaneval CleanPortalEval --cleaner bte,justext,goldminer
    python -m bpsearch.labelled.cleaneval CleanPortalEval --outputs cleanPortalEvalResults
"""

from __future__ import annotations

import html as entities
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from bpsearch.cleaners.labelling import fit, label_page, prepare
from bpsearch.cleaners.paragraphs import containers, paragraphs
from bpsearch.cleaners.records import KEEP, Cleaner, CleanerInput, Failure, Verdict
from bpsearch.cleaners.registry import get_all
from bpsearch.errors import InputError
from bpsearch.page import Blocks, Page

# F-score, precision and recall that seed 002 reports: Table II (CleanEval) and Table III (CleanPortalEval).
Published = dict[str, tuple[float, float, float]]
PUBLISHED: dict[str, Published] = {
    "CleanEval": {
        "justext": (93.61, 95.29, 91.99),
        "justext+onion": (93.24, 95.51, 91.08),
        "goldminer": (93.40, 95.32, 91.55),
        "goldminer+onion": (93.08, 95.49, 90.78),
        "boilerpipe": (83.49, 95.15, 74.38),
        "bte": (91.09, 90.50, 91.68),
    },
    "CleanPortalEval": {
        "justext": (87.26, 78.82, 97.72),
        "justext+onion": (91.16, 86.48, 96.38),
        "goldminer": (98.32, 98.50, 98.15),
        "goldminer+onion": (97.77, 98.48, 97.07),
        "boilerpipe": (90.68, 92.91, 88.56),
        "bte": (81.63, 71.20, 95.64),
    },
}
# Their name of the tool that each of our cleaners is to be compared with.
COUNTERPARTS = {
    "bte": "bte",
    "boilerpipe": "boilerpipe",
    "justext": "justext",
    "justext-lenient": "justext",
    "onion:justext-lenient": "justext+onion",
    "goldminer": "goldminer",
    "onion:goldminer": "goldminer+onion",
}

_HEADER = re.compile(rb'\s*<text id="([^"]*)"[^>]*?(?:\sencoding="([^"]*)")?\s*>')
_FOOTER = re.compile(rb"</text>\s*\Z")
_URL_LINE = re.compile(r"^\s*URL.*$", re.M)
_CONTROL = re.compile(r"[\x00-\x1f]+")
_MARKER = re.compile(r"<[phl]>", re.I)
_SPACE = re.compile(r"\s+", re.A)
_MARKERS = {"li": "<l>", "dt": "<l>", "dd": "<l>"} | {f"h{level}": "<h>" for level in range(1, 7)}


class CleanEvalPage(NamedTuple):
    """A page and the text that a person would keep of it, with `<h>`, `<p>` and `<l>` before its segments."""

    id: str
    html: bytes
    url: str | None
    charset: str | None
    gold: str

    @property
    def page(self) -> Page:
        """The page as the cleaners take it."""
        return Page(self.id, self.html, self.url, self.charset)


class Matched(NamedTuple):
    """Words that the cleaned text shares with the gold text, words too many, and words missing."""

    shared: int = 0
    surplus: int = 0
    missing: int = 0

    def plus(self, other: Matched) -> Matched:
        """Both together: the measure adds up words over all pages."""
        return Matched(self.shared + other.shared, self.surplus + other.surplus, self.missing + other.missing)

    @property
    def precision(self) -> float:
        """Share of the cleaned text that is gold."""
        return self.shared / max(self.shared + self.surplus, 1)

    @property
    def recall(self) -> float:
        """Share of the gold text that was kept."""
        return self.shared / max(self.shared + self.missing, 1)

    @property
    def f_score(self) -> float:
        """Harmonic mean of precision and recall."""
        return 2 * self.shared / max(2 * self.shared + self.surplus + self.missing, 1)


def read_cleaneval(folder: str | Path) -> Iterator[CleanEvalPage]:
    """The pages of `input/` that have a text in `GoldStandard/`, in order of their names."""
    inputs, golds = Path(folder) / "input", Path(folder) / "GoldStandard"
    if not inputs.is_dir() or not golds.is_dir():
        raise InputError(folder, "expected the folders input/ and GoldStandard/, as CleanEval has them")
    for file in sorted(inputs.glob("*.html")):
        gold = golds / f"{file.stem}.txt"
        if gold.is_file():
            yield _page(file.stem, file.read_bytes(), gold.read_bytes())


def words(text: str) -> list[str]:
    """The words that are compared; segment markers count as words, and the line with the URL does not.

    An empty word stands at either end of most texts, as in the script of S. Evert that seed 002 used.
    """
    text = _CONTROL.sub(" ", _URL_LINE.sub("", text))
    return _SPACE.split(_MARKER.sub(lambda marker: f" {marker[0]} ", text))


def compare(text: str, gold: str) -> Matched:
    """Align cleaned text and gold text word by word, as `diff` would, and count."""
    ours, theirs = words(text), words(gold)
    blocks = SequenceMatcher(None, ours, theirs).get_matching_blocks()
    shared = sum(block.size for block in blocks)
    return Matched(shared, len(ours) - shared, len(theirs) - shared)


def total(counts: Iterable[Matched]) -> Matched:
    """The counts of all pages together."""
    together = Matched()
    for count in counts:
        together = together.plus(count)
    return together


def marked_text(blocks: Blocks, verdict: Verdict) -> str:
    """The kept blocks in the form of CleanEval: a marker, `<h>`, `<l>` or `<p>`, starts each paragraph."""
    pieces: list[str] = []
    last = -1
    places = zip(paragraphs(blocks), containers(blocks), strict=True)
    for text, kept, (paragraph, container) in zip(blocks.texts, verdict, places, strict=True):
        if kept != KEEP:
            continue
        if paragraph != last:
            name = blocks.element_names[container] if container >= 0 else ""
            pieces.append("\n" + _MARKERS.get(name, "<p>"))
            last = paragraph
        pieces.append(text)
    return " ".join(pieces)


def compare_outputs(outputs: str | Path, golds: str | Path, *, as_published: bool = False) -> list[Matched]:
    """The measure on files that another tool wrote, read as we read gold texts.

    `as_published` compares bytes, with character references as they are: so seed 002 did.
    """
    read = _latin_1 if as_published else read_text
    return [
        compare(read(file.read_bytes()), read(gold.read_bytes()))
        for file in sorted(Path(outputs).glob("*.txt"))
        if (gold := Path(golds) / file.name).is_file()
    ]


def score_cleaners(
    folder: str | Path, cleaners: Sequence[Cleaner], on_failure: Callable[[Failure], object]
) -> dict[str, list[Matched]]:
    """The measure of each cleaner on each page; collection-level ones learn from the pages of the folder first."""

    def items() -> Iterator[CleanerInput]:
        return (prepare(entry.page) for entry in read_cleaneval(folder))

    fitted = fit(cleaners, items)
    scores: dict[str, list[Matched]] = {cleaner.name: [] for cleaner in cleaners}
    for entry, item in zip(read_cleaneval(folder), items(), strict=True):
        labels = label_page(cleaners, item, on_failure, fitted)
        for cleaner in cleaners:
            scores[cleaner.name].append(compare(marked_text(item.blocks, cleaner.verdict(labels)), entry.gold))
    return scores


def _page(name: str, html: bytes, gold: bytes) -> CleanEvalPage:
    """Take off the wrapper that CleanEval put around each page; it has the URL and, at times, the charset."""
    header = _HEADER.match(html)
    url = charset = None
    if header:
        url = header[1].decode("utf-8", "replace")
        charset = header[2].decode("ascii", "replace") if header[2] else None
        html = _FOOTER.sub(b"", html[header.end() :])
    return CleanEvalPage(name, html, url, charset, read_text(gold))


def read_text(text: bytes) -> str:
    """Gold texts and outputs are UTF-8 or windows-1252, and some have character references such as `&#8217;`."""
    try:
        decoded = text.decode("utf-8-sig")
    except UnicodeDecodeError:
        decoded = text.decode("cp1252", "replace")
    return entities.unescape(decoded).replace("\xa0", " ")


def _latin_1(text: bytes) -> str:
    return text.decode("latin-1")


def main() -> None:
    """Print precision, recall and F of cleaners, or of files that other tools wrote, beside those of seed 002."""
    import argparse

    parser = argparse.ArgumentParser(prog="python -m bpsearch.labelled.cleaneval", description=main.__doc__)
    parser.add_argument("folder", type=Path, help="CleanEval or CleanPortalEval, with input/ and GoldStandard/")
    parser.add_argument("--cleaner", default=",".join(COUNTERPARTS), help="names, with commas, or all")
    parser.add_argument("--outputs", type=Path, help="the outputs of seed 002, a folder for each tool, instead")
    arguments = parser.parse_args()
    published = PUBLISHED["CleanPortalEval" if "portal" in arguments.folder.name.lower() else "CleanEval"]
    if arguments.outputs:
        own_gold = arguments.outputs / "GoldStandard"
        gold = own_gold if own_gold.is_dir() else arguments.folder / "GoldStandard"
        _print_outputs(arguments.outputs, gold, published)
    else:
        _print_cleaners(arguments.folder, get_all(arguments.cleaner), published)


def _print_cleaners(folder: Path, cleaners: Sequence[Cleaner], published: Published) -> None:
    failures: list[Failure] = []
    scores = score_cleaners(folder, cleaners, failures.append)
    rows = []
    for name, counts in scores.items():
        failed = sum(failure.cleaner == name for failure in failures)
        rows.append((name, len(counts), total(counts), failed, published.get(COUNTERPARTS.get(name, ""))))
    _print(f"Cleaners on {folder.name}, beside the published figures of seed 002", "failed", rows)


def _print_outputs(outputs: Path, golds: Path, published: Published) -> None:
    for as_published in (True, False):
        rows = []
        for tool in sorted(published):
            counts = compare_outputs(outputs / tool, golds, as_published=as_published)
            lacking = len(list(golds.glob("*.txt"))) - len(counts)
            rows.append((tool, len(counts), total(counts), lacking, published[tool]))
        how = "compared byte by byte, as seed 002 did" if as_published else "decoded, as ours are read"
        _print(f"Outputs in {outputs.name}, {how}", "lacking", rows)


def _print(title: str, lacking: str, rows: Iterable[tuple[str, int, Matched, int, tuple[float, ...] | None]]) -> None:
    from bpsearch.console import out

    headings = ("", "pages", lacking, "F", "P", "R", "their F", "P", "R")
    lines = [[*headings]]
    for name, pages, matched, failed, theirs in rows:
        ours = (100 * matched.f_score, 100 * matched.precision, 100 * matched.recall)
        lines.append([name, str(pages), str(failed or ""), *(f"{value:.2f}" for value in (*ours, *(theirs or ())))])
    first = max(len(line[0]) for line in lines)
    out.print(title, markup=False)
    for line in lines:
        out.print(f"{line[0]:<{first}}" + "".join(f"{cell:>8}" for cell in line[1:]), markup=False, soft_wrap=True)


if __name__ == "__main__":
    main()
