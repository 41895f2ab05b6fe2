from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import bpsearch
from bpsearch.evaluation.qrels import read_qrels
from bpsearch.index.build import build_index
from bpsearch.index.manifest import Options
from bpsearch.retrieval.filters import parse_filter
from bpsearch.retrieval.runs import read_run
from bpsearch.sweeps import Settings, moves, read_sweep, run_sweep, sliding
from bpsearch.sweeps.run import run_name
from bpsearch.sweeps.snippets import TEXT, Snippets
from tests.sweeps.small_collection import Small


def test_places_are_the_rankings_of_the_runs(swept: Path, small: Small) -> None:
    sweep = read_sweep(swept)
    assert len(sweep.moved) == 12
    for curve in (sweep.references, *sweep.curves):
        for place in range(len(curve.points)):
            run = read_run(swept / "runs" / f"{run_name(curve.points[place], {})}.run")
            for topic in sweep.moved:
                found = topic.places[curve.series.name]
                ranking = [topic.documents[number].docno for number in found.rankings[found.at[place]]]
                by_score = sorted(run.get(topic.topic, []), key=lambda hit: (hit.score, hit.docno), reverse=True)
                assert ranking == [hit.docno for hit in by_score]


def test_blocks_have_the_terms_and_fall_where_the_filter_says(swept: Path, small: Small) -> None:
    sweep = read_sweep(swept)
    docnos = list(small.index.documents)
    qrels = read_qrels(small.qrels)
    checked = 0
    for topic in sweep.moved[:4]:
        for document in topic.documents:
            assert document.level == qrels[topic.topic].get(document.docno)
            first = int(small.index.documents.first_blocks[docnos.index(document.docno)])
            for block in document.blocks:
                at = np.array([first + block.number])
                text = small.index.texts(docnos.index(document.docno))[block.number]
                assert set(small.index.terms(text)) & set(topic.terms)
                assert any(piece in text for piece in block.text[1::2])
                for curve in sweep.curves:
                    masks = [bool(parse_filter(p.filter).mask_at(small.index.block_table, at)[0]) for p in curve.points]
                    changes = block.changes[curve.series.name]
                    states = [sum(c <= place for c in changes) % 2 == 0 for place in range(len(masks))]
                    assert states == masks
                checked += 1
    assert checked > 50


def test_blocks_that_fall_are_among_those_shown(swept: Path) -> None:
    sweep = read_sweep(swept)
    chosen = sweep.curves[0].chosen
    assert chosen is not None
    decoys = [doc for topic in sweep.moved for doc in topic.documents if doc.docno.startswith("d") and doc.blocks]
    assert all(any(block.changes["words"][:1] <= (chosen.place,) for block in doc.blocks) for doc in decoys)


def test_fallen_blocks_are_counted_and_wherever_some_fell_one_is_shown(
    small: Small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "BLOCKS", 3)
    settings = Settings(axes=(sliding("words", "1:45:4"), sliding("links", "0:1:0.5")), resamples=200, repeats=2)
    sweep = run_sweep(small.index, small.topics, small.qrels, tmp_path / "out", settings)
    assert read_sweep(tmp_path / "out").moved == sweep.moved
    docnos, first_blocks = list(small.index.documents), small.index.documents.first_blocks
    pairs = ((topic.terms, document) for topic in sweep.moved[:4] for document in topic.documents)
    for terms, found in pairs:
        place = docnos.index(found.docno)
        texts = small.index.texts(place)
        matching = [number for number, text in enumerate(texts) if {*small.index.terms(text)} & {*terms}]
        assert len(matching) == found.matched
        at = np.array(matching) + int(first_blocks[place])
        for curve in sweep.curves:
            for step, point in enumerate(curve.points):
                fell = int((~parse_filter(point.filter).mask_at(small.index.block_table, at)).sum())
                counts = [count for start, count in found.fell[curve.series.name] if start <= step]
                assert (counts or [0])[-1] == fell
                changes = [block.changes[curve.series.name] for block in found.blocks]
                assert not fell or not changes or any(sum(c <= step for c in some) % 2 for some in changes)


def test_what_readers_see_first_has_its_blocks(swept: Path) -> None:
    sweep = read_sweep(swept)
    for topic in sweep.moved:
        rankings = [topic.places["references"].rankings[topic.places["references"].at[0]]]
        for curve in sweep.curves:
            assert curve.chosen is not None
            places = topic.places[curve.series.name]
            rankings.append(places.rankings[places.at[curve.chosen.place]])
        assert all(topic.documents[number].blocks for ranking in rankings for number in ranking)


def test_topics_that_are_listed_first_have_their_documents(swept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sweep = read_sweep(swept)
    monkeypatch.setattr(moves, "TOPICS", 1)
    monkeypatch.setattr(moves, "LISTED", 2)
    found = moves.most_changed([sweep.references, *sweep.curves])
    for curve in sweep.curves:
        assert curve.chosen is not None
        for measure in sweep.measures:
            changes = curve.values[measure][curve.chosen.place] - sweep.references.values[measure][0]
            least = sorted(changes)[1], sorted(changes)[-2]
            for topic, change in enumerate(changes):
                if change < min(least[0], 0) or change > max(least[1], 0):
                    assert topic in found
    assert len(found) < len(sweep.topics)
    monkeypatch.setattr(moves, "TOPICS", 10)
    assert moves.most_changed([sweep.references, *sweep.curves])[: len(found)] == found


def test_what_a_report_holds_is_bounded(swept: Path) -> None:
    for topic in read_sweep(swept).moved:
        assert sum(bool(document.blocks) for document in topic.documents) <= moves.DOCUMENTS
        for document in topic.documents:
            assert len(document.blocks) <= moves.BLOCKS
            assert all(len("".join(block.text)) <= TEXT + 4 for block in document.blocks)


def test_snippets_mark_words_by_their_terms(small: Small) -> None:
    index = small.index
    document = list(index.documents).index("a01-0")
    first = int(index.documents.first_blocks[document])
    texts = index.texts(document)
    place = next(number for number, text in enumerate(texts) if "solar" in text)
    marked = Snippets(index).marked(first + place, {"panel"})
    assert marked[1::2] == ("panels",)
    whole = "".join(marked).removeprefix("… ").removesuffix(" …")
    assert whole in texts[place] and len(whole) > 60


def test_an_index_without_texts_still_has_a_report(small: Small, tmp_path: Path) -> None:
    build_index(small.pages, tmp_path / "index", options=Options(store=False))
    settings = Settings(axes=(sliding("words", "1:45:8"),), resamples=200, repeats=2)
    with bpsearch.open(tmp_path / "index") as index:
        sweep = run_sweep(index, small.topics, small.qrels, tmp_path / "out", replace(settings, against=()))
    blocks = [block for topic in sweep.moved for document in topic.documents for block in document.blocks]
    assert blocks and all(block.text == () for block in blocks)
