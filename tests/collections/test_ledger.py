from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from bpsearch.collections import Ledger, Skip
from bpsearch.collections.ids import SeenIds, docno, docno_of_file


def test_counts_lists_and_writes(tmp_path: Path) -> None:
    ledger = Ledger()
    ledger.skip("a.gz", "line 3", "bad JSON: no comma")
    ledger.skip("a.gz", "line 9", "bad JSON: no quote")
    ledger.damage(Path("b"), "DOC\t1\n\udcff", "no DOCHDR")
    expected = [
        Skip("a.gz", "line 3", "bad JSON: no comma"),
        Skip("a.gz", "line 9", "bad JSON: no quote"),
        Skip("b", "DOC\t1\n\udcff", "no DOCHDR (kept)"),
    ]
    assert list(ledger) == expected
    assert ledger.total == 3
    assert ledger.counts == {"bad JSON": 2, "no DOCHDR (kept)": 1}
    ledger.write(tmp_path / "ledger.jsonl")
    lines = (tmp_path / "ledger.jsonl").read_text().splitlines()
    assert [Skip(**json.loads(line)) for line in lines] == expected
    assert [entry.name for entry in tmp_path.iterdir()] == ["ledger.jsonl"]


def test_can_be_listed_while_it_grows() -> None:
    ledger = Ledger()
    ledger.skip("f", "1", "r")
    for skip in ledger:
        ledger.skip("f", skip.record + "'", "r")
    assert [skip.record for skip in ledger] == ["1", "1'"]


def test_memory_does_not_grow_with_the_entries(tmp_path: Path) -> None:
    ledger = Ledger()
    tracemalloc.start()
    for number in range(40_000):
        ledger.skip("a-file-with-a-rather-long-name.warc.gz", f"record {number}", "not HTML: image/png")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4_000_000
    assert ledger.total == sum(1 for _ in ledger) == 40_000


def test_ids_fit_into_a_run() -> None:
    assert docno("WTX001-B01-1") == "WTX001-B01-1"
    assert docno("a b\u00a0c\u3000\n") == "a%20b%C2%A0c%E3%80%80%0A"
    assert docno("x\ud800\udce9") == "x%ED%A0%80%E9"
    assert docno("größe/100%25") == "größe/100%25"
    assert all(len(docno(chr(code) + "x").split()) == 1 for code in range(0x3100))


def test_seen_ids_remember_all_of_many() -> None:
    seen = SeenIds()
    assert all(seen.add(f"id-{n}") for n in range(20_000))
    assert not any(seen.add(f"id-{n}") for n in range(20_000))
    assert len(seen) == 20_000


NAMES = ("a b", "a%20b", "a%2520b", "a%20 b", "a %20b", "a\u00a0b", "a%C2%A0b", "caf\udce9", "caf%E9", "caf%25E9")


def test_ids_of_files():
    for name in ("sub/page.html", "größe/100%25", "caf%C3%A9.html", "50%", "%", "%zz", "a%2Fb"):
        assert docno_of_file(name) == name
    assert docno_of_file("reef (1).htm") == "reef%20(1).htm"
    assert docno_of_file("100% of it") == "100%25%20of%20it"
    assert len({docno_of_file(name) for name in NAMES}) == len(NAMES)


@given(st.lists(st.text(" %25Cc0Aa\x85\udce9é", max_size=8), unique=True, max_size=30))
def test_no_two_files_share_an_id(names):
    ids = [docno_of_file(name) for name in names]
    assert len(set(ids)) == len(ids)
    assert [docno(page_id) for page_id in ids] == ids
