from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpsearch.errors import BpsearchError, InputError
from bpsearch.retrieval.runs import Hit, metadata_header, read_run, write_run

float32_scores = st.floats(width=32, allow_nan=False, allow_infinity=False)


def write(folder: Path, text: str | bytes, name: str = "a.run") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_reads_the_hits_of_each_topic_in_the_order_of_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, "2 Q0 b 1 1.5 x\n1 Q0 a 1 2 x\n2\tQ0\ta 2 1e-3 x\r\n")
    assert read_run(path) == {"2": [Hit("b", 1.5), Hit("a", 0.001)], "1": [Hit("a", 2.0)]}


def test_reads_gzip_whatever_the_name(tmp_path: Path) -> None:
    path = write(tmp_path, gzip.compress(b"1 Q0 a 1 2 x\n"), "run.txt")
    assert read_run(path) == {"1": [Hit("a", 2.0)]}


def test_skips_blank_lines_comments_and_byte_order_mark(tmp_path: Path) -> None:
    path = write(tmp_path, b"\xef\xbb\xbf# ir_metadata.start\n# tag: x\n\n   \n1 Q0 a 1 2 x\n")
    assert list(read_run(path)) == ["1"]


def test_a_docno_may_hold_a_no_break_space(tmp_path: Path) -> None:
    path = write(tmp_path, "1 Q0 a\u00a0b 1 2 x\n")
    assert read_run(path)["1"][0].docno == "a\u00a0b"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 Q0 a 1 2 x\n1 Q0 b 2 1\n", r"line 2: expected 6 columns \(topic Q0 .*\), found 5: 1 Q0 b"),
        ("1 Q0 a 1 2 x y\n", "line 1: expected 6 columns"),
        ("\n1 Q0 a 1 high x\n", "line 2: expected a number as score .*'high'"),
        ("1 Q0 a 1 nan x\n", "line 1: expected a number as score"),
        ("1 Q0 a 1 1_0 x\n", "line 1: expected a number as score"),
        ("1 Q0 a 1 2 x\n1 Q0 a 2 1 x\n", "line 2: topic 1 has document a already"),
        (b"1 Q0 \xff 1 2 x\n", "line 1: expected UTF-8"),
        (gzip.compress(b"1 Q0 a 1 2 x\n" * 9)[:-12], "gzip"),
    ],
)
def test_names_file_line_and_expectation(tmp_path: Path, text: str | bytes, message: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(InputError, match=message) as error:
        read_run(path)
    assert str(path) in str(error.value)


@given(scores=st.lists(float32_scores, max_size=30))
def test_float32_scores_survive_and_keep_their_order(
    tmp_path_factory: pytest.TempPathFactory, scores: list[float]
) -> None:
    path = tmp_path_factory.getbasetemp() / "float32.run"
    hits = [Hit(f"d{number}", score) for number, score in enumerate(scores)]
    write_run(path, {"1": hits}, "tag")
    read = read_run(path).get("1", [])
    assert [hit.docno for hit in read] == [hit.docno for hit in hits]
    assert np.array_equal(np.float32([hit.score for hit in read]), np.float32(scores))
    written, given_scores = np.array([hit.score for hit in read]), np.array(scores)
    assert np.array_equal(written[:, None] < written, given_scores[:, None] < given_scores)


@given(scores=st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=30))
def test_float64_scores_survive_exactly(tmp_path_factory: pytest.TempPathFactory, scores: list[float]) -> None:
    path = tmp_path_factory.getbasetemp() / "float64.run"
    write_run(path, {"1": [Hit(f"d{number}", score) for number, score in enumerate([0.1, *scores])]}, "tag")
    assert [hit.score for hit in read_run(path)["1"]] == [0.1, *scores]


def test_float32_scores_are_short(tmp_path: Path) -> None:
    write_run(tmp_path / "a.run", {"7": [Hit("d", float(np.float32(12.3456)))]}, "tag")
    assert (tmp_path / "a.run").read_text() == "7 Q0 d 1 12.3456 tag\n"


def test_gzipped_runs_are_the_same_bytes_every_time(tmp_path: Path) -> None:
    results = {"1": [Hit("a", 2.0), Hit("b", 1.0)]}
    for name in ("a.run.gz", "b.run.gz"):
        write_run(tmp_path / name, results, "tag")
    assert read_run(tmp_path / "a.run.gz") == results
    assert (tmp_path / "a.run.gz").read_bytes() == (tmp_path / "b.run.gz").read_bytes()


def test_the_header_is_the_yaml_of_ir_metadata(tmp_path: Path) -> None:
    yaml = pytest.importorskip("yaml")
    metadata = {
        "tag": "words: 11",
        "method": {"retrieval": [{"name": "bm25", "k1": 0.9}], "filter": "words >= 11"},
        "research goal": {"evaluation": {}},
        "note": "line\nbreak #",
    }
    write_run(tmp_path / "a.run", {"1": [Hit("a", 2.0)]}, "tag", metadata)
    lines = (tmp_path / "a.run").read_text().splitlines()
    assert lines[0] == "# ir_metadata.start"
    end = lines.index("# ir_metadata.end")
    assert yaml.safe_load("\n".join(line.removeprefix("# ") for line in lines[1:end])) == metadata
    assert read_run(tmp_path / "a.run") == {"1": [Hit("a", 2.0)]}
    assert metadata_header(metadata) in (tmp_path / "a.run").read_text()


@pytest.mark.parametrize(
    ("topic", "docno", "tag", "score"),
    [
        ("1", "a", "words >= 11", 1.0),
        ("1", "a b", "tag", 1.0),
        ("1", "", "tag", 1.0),
        ("1\n", "a", "tag", 1.0),
        ("#1", "a", "tag", 1.0),
        ("1", "a", "tag", float("nan")),
    ],
)
def test_refuses_what_would_not_be_a_run_and_leaves_the_old_file(
    tmp_path: Path, topic: str, docno: str, tag: str, score: float
) -> None:
    path = write(tmp_path, "1 Q0 old 1 2 x\n")
    with pytest.raises(BpsearchError):
        write_run(path, {"1": [Hit("fine", 3.0)], topic: [Hit(docno, score)]}, tag)
    assert path.read_text() == "1 Q0 old 1 2 x\n"
    assert list(tmp_path.iterdir()) == [path]
