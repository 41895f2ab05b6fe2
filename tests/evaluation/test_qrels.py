from __future__ import annotations

import gzip
import os
import threading
from pathlib import Path

import pytest

from bpsearch.errors import InputError
from bpsearch.evaluation.qrels import read_qrels
from tests.shared_data import data_folder


def test_reads_levels_by_topic(tmp_path: Path) -> None:
    path = tmp_path / "qrels"
    path.write_text("851 0 a 2\n851\t0\tb\t-2\r\n\n 852 Q0 a 0\n")
    assert read_qrels(path) == {"851": {"a": 2, "b": -2}, "852": {"a": 0}}


def test_reads_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(gzip.compress(b"851 0 a 2\n"),))
    writer.start()
    assert read_qrels(pipe) == {"851": {"a": 2}}
    writer.join()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 0 a 1\n1 0 a\n", r"line 2: expected 4 columns \(topic iteration docno level\), found 3: 1 0 a"),
        ("1 0 a 1\n1 0 b yes\n", "line 2: expected a small whole number .*'yes'"),
        ("1 0 a 1.0\n", "line 1: expected a small whole number"),
        ("1 0 a 1_0\n", "line 1: expected a small whole number"),
        ("1 0 a 20060201000\n", "line 1: expected a small whole number"),
        ("1 0 a 1\n1 1 a 0\n", "line 2: topic 1 has a judgment of document a already"),
        ("", "no judgments here"),
        ("# nothing\n", "no judgments here"),
    ],
)
def test_names_file_line_and_expectation(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "qrels"
    path.write_text(text)
    with pytest.raises(InputError, match=message) as error:
        read_qrels(path)
    assert str(path) in str(error.value)


def test_reads_the_judgments_of_the_blog_track() -> None:
    qrels = read_qrels(data_folder() / "blog06" / "qrels.february")
    assert list(qrels) == [str(topic) for topic in range(851, 901)]
    assert sum(map(len, qrels.values())) == 17416
    assert sum(level >= 1 for judgments in qrels.values() for level in judgments.values()) == 7271
