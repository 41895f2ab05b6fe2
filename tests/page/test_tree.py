"""Paths: the elements around a block, with the end tags that HTML lets authors leave out."""

from __future__ import annotations

import pytest

from bpsearch.page import segment
from bpsearch.page.tree import DEEPEST


@pytest.mark.parametrize(
    ("html", "path"),
    [
        ("x", ""),
        ("<html><head><title>t</title><body><p>x", "html body p"),
        ("<html><head><meta>x", "html"),
        ("<p>one<p>x", "p"),
        ("<p>one<div>x", "div"),
        ("<p><b>one<ul><li>x", "ul li"),
        ("<ul><li>one<li>x", "ul li"),
        ("<ul><li><div>one<li>x", "ul li"),
        ("<ul><li>one<ul><li>x", "ul li ul li"),
        ("<dl><dt>one<dd>x", "dl dd"),
        ("<table><tr><td>one<td>x", "table tr td"),
        ("<table><tr><td>one<tr><td>x", "table tr td"),
        ("<table><thead><tr><td>one<tbody><tr><td>x", "table tbody tr td"),
        ("<div><table><tr><td>one</div>x", "div table tr td"),
        ("<div><table><tr><td><p>one</table>x", "div"),
        ("<div><b>one</div>x", ""),
        ("<b><div>one</b>x", "b div"),
        ("<h1>one<h2>x", "h2"),
        ("<a href=y>one<br><a href=z>x", "a"),
        ("<p><a href=y>x</a>", "p a"),
        ("<p>one <a href=y>x</a>", "p"),
        ("<p><a href=y>x</a> two", "p"),
        ("<p><a href=y>one</a> <a href=z>x</a>", "p"),
        ("<div>one</div></div></p></body></html>x", ""),
        ("<body><div>one</div></body>x", "body"),
        ("<body><div><body><p>x", "body div p"),
        ("<DIV><Custom-Tag><br><img>x", "div custom-tag"),
        ("<div><script>var</script>x", "div"),
    ],
)
def test_path(html: str, path: str) -> None:
    blocks = segment(html)
    assert blocks.path(len(blocks) - 1) == path.split()


def test_the_inline_rule_takes_the_element_around_all_of_a_block() -> None:
    blocks = segment("<p><b>one <i>two</i></b> three<p><b>four</b>", rule="inline")
    assert [blocks.path(0), blocks.path(1)] == [["p"], ["p", "b"]]


def test_parents_come_before_their_children() -> None:
    blocks = segment("<html><body><ul><li>one<li><p>two<script>x</script></ul><p>three")
    assert list(blocks.element_names) == ["html", "body", "ul", "li", "li", "p", "script", "p"]
    assert list(blocks.element_parents) == [-1, 0, 1, 2, 2, 4, 5, 1]
    assert list(blocks.elements) == [3, 5, 7]


def test_no_path_is_deeper_than_a_browser_allows() -> None:
    blocks = segment("<div>" * 100_000 + "deep")
    assert len(blocks.path(0)) == DEEPEST
    assert len(blocks.element_names) == 100_000
