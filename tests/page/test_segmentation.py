"""Blocks: where they start and end, what is in them, and what they know about their place."""

from __future__ import annotations

import pickle

import pytest

from bpsearch.page import segment
from bpsearch.page.markup import RULES


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("", []),
        ("just text", ["just text"]),
        ("<p>one<p>two", ["one", "two"]),
        ("one<br>two<hr/>three", ["one", "two", "three"]),
        ("some <b>bold</b> text", ["some", "bold", "text"]),
        ("some <a href=x>linked</a> text", ["some linked text"]),
        ("a<a name=x>b</a>c", ["abc"]),
        ("one<!-- comment -->two", ["onetwo"]),
        ("  white \n\t space\xa0and&nbsp;&#160;more\u3000here ", ["white space and more here"]),
        ("<p>&nbsp;</p><p>&#160;&#xa0;</p><p>text</p>", ["text"]),
        ("&lt;b&gt; &amp;amp; &eacute; &copy 2008 &#8217; &#x41;", ["<b> &amp; é © 2008 ’ A"]),
        ("&bogus; AT&T &", ["&bogus; AT&T &"]),
        ("&#0; &#xD800; &#99999999; &#" + "9" * 5000 + "; x", ["\ufffd \ufffd \ufffd \ufffd x"]),
        ("1 < 2 and 3 > 2 <> x", ["1 < 2 and 3 > 2 <> x"]),
        ("<p title='a > b'>one</p><p title=it's>two</p><p x=\"'>\">three</p>", ["one", "two", "three"]),
        ("<P>one</P><Div>two</dIV><custom-tag>three</custom-tag>", ["one", "two", "three"]),
        ("a<br/>b</br>c<br >d", ["a", "b", "c", "d"]),
        ("one</nothing>two</>three</ four>", ["one", "twothree"]),
        ("<![CDATA[one]]>two<?php echo 'x' ?>three<!DOCTYPE html>", ["twothree"]),
        ("text</html>after<body>all", ["text", "after", "all"]),
        ("<table><tr><td>one<td>two</table>three", ["one", "two", "three"]),
        ("<table>misplaced<tr><td>cell", ["misplaced", "cell"]),
        ("null\0byte", ["nullbyte"]),
        ("unfinished <a href=", ["unfinished"]),
        ("unfinished <", ["unfinished <"]),
        ("unfinished </", ["unfinished </"]),
    ],
)
def test_blocks_are_text_between_tags_other_than_a(html: str, texts: list[str]) -> None:
    assert segment(html).texts == texts


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>var x = '<p>no</p>';</script>",
        "<SCRIPT><!-- document.write('<script>no</script>') --></SCRIPT>",
        "<style>p { color: red }</style>",
        "<noscript><p>no</p></noscript>",
        "<template><p>no</p></template>",
        "<iframe src=x>no</iframe>",
        "<noframes>no</noframes>",
        "<select><option>no<option selected>no</option><optgroup label=x>no</optgroup></select>",
        "<select><option>no",
        "<!-- no > <p>no</p> -->",
        "<!-- no --!>",
        "<title>no</title>",
        "<input value=no><img alt=no><meta content=no>",
    ],
)
def test_what_no_reader_sees_is_no_block(hidden: str) -> None:
    assert segment(f"<p>before</p>{hidden}<p>after</p>").texts == ["before", "after"]


def test_textarea_and_xmp_are_seen_markup_and_all() -> None:
    blocks = segment("a<textarea rows=2><b>bold</b> &amp; more</textarea>b<xmp>&amp; <i></xmp>c")
    assert blocks.texts == ["a", "<b>bold</b> & more", "b", "&amp; <i>", "c"]
    assert [blocks.path(block) for block in range(5)] == [[], ["textarea"], [], ["xmp"], []]


def test_a_comment_that_never_closes_loses_no_text() -> None:
    assert segment("<p>one</p><!-- oops > <p>two</p><!-- again <p>three").texts == ["one", "two", "three"]
    assert segment("<p>one</p><!-- oops > <p>two</p><!-- closed -->").texts == ["one"]


def test_the_inline_rule_joins_over_inline_markup_only() -> None:
    html = "<p>some <b>bo</b>ld and <i> <font color=red>italic</font> </i>text<br>new<span>line</span></p><div>end"
    assert segment(html, rule="inline").texts == ["some bold and italic text", "newline", "end"]
    assert segment(html).texts == ["some", "bo", "ld and", "italic", "text", "new", "line", "end"]


def test_an_unknown_rule_is_refused() -> None:
    with pytest.raises(ValueError, match="atomic, inline"):
        segment("x", rule="loose")


@pytest.mark.parametrize(
    ("html", "text", "links"),
    [
        ("<a href=x>whole</a>", "whole", ["whole"]),
        ("<a href=x> <b></b> spaced </a>", "spaced", ["spaced"]),
        ("see <a href=x>this</a> and <a href=y>that one</a>.", "see this and that one.", ["this", "that one"]),
        ("see<a href=x> this </a>now", "see this now", ["this"]),
        ("see <a href=x> this </a> now", "see this now", ["this"]),
        ("<a href=x>one</a><a href=y>two</a>", "one two", ["one", "two"]),
        ("<a href=x>one</a> | <a href=y>two</a>", "one | two", ["one", "two"]),
        ("<a href=x>one<a href=y>two</a> three", "one two three", ["one", "two"]),
        ("<a href=x></a>none", "none", []),
        ("<a name=x>anchor</a> no link", "anchor no link", []),
        ("<A CLASS=c HREF=x>big</A> case", "big case", ["big"]),
        ("no</a> link", "no link", []),
    ],
)
def test_links_are_where_the_text_of_a_elements_is(html: str, text: str, links: list[str]) -> None:
    blocks = segment(html)
    assert blocks.texts == [text]
    assert [text[start:end] for start, end in blocks.links[0]] == links


def test_links_reach_over_blocks_but_not_out_of_cells() -> None:
    blocks = segment("<a href=x><h2>one</h2><p>two</p></a><p>three<td><a href=y>four</td><td>five</td>")
    assert [bool(spans) for spans in blocks.links] == [True, True, False, True, False]


def test_tags_between_and_inside_blocks_are_counted() -> None:
    blocks = segment("<html><body><p>one <a href=x>two</a> three</p><!-- c --><p><a href=y>four</a></p></body></html>")
    assert blocks.texts == ["one two three", "four"]
    assert list(blocks.tags) == [3, 3, 4]
    assert list(blocks.inner_tags) == [2, 0]
    assert list(segment("<p><br>").tags) == [2]
    assert list(segment("<script>x</script>a").tags) == [2, 0]


def test_blocks_know_title_doctype_and_source() -> None:
    head = "<!-- x --><!DOCTYPE  html><title> A &amp;\n B </title><title>other</title>"
    html = f"{head}<p>one <a href=x>two</a></p><b>three"
    blocks = segment(html, sources=True)
    assert (blocks.title, blocks.doctype) == ("A & B", "html")
    assert [html[start:end] for start, end in blocks.sources] == ["one <a href=x>two", "three"]
    assert segment(html).sources == ()


def test_text_can_always_be_encoded() -> None:
    assert segment("lone \ud800 surrogate").texts == ["lone \ufffd surrogate"]


@pytest.mark.parametrize("rule", RULES)
def test_blocks_survive_pickling(rule: str) -> None:
    blocks = segment("<div><p>one <a href=x>two</a> <b>three</b></div><ul><li>four", rule=rule, sources=True)
    copy = pickle.loads(pickle.dumps(blocks))
    assert copy == blocks
    assert isinstance(copy.elements, list)
