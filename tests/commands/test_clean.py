from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bpsearch.cli import app
from bpsearch.errors import BpsearchError, InputError

LINES = [f"Paragraph {n} of the article has more words than anything else on this page has." for n in range(4)]
ARTICLE = "".join(f"<p>{line}</p>" for line in LINES)
PAGE = f"<title>News</title><ul><li><a href='/'>Home</a><li><a href='/a'>About</a></ul><div>{ARTICLE}</div><p>Contact"


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "a.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "site" / "b.html").write_text("<p>One.</p><p>—</p><p>Žluťoučký kůň</p>", encoding="utf-8")
    (tmp_path / "own.py").write_text("def linked(blocks):\n    return [len(spans) / 1.0 for spans in blocks.links]\n")
    return tmp_path


def run(*arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(app, ["clean", *arguments], input=stdin, catch_exceptions=False)


def records(*arguments: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in run(*arguments).stdout.splitlines()]


def test_prints_the_kept_blocks(pages: Path) -> None:
    assert run("site/a.html", "--cleaner", "bte").stdout.splitlines() == LINES


def test_pages_are_separated_by_an_empty_line_and_stdin_is_a_page(pages: Path) -> None:
    result = run("site/b.html", "-", "-c", "min-words-10", stdin=b"<p>a b c d e f g h i j</p>")
    assert result.stdout == "\n\na b c d e f g h i j\n"


def test_json_lines_have_the_text_of_each_page(pages: Path) -> None:
    assert records("site", "-c", "own.py:linked", "--format", "jsonl") == [
        {"id": "a.html", "contents": "Home\nAbout"},
        {"id": "b.html", "contents": ""},
    ]


def test_every_block_says_why(pages: Path) -> None:
    assert records("site/a.html", "-c", "justext", "--format", "blocks")[0] == {
        "page": "a.html", "position": 0, "text": "Home", "words": 1, "density": 1.0, "links": 1.0,
        "kept": False, "justext_class": "bad",
    }  # fmt: skip
    scores = records("site/a.html", "-c", "own.py:linked", "--format", "blocks")
    assert [(block["kept"], block["linked"]) for block in scores][:3] == [(True, 1.0), (True, 1.0), (False, 0.0)]


def test_the_rule_of_blocks_can_be_chosen(pages: Path) -> None:
    (pages / "bold.html").write_text("<p>some <b>bold</b> text</p>")
    assert run("bold.html", "-c", "onion").stdout == "some\nbold\ntext\n"
    assert run("bold.html", "-c", "onion", "--rule", "inline").stdout == "some bold text\n"


def test_what_was_learned_is_written_once_and_read_after(pages: Path) -> None:
    words = "It is said that in the {} of the {} there was one who had been to all of these and was in it all his life."
    for number in range(8):
        text = "".join(f"<p>{words.format(f'town{number}', f'river{part}')}</p>" for part in range(6))
        lead = f"<div class='lead'><p>{words.format('lead', 'story')}</p></div>"
        (pages / "site" / f"{number}.html").write_text(f"<body>{lead}<div id='article'>{text}</div>{lead}</body>")
    url = ("--url", "http://portal.example/")
    arguments = ("site", "-c", "goldminer", *url, "--learned", "learned.json", "--format", "jsonl")
    first = run(*arguments)
    learned = json.loads((pages / "learned.json").read_text())
    assert learned["portal.example"][0]["pages"] == 8
    assert "lead" not in first.stdout and first.stdout.count("town") == 48
    again = run(*arguments)
    assert again.stdout == first.stdout and "learned:" in first.stderr and "learned:" not in again.stderr
    (pages / "learned.json").write_text("[1]")
    with pytest.raises(InputError, match="not what goldminer writes"):
        run(*arguments)


def test_lists_all_cleaners_with_their_sources() -> None:
    listed = run("--list").stdout
    for wanted in ("words-links", "justext[:LANGUAGE]", "class justext_class", "Finn, Kushmerick, Smyth", "GoldMiner"):
        assert wanted in listed


def test_a_failure_is_told_and_leaves_the_page_empty(pages: Path) -> None:
    (pages / "picky.py").write_text("def picky(blocks):\n    return [1 / (text != '—') > 0 for text in blocks.texts]\n")
    result = run("site", "-c", "picky.py:picky", "--format", "jsonl")
    contents = [json.loads(line)["contents"] for line in result.stdout.splitlines()]
    assert contents[0].startswith("Home\n") and contents[1] == ""
    assert "b.html: picky failed, no block has a verdict (ZeroDivisionError" in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "which pages"),
        (("nowhere.html",), "no such file"),
        (("site", "-c", "word-link"), "did you mean words-links"),
        (("site", "-c", "bte", "--learned", "x.json"), "learns nothing"),
    ],
)
def test_mistakes_are_explained(pages: Path, arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(BpsearchError, match=message):
        run(*arguments, "--rule", "atomic")


def test_export_by_a_cleaners_column_is_what_clean_prints(pages: Path) -> None:
    """So the index filtered by the column ranks as an index of cleaned pages does."""
    runner = CliRunner()
    names = ["bte", "words-links", "main-content-density", "justext", "boilerpipe", "tree", "resiliparse"]
    names += ["trafilatura", "readability", "onion"]
    for number in range(3):
        (pages / "site" / f"more{number}.html").write_text(PAGE.replace("article", f"article {number} <i>in</i> print"))
    indexing = ["index", "site", "--output", "made", "--cleaners", ",".join(names), "--workers", "1"]
    runner.invoke(app, indexing, catch_exceptions=False)
    for name in names:
        column = name.replace("-", "_")
        exporting = ["export", "made", "--where", column, "--format", "jsonl", "--output", f"{name}.jsonl"]
        runner.invoke(app, exporting, catch_exceptions=False)
        exported = [json.loads(line) for line in (pages / f"{name}.jsonl").open(encoding="utf-8")]
        assert exported == records("site", "-c", name, "--format", "jsonl"), name
