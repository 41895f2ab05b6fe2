"""What the demo's pages look like to a segmenter: lengths, templates, repeated headlines, broken markup."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate

import pytest

from bpsearch.demo.article import write_article
from bpsearch.demo.damage import DAMAGES
from bpsearch.demo.dice import LONG_END, SHORT_END, SHORT_SHARE, Dice, block_length_probability
from bpsearch.demo.grammar import plain_text
from bpsearch.demo.plan import listings, posts, sites
from bpsearch.demo.render import render
from bpsearch.demo.style import site_style
from bpsearch.demo.templates import template
from bpsearch.demo.view import page_view
from bpsearch.page import segment

LONGEST = 1200


@pytest.fixture(scope="module")
def articles():
    return [write_article(post) for post in posts()]


@pytest.fixture(scope="module")
def lengths(demo_blocks):
    """How many blocks have so many words."""
    words = (
        sum(any(map(str.isalnum, word)) for word in text.split()) for blocks in demo_blocks for text in blocks.texts
    )
    return Counter(count for count in words if count)


def test_probabilities_of_block_lengths_are_a_distribution():
    expected = [block_length_probability(words) for words in range(1, LONGEST)]
    assert sum(expected) == pytest.approx(1)
    mean = sum(words * probability for words, probability in enumerate(expected, 1))
    assert mean == pytest.approx(SHORT_SHARE / SHORT_END + (1 - SHORT_SHARE) / LONG_END)


def test_block_lengths_follow_the_mixed_random_writer(lengths):
    """Nearer to Equation 3 than the pages it was fitted to.

    300 pages of L3S-GN1 are 0.052 (Kolmogorov-Smirnov) and 0.068 (total variation) away from it, and the paper's
    own fit has an R² of 0.9881. Sampling noise is no measure here: a site's lists come again on all of its pages.
    """
    blocks = lengths.total()
    found = [lengths[words] / blocks for words in range(1, LONGEST)]
    expected = [block_length_probability(words) for words in range(1, LONGEST)]
    differences = [a - b for a, b in zip(found, expected, strict=True)]
    assert max(map(abs, accumulate(differences))) < 0.03
    assert sum(map(abs, differences)) / 2 < 0.05
    mean = 1 / max(lengths)
    residual, total = sum(d * d for d in differences), sum((share - mean) ** 2 for share in found)
    assert 1 - residual / total > 0.9881


def test_shares_of_short_and_long_text(lengths):
    """Short text hardly has more than ten words; from eleven words on nearly all text is long."""
    blocks = lengths.total()
    expected = sum(block_length_probability(words) for words in range(11, LONGEST))
    assert sum(count for words, count in lengths.items() if words >= 11) / blocks == pytest.approx(expected, abs=0.02)
    mean = sum(words * count for words, count in lengths.items()) / blocks
    assert mean == pytest.approx(SHORT_SHARE / SHORT_END + (1 - SHORT_SHARE) / LONG_END, abs=0.5)
    assert max(lengths) > 150


def test_templates_differ_in_structure(demo_blocks):
    """No two templates have much of their paths from the root to a block in common."""
    paths: dict[str, Counter[tuple[str, ...]]] = {}
    for post, blocks in zip(posts(), demo_blocks, strict=True):
        counted = paths.setdefault(post.site.template, Counter())
        counted.update(tuple(blocks.path(block)) for block in range(len(blocks)))
    assert len(paths) >= 10
    shares = {
        name: {path: count / counted.total() for path, count in counted.items()} for name, counted in paths.items()
    }
    for name, one in shares.items():
        for other_name, other in shares.items():
            common = sum(min(share, other.get(path, 0)) for path, share in one.items())
            assert name == other_name or common < 0.6, (name, other_name)


def test_sites_with_one_template_differ():
    """In the order and markup of their parts, not only in colours."""
    styles = [(site.template, site_style(site)) for site in sites()]
    made = {(name, style.side, *style.places.values(), style.heading, style.lists) for name, style in styles}
    assert len(made) >= 40


def test_headlines_of_other_posts_are_on_the_page(demo_blocks, articles):
    """Lists of recent posts repeat what other posts are about: most pages show at least five other headlines."""
    showing = 0
    for blocks, listing in zip(demo_blocks, listings(), strict=True):
        text = "\n".join(blocks.texts)
        showing += sum(articles[number].headline in text for number in listing.shown()) >= 5
    assert showing > 0.9 * len(articles)


def test_the_post_itself_is_on_its_page(demo_blocks, articles):
    """All paragraphs of whole pages are found again, word for word."""
    lost = 0
    for article, blocks in zip(articles, demo_blocks, strict=True):
        text = "".join("".join(blocks.texts).split())
        lost += not all(plain_text(line.text).replace(" ", "") in text for line in article.lines)
    assert lost < 0.05 * len(articles)  # the broken ones


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_damage_changes_the_page_and_keeps_the_post(damage, articles):
    post = posts()[120]
    html = render(page_view(post, listings()[post.number], articles))
    broken = damage(html, Dice("test"))
    assert broken != html
    assert articles[post.number].headline in " ".join(segment(broken.encode()).texts)


def test_every_template_fills_all_of_its_slots(demo_pages):
    for name in {post.site.template for post in posts()}:
        assert {"page", "link", "teaser", "comment", "widget", "paragraph"} <= template(name).fragments.keys()
    assert not any(b"$" in page.html for page in demo_pages)
