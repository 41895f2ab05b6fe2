"""GoldMiner (seed 002, section III): jusText inside the part of a page where its site has its articles."""

from __future__ import annotations

import pickle
import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from bpsearch.cleaners.citations import GOLDMINER_2013
from bpsearch.cleaners.goldminer_learning import Pattern, Sample, learn, sample
from bpsearch.cleaners.justext_paragraphs import (
    DEFAULT_LANGUAGE,
    LENIENT,
    classify,
    paragraphs_of_blocks,
    read_page,
    stoplist,
)
from bpsearch.cleaners.records import Cleaner, CleanerInput, Column, Labels, Variant, column_name
from bpsearch.cleaners.registry import register

SAMPLE_PAGES = 100  # of a site
MAX_WAITING = 50_000  # sampled pages of unfinished sites, some kilobytes each

_CANONICAL = re.compile(
    r"""<link\b[^<>]*?\brel=["']?canonical\b[^<>]*?\bhref=["']?([^"'\s<>]+)"""
    r"""|<meta\b[^<>]*?\bproperty=["']?og:url\b[^<>]*?\bcontent=["']?([^"'\s<>]+)""",
    re.I,
)


def site_of(item: CleanerInput) -> str:
    """The domain or subdomain of a page, without `www.`, by its URL or what it says of itself; empty if unknown."""
    url = item.page.url
    if not url and (itself := _CANONICAL.search(item.html)):
        url = itself[1] or itself[2]
    try:
        host = urlsplit(url or "").hostname or ""
    except ValueError:
        host = ""
    return host.removeprefix("www.")


@dataclass(frozen=True)
class GoldMiner:
    """The learned sites. A page without its site's pattern is dropped; one of an unlearned site gets jusText alone."""

    column: str
    language: str
    sites: dict[str, list[Pattern]]

    def __call__(self, item: CleanerInput) -> Labels:
        page = read_page(item)
        patterns = self.sites.get(site_of(item))
        inside = list(range(len(page.paragraphs)))
        if patterns:
            spans = (span for pattern in patterns if (span := pattern.inside(page.tags)))
            low, high = next(spans, (1, 0))
            inside = [number for number in inside if low <= page.spans[number][0] <= high]
        classify([page.paragraphs[number] for number in inside], self.language, LENIENT)
        good = np.zeros(len(page.paragraphs) + 1, np.int8)
        good[[number for number in inside if page.paragraphs[number].class_type == "good"]] = 1
        return {self.column: good[paragraphs_of_blocks(item)]}

    def state(self) -> dict[str, Any]:
        """The patterns of each site."""
        return {site: [pattern._asdict() for pattern in patterns] for site, patterns in self.sites.items()}


@dataclass
class _Learner:
    """Collects samples of sites and learns each site as soon as its sample is complete."""

    language: str
    sites: dict[str, list[Pattern]] = field(default_factory=dict)
    waiting: dict[str, list[bytes]] = field(default_factory=dict)
    pages: int = 0

    def add(self, item: CleanerInput) -> None:
        site = site_of(item)
        if not site or site in self.sites:
            return
        try:
            page = read_page(item)
            classify(page.paragraphs, self.language, LENIENT)
        except Exception:  # the page is counted as failed when it is labelled
            return
        samples = self.waiting.setdefault(site, [])
        samples.append(zlib.compress(pickle.dumps(sample(page)), 1))
        self.pages += 1
        if len(samples) >= SAMPLE_PAGES:
            self.finish(site)
        elif self.pages > MAX_WAITING:
            self.finish(max(self.waiting, key=lambda name: len(self.waiting[name])))

    def finish(self, site: str) -> None:
        samples: list[Sample] = [pickle.loads(zlib.decompress(packed)) for packed in self.waiting.pop(site)]
        self.pages -= len(samples)
        self.sites[site] = learn(samples)


def goldminer(name: str = "goldminer", language: str = DEFAULT_LANGUAGE) -> Cleaner:
    """GoldMiner over jusText with the stoplist of a language and the settings that its authors used."""
    column = Column(column_name(name).lower())

    def fit(items: Iterable[CleanerInput]) -> GoldMiner:
        learner = _Learner(language)
        for item in items:
            learner.add(item)
        for site in list(learner.waiting):
            learner.finish(site)
        return GoldMiner(column.name, language, {site: found for site, found in learner.sites.items() if found})

    def restore(state: dict[str, Any]) -> GoldMiner:
        sites = {
            site: [
                Pattern(each["parent"], tuple(each["opening"]), tuple(each["closing"]), each["pages"])
                for each in patterns
            ]
            for site, patterns in state.items()
        }
        return GoldMiner(column.name, language, sites)

    return Cleaner(
        name,
        GOLDMINER_2013,
        "jusText between the tags that start and end the articles of a site, learned from its pages",
        (column,),
        fit=fit,
        restore=restore,
        requires="justext",
    )


def _variant(language: str) -> Cleaner:
    stoplist(language)
    return goldminer(f"goldminer:{language}", language)


register(replace(goldminer(), variant=Variant("LANGUAGE", _variant)))
