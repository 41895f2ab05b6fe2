"""The table of a sweep for a paper, in LaTeX with booktabs."""

from __future__ import annotations

from collections.abc import Sequence

from bpsearch.evaluation.comparison import Difference
from bpsearch.evaluation.rounding import shown, signed
from bpsearch.report.summary import Line, summary
from bpsearch.sweeps.records import Sweep

MARKS = ((0.01, r"^{\ddagger}"), (0.05, r"^{\dagger}"))
_SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
            ">=": r"$\geq$", "<=": r"$\leq$", ">": "$>$", "<": "$<$", "×": r"$\times$",
            **{character: "\\" + character for character in "&%$#_{}"}}  # fmt: skip


def latex_table(sweep: Sweep) -> str:
    """Baseline, chosen thresholds and references: value, difference, marks of significance, held-out value."""
    lines = summary(sweep)
    held_out = any(line.held_out for line in lines)
    measures = sweep.measures
    per_measure = 3 if held_out else 2
    groups = " & ".join(rf"\multicolumn{{{per_measure}}}{{c}}{{{latex(measure)}}}" for measure in measures)
    starts = range(2, 2 + per_measure * len(measures), per_measure)
    rules = " ".join(rf"\cmidrule(lr){{{start}-{start + per_measure - 1}}}" for start in starts)
    names = " & ".join(["value", r"$\Delta$", "held out"][:per_measure])
    rows = []
    for number, line in enumerate(lines):
        if number and line.kind != lines[number - 1].kind:
            rows.append(r"\midrule")
        cells = [cell for measure in measures for cell in _cells(line, measure)[:per_measure]]
        rows.append(" & ".join([latex(line.name), *cells, f"{100 * line.text:.0f}"]) + r" \\")
    columns = "l" + "r" * (per_measure * len(measures) + 1)
    head = [
        r"% \usepackage{booktabs}",
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{_caption(sweep, held_out)}}}",
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        rf" & {groups} & \\",
        rules,
        "Blocks indexed & " + " & ".join([names] * len(measures)) + r" & text \% \\",
        r"\midrule",
    ]
    return "\n".join([*head, *rows, r"\bottomrule", r"\end{tabular}", r"\end{table}"]) + "\n"


def latex(text: str) -> str:
    """Text as LaTeX shows it, comparison signs as signs."""
    result, place = [], 0
    while place < len(text):
        key = next((key for key in (text[place : place + 2], text[place]) if key in _SPECIAL), text[place])
        result.append(_SPECIAL.get(key, key))
        place += len(key)
    return "".join(result)


def _cells(line: Line, measure: str) -> Sequence[str]:
    difference = line.difference(measure)
    outcome = line.held_out.get(measure)
    return (
        shown(line.comparisons[measure].value),
        "" if difference is None else f"${signed(difference.difference)}{_mark(difference)}$",
        "" if outcome is None else shown(outcome.comparison.value),
    )


def _mark(difference: Difference) -> str:
    return next((mark for level, mark in MARKS if difference.corrected_p < level), "")


def _caption(sweep: Sweep, held_out: bool) -> str:
    settings = sweep.manifest["settings"]
    test = {"randomisation": "paired randomisation test", "t": "paired $t$-test", "wilcoxon": "Wilcoxon test"}
    correction = {"max": "max-statistic", "holm": "Holm", "bh": "Benjamini--Hochberg", "none": "no"}
    sentences = [
        f"Effectiveness on {len(sweep.topics)} topics when only some blocks of each page are indexed.",
        rf"$\dagger$, $\ddagger$: differs from all blocks with $p<0.05$, $p<0.01$ ({test[settings['test']]}, "
        rf"{correction[settings['correction']]} correction).",
    ]
    if held_out:
        folds = settings["folds"]
        sentences.append(f"Held out: the threshold is chosen on other topics ({folds}-fold cross-validation).")
    return " ".join(sentences)
