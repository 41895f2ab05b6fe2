"""GoldMiner learns where the articles of a site are."""

from __future__ import annotations

import json
import pickle

import pytest

from bpsearch.cleaners import CleanerInput, cleaned_text, fit, get, label_page, prepare
from bpsearch.cleaners.goldminer import site_of
from bpsearch.cleaners.goldminer_learning import Pattern
from bpsearch.page import Page

WORDS = "It is said that in the {0} of the {1} there was a {0} who had been to the {1} and was with it all his life."
LEADS = [WORDS.format(f"lead{n}", f"story{n}") for n in range(3)]


def article(number: int, comments: int = 0) -> str:
    """A page of a portal: leads of other stories, a heading, the article, shares, at times comments."""
    leads = "".join(f"<li><p>{lead}</p></li>" for lead in LEADS)
    paragraphs = "".join(f"<p>{WORDS.format(f'town{number}', f'river{part}')} {number}.{part}</p>" for part in range(6))
    words = (WORDS.format(f"user{number}", f"word{n}") for n in range(comments))
    said = "".join(f"<div class='comment'><p>{comment}</p></div>" for comment in words)
    return (
        f"<html><body><div id='nav'><ul>{leads}</ul></div><div id='content' class='post-{number}'>"
        f"<h1>Headline {number}</h1><div class='entry'>{paragraphs}</div><div class='share'>Share</div>"
        f"<div id='comments'>{said}</div></div><div id='footer'><ul>{leads}</ul></div></body></html>"
    )


def index_page() -> str:
    return f"<html><body><div id='nav'>{''.join(f'<p>{lead}</p>' for lead in LEADS)}</div></body></html>"


def items(*htmls: str, url: str | None = "http://www.portal.example/{}") -> list[CleanerInput]:
    pages = (Page(str(n), html.encode(), url.format(n) if url else None) for n, html in enumerate(htmls))
    return [prepare(page) for page in pages]


@pytest.fixture(scope="module")
def portal() -> list[CleanerInput]:
    return items(*(article(number, comments=3 * (number % 4 == 0)) for number in range(12)), index_page())


def kept(item: CleanerInput, fitted: dict[str, object]) -> str:
    goldminer = get("goldminer")
    failures: list[object] = []
    labels = label_page([goldminer], item, failures.append, fitted)  # type: ignore[arg-type]
    assert not failures
    return cleaned_text(item.blocks.texts, goldminer.verdict(labels))


def test_only_the_article_is_kept(portal: list[CleanerInput]) -> None:
    fitted = fit([get("goldminer")], lambda: portal)
    for number, item in enumerate(portal[:12]):
        text = kept(item, fitted)
        assert text.startswith((f"Headline {number}\n", "It is said")) and text.count(f"town{number}") == 12
        assert "lead" not in text and "user" not in text and "Share" not in text
    assert any("lead" in cleaned_text(item.blocks.texts, item.verdict(get("justext-lenient"))) for item in portal)


def test_pages_without_the_pattern_are_dropped(portal: list[CleanerInput]) -> None:
    assert kept(portal[12], fit([get("goldminer")], lambda: portal)) == ""


def test_what_was_learned_can_be_read_saved_and_used_again(portal: list[CleanerInput]) -> None:
    fitted = fit([get("goldminer")], lambda: portal)
    state = json.loads(json.dumps(fitted["goldminer"].state()))
    (pattern,) = state["portal.example"]
    assert pattern["pages"] == 12
    assert pattern["parent"] == '<div id="content" class="post-#">'
    restore = get("goldminer").restore
    assert restore is not None
    for labeller in (restore(state), pickle.loads(pickle.dumps(fitted["goldminer"]))):
        assert kept(portal[3], {"goldminer": labeller}) == kept(portal[3], fitted)


def test_a_site_with_few_pages_or_none_known_gets_justext_alone() -> None:
    for few in (items(article(1), article(2)), items(*map(article, range(9)), url=None)):
        fitted = fit([get("goldminer")], lambda few=few: few)
        assert fitted["goldminer"].state() == {}
        expected = cleaned_text(few[0].blocks.texts, few[0].verdict(get("justext-lenient")))
        assert kept(few[0], fitted) == expected != ""


def test_a_site_may_have_two_templates() -> None:
    other = (article(number).replace("entry", "body").replace("<h1>", "<h2 class='t'>") for number in range(20, 28))
    both = items(*map(article, range(10)), *(html.replace("id='content'", "id='story'") for html in other))
    fitted = fit([get("goldminer")], lambda: both)
    assert all(kept(item, fitted).count("town") == 12 for item in both)


@pytest.mark.parametrize(
    ("url", "html", "site"),
    [
        ("http://www.news.example/a", "", "news.example"),
        ("https://blog.news.example:80/", "", "blog.news.example"),
        (None, "<link rel='canonical' href='https://www.own.example/a?b'>", "own.example"),
        (None, '<meta property="og:url" content="http://own.example/">', "own.example"),
        ("http://[broken", "", ""),
        (None, "", ""),
    ],
)
def test_the_site_of_a_page(url: str | None, html: str, site: str) -> None:
    assert site_of(prepare(Page("page", html.encode(), url))) == site


def test_a_pattern_ends_at_the_first_closing_or_with_the_page() -> None:
    pattern = Pattern("<body>", ("<div>", "<p>"), ("</p>", "</div>"), 5)
    assert pattern.inside(["<body>", "<div>", "<p>", "</p>", "<p>", "</p>", "</div>", "</body>"]) == (3, 5)
    assert pattern.inside(["<body>", "<div>", "<p>", "</p>", "</body>"]) == (3, 5)
    assert pattern.inside(["<body>", "<p>", "</p>", "</body>"]) is None
