"""A labelled corpus of a few made-up pages, in the own format."""

from __future__ import annotations

import json
import random
from pathlib import Path

MENU = ("Home", "News", "Sport", "Contact us", "About")
WORDS = ("the", "rain", "fell", "on", "fields", "and", "men", "walked", "home", "slowly", "under", "grey", "skies")
LABELS = [*["boilerplate"] * 6, "headline", *["content"] * 4, "boilerplate"]


def html(number: int) -> str:
    """A page with a menu, a headline, paragraphs and a copyright line."""
    dice = random.Random(number)
    items = "".join(f"<li><a href='/{place}'>{dice.choice(MENU)}</a></li>" for place in range(6))
    texts = (" ".join(dice.choice(WORDS) for _ in range(30)).capitalize() for _ in range(4))
    paragraphs = "".join(f"<p>{text}.</p>" for text in texts)
    return f"<!DOCTYPE html><ul>{items}</ul><h1>Rain again</h1>{paragraphs}<div>Copyright © 2010</div>"


def write_corpus(path: Path, sites: int = 5, pages: int = 20, domain: str = "site") -> Path:
    """Write pages of some sites to a file of JSON lines."""
    records = (
        {"id": f"{domain}{n}", "url": f"http://{domain}{n % sites}.com/{n}", "html": html(n), "labels": LABELS}
        for n in range(pages)
    )
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path
