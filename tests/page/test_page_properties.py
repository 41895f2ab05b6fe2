"""Any page: no exception, no text lost, none invented, all in order."""

from __future__ import annotations

from html import escape, unescape

from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser, LexborNode

from bpsearch.page import Blocks, markup, segment
from bpsearch.page.features import columns
from bpsearch.page.markup import RULES

# Pieces of markup, whole and broken; no tables, whose stray text parsers move.
PIECES = (
    *("word", "x", "é", " ", "\n", "<", ">", "</", "<!", "<?", "!", "-", "--", "/", '"', "'", " t=", "&", "&amp;"),
    *("&lt", "&#65;", "&#x41", "&nbsp;", "<p>", "</p>", "<div>", "</div>", "<B>", "</B", "<h1>", "</h1>", "<br/>"),
    *('<a href="x>y">', "<a href=z>", "<a name=q>", "</a>", "<b title='", '<i class="', "<!--", "-->", "--!>", "<!-->"),
    *("<span/>", "<!--->", "<script>", "</script>", "<script", "</script ", "<style>", "</style>", "<textarea>"),
    *("</textarea>", "<xmp>", "</xmp>", "<title>", "</title>", "<iframe>", "</iframe>"),
)
UNSEEN = {"script", "style", "iframe", "title", "-comment", "!doctype"}
fragments = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


def _seen(html: str) -> str:
    """The text that lexbor would show, without whitespace."""
    texts: list[str] = []

    def walk(node: LexborNode) -> None:
        child = node.child
        while child is not None:
            if child.tag == "-text":
                texts.append(child.text_content or "")
            elif child.tag not in UNSEEN:
                walk(child)
            child = child.next

    root = LexborHTMLParser(html).root
    if root is not None:
        walk(root)
    return "".join("".join(texts).split())


def _check(blocks: Blocks) -> None:
    count = len(blocks)
    assert [len(part) for part in (blocks.links, blocks.elements, blocks.inner_tags)] == [count] * 3
    assert len(blocks.tags) == count + 1
    assert len(blocks.element_names) == len(blocks.element_parents)
    assert all(parent < element for element, parent in enumerate(blocks.element_parents))
    assert all(-1 <= element < len(blocks.element_names) for element in blocks.elements)
    assert min([*blocks.tags, *blocks.inner_tags]) >= 0
    for text, spans in zip(blocks.texts, blocks.links, strict=True):
        assert text and text == " ".join(text.split())
        assert text.encode()
        edges = [edge for span in spans for edge in span]
        assert edges == sorted(edges) and all(0 <= edge <= len(text) for edge in edges)
        assert all(text[start:end].strip() == text[start:end] != "" for start, end in spans)
    assert {len(values) for values in columns(blocks).values()} == {count}


@settings(deadline=None)
@given(fragments)
def test_text_is_what_a_browser_shows(html: str) -> None:
    if markup.TOKEN.split(html) != markup.split(html)[1]:
        return  # a comment that never ends: lexbor loses the text after it, on purpose we do not
    assert "".join("".join(segment(html).texts).split()) == _seen(html)


@settings(deadline=None)
@given(fragments, st.sampled_from(sorted(RULES)))
def test_the_rule_changes_where_text_is_cut_not_the_text(html: str, rule: str) -> None:
    blocks = segment(html, rule=rule, sources=True)
    _check(blocks)
    assert "".join("".join(blocks.texts).split()) == "".join("".join(segment(html).texts).split())
    assert len(blocks.sources) == len(blocks)


@settings(deadline=None)
@given(st.text())
def test_any_text(html: str) -> None:
    _check(segment(html))


@settings(deadline=None)
@given(st.binary(), st.one_of(st.none(), st.sampled_from(["utf-8", "utf-16", "shift_jis", "gb18030", "x"])))
def test_any_bytes(html: bytes, charset: str | None) -> None:
    _check(segment(html, charset=charset))


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["p", "b", "td", "li", "a href=x", "h1", "x-tag"]), st.text()), max_size=12))
def test_well_formed_pages_give_their_text_back(parts: list[tuple[str, str]]) -> None:
    html = "".join(f"<{tag}>{escape(text)}</{tag.split()[0]}> " for tag, text in parts)
    shown = unescape("".join(escape(text) for _, text in parts))
    drop = dict.fromkeys([*range(7), *range(0xD800, 0xE000)])
    found = "".join("".join(segment(html).texts).split()).translate({0xFFFD: None})
    assert found == "".join(shown.translate(drop | {0xFFFD: None}).split())


@settings(deadline=None)
@given(fragments.filter(bool), st.data())
def test_a_cut_or_doubled_page_is_still_a_page(html: str, data: st.DataObject) -> None:
    encoded = html.encode()
    place = data.draw(st.integers(0, len(encoded)))
    noise = data.draw(st.binary(max_size=4))
    for page in (encoded[:place], encoded[place:], encoded[:place] + noise + encoded[place:]):
        _check(segment(page))
