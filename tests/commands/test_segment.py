"""bpsearch segment, as a user runs it."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

PAGE = (
    "<html><head><title>News &amp; more</title></head><body><ul><li><a href=/>Home</a><li><a href=/x>About us</a></ul>"
    "<p>The first paragraph of the article has a <b>bold</b> claim, and <a href=/y>a link</a> to another page.</p>"
    "<p>It ends &lt;here&gt;.</p></body></html>"
)


def run(*arguments: object, stdin: bytes = b"", code: int = 0) -> tuple[str, str]:
    """What the program prints to its two outputs."""
    command = [sys.executable, "-m", "bpsearch", "segment", *map(str, arguments)]
    done = subprocess.run(command, input=stdin, capture_output=True, check=False)
    out, err = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == code, err
    assert "Traceback" not in err
    return out, err


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "news.html"
    file.write_text(PAGE)
    return file


def test_a_table_for_the_eye(page: Path) -> None:
    out, err = run(page)
    assert "News & more" in out
    assert re.search(r"^ *1 +2 +2 +2\.0 +1\.00 .*About us", out, re.M)
    assert "6 blocks, 22 words" in out
    assert not err


def test_json_lines_have_the_columns_of_each_block(page: Path) -> None:
    out, _ = run(page, "--format", "jsonl")
    blocks = [json.loads(line) for line in out.splitlines()]
    assert [block["position"] for block in blocks] == list(range(6))
    first, link = blocks[0], blocks[4]
    assert {name: first[name] for name in ("page", "text", "words", "tokens", "density", "links", "path")} == {
        **{"page": str(page), "text": "Home", "words": 1, "tokens": 1, "density": 1.0, "links": 1.0},
        "path": ["html", "body", "ul", "li", "a"],
    }
    assert link["text"] == "claim, and a link to another page."
    assert [link["text"][start:end] for start, end in link["link_spans"]] == ["a link"]
    assert blocks[5]["in_p"] is True


def test_the_inline_rule(page: Path) -> None:
    out, _ = run(page, "--rule", "inline", "--format", "jsonl")
    assert [json.loads(line)["words"] for line in out.splitlines()] == [1, 2, 16, 3]


def test_pages_from_gzip_and_standard_input(page: Path, tmp_path: Path) -> None:
    packed = tmp_path / "news.html.gz"
    packed.write_bytes(gzip.compress(PAGE.encode()))
    expected = [json.loads(line)["text"] for line in run(page, "--format", "jsonl")[0].splitlines()]
    out, _ = run(packed, "-", "--format", "jsonl", stdin=PAGE.encode())
    records = [json.loads(line) for line in out.splitlines()]
    assert [record["page"] for record in records] == [str(packed)] * 6 + ["-"] * 6
    assert [record["text"] for record in records] == expected * 2


def test_width_and_charset(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_bytes(b"<meta charset=iso-8859-1><p>" + "größer als vier".encode())
    record = json.loads(run(file, "--format", "jsonl", "--charset", "utf-8", "--width", "10")[0])
    assert (record["text"], record["density"]) == ("größer als vier", 2.0)
    assert "no browser knows it" in run(file, "--charset", "utf-12", code=1)[1]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.blocks: list[dict[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.loads += [value for name, value in attrs if name in ("src", "srcset") or (tag, name) == ("link", "href")]
        if "block" in (given.get("class") or "").split():
            self.blocks.append(given)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_html_view_is_one_file_with_all_blocks(page: Path, tmp_path: Path) -> None:
    target = tmp_path / "new" / "view.html"
    out, err = run(page, page, "--format", "html", "--output", target)
    assert not out
    assert f"written to {target}" in err
    assert [file.name for file in target.parent.iterdir()] == ["view.html"]
    html = target.read_text()
    reader = _Reader()
    reader.feed(html)
    assert not reader.loads and "http" not in html.replace("http-equiv", "")
    assert [block["data-words"] for block in reader.blocks] == ["1", "2", "8", "1", "7", "3"] * 2
    assert "It ends <here>." in reader.text
    assert {block["id"] for block in reader.blocks} == {f"b{number}-{block}" for number in (0, 1) for block in range(6)}
    assert "{{" not in html


def test_a_hostile_page_stays_text(tmp_path: Path) -> None:
    file = tmp_path / "hostile.html"
    title = b"<title>&lt;script>{{pages}}&lt;/script></title>"
    file.write_bytes(title + b"<p>&lt;script>alert(1)&lt;/script> \x1b[31mred {{title}}")
    table, _ = run(file)
    assert "\x1b" not in table
    html, _ = run(file, "--format", "html")
    assert "<script>alert" not in html and "<script>{{pages}}" not in html
    assert "{{title}}" in html


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["{folder}/missing.html"], b"", "no such file"),
        (["{folder}"], b"", "a folder"),
        (["-"], b"\x1f\x8b\x08broken", "damaged gzip data"),
        (["-", "--output", "{folder}"], b"x", "is a directory"),
    ],
)
def test_errors_say_what_is_wrong(arguments: list[str], stdin: bytes, message: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bpsearch", "segment", *(given.format(folder=tmp_path) for given in arguments)]
    done = subprocess.run(command, input=stdin, capture_output=True, check=False)
    assert done.returncode in (1, 2)
    printed = " ".join(re.sub(r"[│╭╮╰╯─]", " ", done.stderr.decode()).split())
    assert message in printed
    assert "Traceback" not in printed


def test_an_empty_page_is_noted_and_not_an_error(tmp_path: Path) -> None:
    file = tmp_path / "empty.html"
    file.write_bytes(b"")
    for form in ("table", "jsonl", "html"):
        out, err = run(file, "--format", form)
        assert "no text in it" in err
        assert bool(out) == (form != "jsonl")


def test_a_terminal_that_knows_ascii_only_gets_no_traceback(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>Größe – naïve</p>" * 3, encoding="utf-8")
    command = [sys.executable, "-m", "bpsearch", "segment", str(page)]
    done = subprocess.run(command, capture_output=True, env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0 and done.stderr == b""
    assert b"Gr??e ? na?ve" in done.stdout


def test_pages_are_printed_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>first")
    command = [sys.executable, "-m", "bpsearch", "segment", "--format", "jsonl", "a.html", "missing.html"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1
    assert '"text": "first"' in done.stdout and "missing.html: no such file" in done.stderr
