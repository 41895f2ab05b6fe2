from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bpsearch.files import replacing


def test_a_file_appears_when_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "new" / "result.txt"
    with replacing(target) as unfinished:
        unfinished.write_text("whole")
        assert not target.exists()
        assert unfinished.parent == target.parent
    assert target.read_text() == "whole"
    assert list(target.parent.iterdir()) == [target]


def test_after_an_error_the_old_file_is_still_there(tmp_path: Path) -> None:
    target = tmp_path / "result.txt"
    target.write_text("old")
    with pytest.raises(RuntimeError), replacing(target) as unfinished:
        unfinished.write_text("half")
        raise RuntimeError
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_others_may_read_it_as_they_may_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    with replacing(tmp_path / "result.txt"):
        pass
    modes = [(tmp_path / name).stat().st_mode for name in ("plain", "result.txt")]
    assert modes[0] == modes[1]


def test_what_is_no_file_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_text)
        with replacing(pipe) as unfinished:
            unfinished.write_text("whole")
        assert read.result(timeout=10) == "whole"
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link = tmp_path / "latest.run"
    link.symlink_to("real.run")
    for text in ("first", "second"):
        with replacing(link) as unfinished:
            unfinished.write_text(text)
        assert link.is_symlink()
        assert (tmp_path / "real.run").read_text() == text
