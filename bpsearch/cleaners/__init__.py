"""Cleaners: block labellers, one file each, found by name in one registry.

    cleaner = get("bte")
    item = prepare(Page("front", html))
    print(cleaned_text(item.blocks.texts, item.verdict(cleaner)))
"""

from __future__ import annotations

from bpsearch.cleaners.labelling import cleaned_text, fit, label_page, prepare
from bpsearch.cleaners.records import Cleaner, CleanerInput, Column, Failure, Labeller, Labels, column_name
from bpsearch.cleaners.registry import get, get_all, known, names, register

__all__ = [
    "Cleaner",
    "CleanerInput",
    "Column",
    "Failure",
    "Labeller",
    "Labels",
    "cleaned_text",
    "column_name",
    "fit",
    "get",
    "get_all",
    "known",
    "label_page",
    "names",
    "prepare",
    "register",
]
