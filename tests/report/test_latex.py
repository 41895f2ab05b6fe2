from __future__ import annotations

import re
from pathlib import Path

import pytest

from bpsearch.report.latex import latex, latex_table
from bpsearch.report.summary import summary
from bpsearch.report.terminal import terminal_tables
from bpsearch.sweeps import Sweep, read_sweep


@pytest.fixture(scope="module")
def sweep(swept: Path) -> Sweep:
    return read_sweep(swept)


def test_the_table_has_the_lines_of_the_summary(sweep: Sweep) -> None:
    table = latex_table(sweep)
    rows = [line for line in table.splitlines() if line.endswith(r"\\") and "&" in line][2:]
    lines = summary(sweep)
    assert [row.split(" & ")[0] for row in rows] == [latex(line.name) for line in lines]
    assert len({row.count("&") for row in rows}) == 1
    for row, line in zip(rows, lines, strict=True):
        assert f"{line.comparisons['P@10'].value:.4f}" in row
    assert r"\begin{tabular}{lrrrrrrr}" in table
    for command in (r"\toprule", r"\midrule", r"\bottomrule", r"\end{tabular}", r"\end{table}"):
        assert command in table


def test_significant_differences_are_marked(sweep: Sweep) -> None:
    rows = {row.split(" & ")[0]: row for row in latex_table(sweep).splitlines() if " & " in row}
    for line in summary(sweep)[1:]:
        found = line.difference("P@10")
        assert found is not None
        mark = re.search(rf"\${found.difference:+z.4f}(\S*)\$".replace("+", r"\+"), rows[latex(line.name)])
        expected = r"^{\ddagger}" if found.corrected_p < 0.01 else r"^{\dagger}" if found.corrected_p < 0.05 else ""
        assert mark is not None and mark[1] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("words >= 11", r"words $\geq$ 11"),
        ("a_b & 50% < {x} #1 $", r"a\_b \& 50\% $<$ \{x\} \#1 \$"),
        ("c^2 ~ \\", r"c\textasciicircum{}2 \textasciitilde{} \textbackslash{}"),
        ("links <= 0.3 × words > 3", r"links $\leq$ 0.3 $\times$ words $>$ 3"),
    ],
)
def test_text_is_escaped(text: str, expected: str) -> None:
    assert latex(text) == expected


def test_the_terminal_shows_the_same_lines(sweep: Sweep) -> None:
    from io import StringIO

    from rich.console import Console

    for width, tables in ((80, 2), (60, 4), (40, 4), (24, 4)):
        buffer = StringIO()
        console = Console(file=buffer, width=width)
        for table in terminal_tables(sweep, width):
            console.print(table, soft_wrap=isinstance(table, str))
        shown = buffer.getvalue()
        for line in summary(sweep):
            for measure in sweep.measures:
                assert f"{line.comparisons[measure].value:.4f}" in shown
        assert "optimism" in shown and "12 topics" in shown
        assert "…" not in shown, f"{width} columns are enough"
        assert all(len(line) <= width for line in shown.splitlines() if re.search(r"\.\d{4}", line))
        assert ("in folds\n" in shown and "judged" in shown) == (width >= 40)
        assert ("No room for judged, text" in shown) == (width < 40)
        assert shown.count("───\n") == tables
