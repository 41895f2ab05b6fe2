"""Forms of English verbs and the indefinite article, as far as the phrase tables need them."""

from __future__ import annotations

from functools import cache

IRREGULAR = {
    "begin": "began", "bid": "bid", "bleed": "bled", "break": "broke", "build": "built", "buy": "bought",
    "cast": "cast", "come": "came", "cut": "cut", "dig": "dug", "do": "did", "draw": "drew", "drink": "drank",
    "drive": "drove", "eat": "ate", "fall": "fell", "feed": "fed", "find": "found", "forget": "forgot",
    "freeze": "froze", "get": "got", "give": "gave", "go": "went", "grind": "ground", "hang": "hung",
    "have": "had", "hide": "hid", "hit": "hit", "hold": "held", "keep": "kept", "lay": "laid", "lead": "led",
    "leave": "left", "let": "let", "lie": "lay", "light": "lit", "lose": "lost", "make": "made", "meet": "met",
    "pay": "paid", "put": "put", "read": "read", "rewrite": "rewrote", "ride": "rode", "run": "ran",
    "see": "saw", "sell": "sold", "send": "sent", "set": "set", "shake": "shook", "shoot": "shot",
    "show": "showed", "shut": "shut", "sit": "sat", "sleep": "slept", "speak": "spoke", "spend": "spent",
    "split": "split", "stand": "stood", "sweep": "swept", "swim": "swam", "take": "took", "teach": "taught",
    "tear": "tore", "throw": "threw", "wear": "wore", "write": "wrote",
}  # fmt: skip
DOUBLING = frozenset({
    "ban", "begin", "bid", "cancel", "clip", "cut", "dig", "drop", "flip", "forget", "get", "hit", "hum", "knit", "let",
    "log", "mop", "plot", "pot", "put", "rip", "run", "scan", "set", "shut", "sit", "skim", "skip",
    "split", "swap", "swim", "travel",
})  # fmt: skip
VOWELS = frozenset("aeiou")


@cache
def past(deed: str) -> str:
    """The verb phrase in the past tense: its first word is the verb."""
    verb, _, rest = deed.partition(" ")
    if verb in IRREGULAR:
        form = IRREGULAR[verb]
    elif verb.endswith("e"):
        form = verb + "d"
    elif verb.endswith("y") and verb[-2] not in VOWELS:
        form = verb[:-1] + "ied"
    else:
        form = (verb + verb[-1] if verb in DOUBLING else verb) + "ed"
    return f"{form} {rest}".rstrip()


@cache
def gerund(deed: str) -> str:
    """The verb phrase in its -ing form."""
    verb, _, rest = deed.partition(" ")
    if verb in ("lie", "tie"):
        form = verb[:-2] + "ying"
    elif verb.endswith("e") and not verb.endswith("ee"):
        form = verb[:-1] + "ing"
    else:
        form = (verb + verb[-1] if verb in DOUBLING else verb) + "ing"
    return f"{form} {rest}".rstrip()


def with_article(noun: str) -> str:
    """The noun with a or an."""
    an = noun[0].lower() in VOWELS and not noun.startswith(("us", "uni", "one", "eu"))
    return f"{'an' if an else 'a'} {noun}"
