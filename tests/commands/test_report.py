from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bpsearch.cli import app
from bpsearch.errors import BpsearchError


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["report", *map(str, arguments)], catch_exceptions=False)


def test_prints_the_table_for_a_paper_and_nothing_else(swept: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in swept.rglob("*")}
    result = run(swept, "--latex")
    assert result.stdout.startswith("% \\usepackage{booktabs}") and result.stdout.endswith("\\end{table}\n")
    assert result.stderr == ""
    assert {path: path.stat().st_mtime_ns for path in swept.rglob("*")} == before


def test_makes_plots_and_report_anew(swept: Path, tmp_path: Path) -> None:
    folder = tmp_path / swept.name
    shutil.copytree(swept, folder)
    for name in ("report.html", "precision.svg", "heatmap.png"):
        (folder / name).unlink()
    result = run(folder)
    assert str(folder / "report.html") in result.stderr
    for name in ("report.html", "precision.svg", "heatmap.png"):
        assert (folder / name).read_bytes() == (swept / name).read_bytes()


def test_a_folder_without_a_sweep(tmp_path: Path) -> None:
    with pytest.raises(BpsearchError, match="no such folder"):
        run(tmp_path / "nothing")
    with pytest.raises(BpsearchError, match="no finished sweep"):
        run(tmp_path)
    (tmp_path / "manifest.json").write_text('{"kind": "something else"}')
    with pytest.raises(BpsearchError, match="is no sweep"):
        run(tmp_path)
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(BpsearchError, match="not the manifest of a sweep"):
        run(tmp_path)
