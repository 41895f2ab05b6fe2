"""bpsearch search: topics against an index, through a filter."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bpsearch.console import err, progress
from bpsearch.errors import BpsearchError
from bpsearch.files import check_new_file


def search(
    index: Annotated[Path, typer.Argument(help="A block index.")],
    topics: Annotated[Path, typer.Argument(help="Topics: TREC SGML or XML, tab-separated, JSON lines.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The run file to write, such as runs/NAME.run.")],
    where: Annotated[str | None, typer.Option(help="Which blocks count, e.g. 'words >= 11 and links < 0.33'.")] = None,
    min_words: Annotated[int | None, typer.Option(help="Shorthand for words >= N.")] = None,
    min_density: Annotated[float | None, typer.Option(help="Shorthand for density >= X.")] = None,
    hits: Annotated[int, typer.Option(help="How many documents for each topic.")] = 1000,
    similarity: Annotated[str, typer.Option(help="bm25, tfidf (Lucene's classic) or qld (Dirichlet).")] = "bm25",
    k1: Annotated[float | None, typer.Option(help="BM25's k1 (0.9).")] = None,
    b: Annotated[float | None, typer.Option(help="BM25's b (0.4).")] = None,
    mu: Annotated[float | None, typer.Option(help="qld's µ (1000).")] = None,
    scoring: Annotated[
        str, typer.Option(help="document (exact, as if re-indexed) or block (best block).")
    ] = "document",
    fields: Annotated[str, typer.Option(help="Topic fields, with +: title, description, narrative.")] = "title",
    tag: Annotated[str, typer.Option(help="Name of the run, its last column.")] = "bpsearch",
    metadata: Annotated[bool, typer.Option("--metadata", help="Begin the run with an ir_metadata header.")] = False,
) -> None:
    """Rank documents as if only the blocks that survive a filter had been indexed.

    [bold]bpsearch search indexes/demo qrels/demo.topics.txt --where "words >= 11" --output runs/words11.run[/]
    """
    import bpsearch
    from bpsearch.retrieval.filters import all_of
    from bpsearch.retrieval.runs import Hit, write_run
    from bpsearch.retrieval.search import queries_of
    from bpsearch.retrieval.similarities import make_similarity
    from bpsearch.retrieval.topics import check_fields, read_topics

    check_new_file(output)
    if len(tag.encode().split()) != 1 or tag != tag.strip():
        suggestion = "-".join(tag.split()) or "mine"
        raise BpsearchError(f"--tag {tag!r}: expected a name without white space, such as {suggestion}")
    chosen = tuple(field.strip() for field in fields.split("+"))
    listed = read_topics(topics)
    for note in check_fields(listed, chosen, topics):
        err.print(note, markup=False, soft_wrap=True)
    parameters = {name: value for name, value in {"k1": k1, "b": b, "mu": mu}.items() if value is not None}
    filters = [
        where,
        None if min_words is None else f"words >= {min_words}",
        None if min_density is None else f"density >= {min_density}",
    ]
    model = make_similarity(similarity, **parameters)
    results: dict[str, list[Hit]] = {}
    with bpsearch.open(index) as opened, progress() as display:
        asked = all_of(filters, opened.block_table)
        task = display.add_task("searching", total=len(listed), note="topics")
        queries = queries_of(listed, chosen)
        for topic, found in opened.rankings(queries, where=asked, hits=hits, similarity=model, scoring=scoring):
            results[topic] = found
            display.advance(task)
        header = _metadata(tag, opened.manifest.source.path, str(model), asked) if metadata else None
    write_run(output, results, tag, header)
    empty = sum(not found for found in results.values())
    note = f"; {empty} topics found nothing" if empty else ""
    err.print(f"{output}: {len(results)} topics, {sum(map(len, results.values())):,} hits{note}", markup=False)


def _metadata(tag: str, collection: str, model: str, where: str | None) -> dict[str, object]:
    from bpsearch import __version__

    return {
        "tag": tag,
        "research goal": {"venue": {"name": "bpsearch"}},
        "implementation": {"executable": {"cmd": "bpsearch search"}, "lib.other": [f"bpsearch {__version__}"]},
        "data": {"test collection": {"name": Path(collection).name}},
        "method": {
            "automatic": True,
            "retrieval": [{"name": model, "method": "document", "where": where or "all blocks"}],
        },
    }
