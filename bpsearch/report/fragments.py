"""The parts of report.html that do not move: findings, the comparison table, held-out values, provenance."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from bpsearch.evaluation.rounding import shown, shown_p, signed
from bpsearch.report.summary import SIGNIFICANT, Line, summary
from bpsearch.sweeps.records import Sweep
from bpsearch.sweeps.references import BASELINE

_TESTS = {"randomisation": "a paired randomisation test", "t": "a paired t-test", "wilcoxon": "Wilcoxon's test"}
_CORRECTIONS = {
    "max": "corrected over all filters of a series by the maximum statistic",
    "holm": "corrected over all filters of a series after Holm",
    "bh": "corrected over all filters of a series after Benjamini and Hochberg",
    "none": "not corrected",
}


def findings(sweep: Sweep) -> str:
    """One sentence or two for each series: what the chosen filter brings, and what that is worth."""
    baseline, *lines = summary(sweep)
    measure = sweep.measures[0]
    items = [_finding(line, baseline, measure) for line in lines if line.kind == "chosen"]
    return f'<ul class="findings">{"".join(items)}</ul>'


def comparison_table(sweep: Sweep) -> str:
    """All lines of the summary, with a row that the scripts fill with the filter of the moment."""
    groups = "".join(f'<th colspan="3" scope="colgroup">{escape(measure)}</th>' for measure in sweep.measures)
    names = ('<th scope="col">value, interval</th><th scope="col">difference</th><th scope="col">p</th>')
    ends = "".join(f'<th scope="col">{name}</th>' for name in ("judged", "docs left", "text left"))
    rows = [_row(line, sweep.measures) for line in summary(sweep)]
    return (
        f'<table id="comparison"><thead><tr><td></td>{groups}<td colspan="3"></td></tr>'
        f'<tr><th scope="col">filter</th>{names * len(sweep.measures)}{ends}</tr></thead>'
        f'<tbody><tr class="now" id="current"></tr>{"".join(rows)}</tbody></table>'
    )


def held_out_section(sweep: Sweep) -> str:
    """What the choice of thresholds is worth on topics that had no say in it."""
    lines = [line for line in summary(sweep) if line.held_out]
    if not lines:
        return ""
    settings = sweep.manifest["settings"]
    names = "".join(
        f'<th scope="col">held-out {escape(measure)}</th><th scope="col">difference</th><th scope="col">optimism</th>'
        for measure in sweep.measures
    )
    rows = []
    for line in lines:
        cells = ""
        for measure in sweep.measures:
            outcome = line.held_out[measure]
            difference = outcome.comparison.differences[BASELINE]
            cells += (
                f"<td>{shown(outcome.comparison.value)} {_interval(outcome.comparison)}</td>"
                f"<td>{_signed(difference.difference)}</td><td>{_signed(outcome.optimism)}</td>"
            )
        rows.append(f'<tr><th scope="row">{escape(line.name)}</th>{cells}<td>{line.stability:.0%}</td></tr>')
    return (
        '<section aria-labelledby="held-out-title"><h2 id="held-out-title">On topics that had no say</h2>'
        "<p>The best of many thresholds is partly luck. Here the threshold is chosen on some topics and measured on "
        f"the others ({settings['folds']} folds, drawn anew {settings['repeats']} times), as on new topics. "
        "Optimism is how much better the chosen threshold looks on the topics that chose it.</p>"
        '<div class="scroll" tabindex="0" role="region" aria-labelledby="held-out-title">'
        f'<table><thead><tr><th scope="col">chosen on all topics</th>{names}<th scope="col">chosen in folds</th></tr>'
        f"</thead><tbody>{''.join(rows)}</tbody></table></div></section>"
    )


def significance_note(sweep: Sweep) -> str:
    """How p was had, in a sentence."""
    settings = sweep.manifest["settings"]
    test, correction = _TESTS[settings["test"]], _CORRECTIONS[settings["correction"]]
    return f"p is that of {test}, {correction}; bold is p < {SIGNIFICANT}."


def provenance(sweep: Sweep) -> str:
    """Inputs with their fingerprints, settings and versions."""
    manifest = sweep.manifest
    entries: dict[str, str] = {}
    for name, given in manifest["inputs"].items():
        entries[name] = f"<code>{escape(given['path'])}</code>, SHA-256 <code>{given['fingerprint'][:16]}…</code>"
    source, options = manifest["collection"]["source"], manifest["collection"]["options"]
    counts = manifest["counts"]
    entries["collection"] = (
        f"<code>{escape(source['path'])}</code> ({escape(source['format'])}): {counts['documents']:,} documents, "
        f"{counts['blocks']:,} blocks, {counts['tokens']:,} tokens; rule {escape(options['rule'])}, "
        f"language {escape(options['language'])}, analyzer {escape(options['analyzer'])}"
    )
    entries["filters"] = "; ".join(_axes_text(axes) for axes in manifest["series"])
    entries |= {name: escape(text) for name, text in _settings(manifest["settings"]).items()}
    entries["versions"] = escape(", ".join(f"{name} {version}" for name, version in manifest["versions"].items()))
    entries["made"] = escape(manifest["created"])
    if manifest["notes"]:
        entries["notes"] = escape("; ".join(manifest["notes"]))
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{text}</dd>" for name, text in entries.items())
    return f"<dl>{rows}</dl>"


def _finding(line: Line, baseline: Line, measure: str) -> str:
    value, before = line.comparisons[measure].value, baseline.comparisons[measure].value
    found = line.difference(measure)
    name = f"<b>{escape(line.name)}</b>"
    if found is None or found.corrected_p >= SIGNIFICANT:
        p = "" if found is None else f", corrected p {escape(shown_p(found.corrected_p))}"
        text = (
            f"{name} is the best of its series: {measure} {shown(value)} instead of {shown(before)} with all blocks. "
            f"The difference is not significant ({_signed(value - before)}{p})."
        )
    else:
        verb = "raises" if found.difference > 0 else "lowers"
        text = (
            f"{name} {verb} {measure} from {shown(before)} with all blocks to {shown(value)} "
            f"({_signed(found.difference)}, corrected p {escape(shown_p(found.corrected_p))}), "
            f"with {line.text:.0%} of the text."
        )
    if measure in line.held_out:
        text += f" Chosen on other topics, the threshold reaches {shown(line.held_out[measure].comparison.value)}."
    return f"<li>{text}</li>"


def _row(line: Line, measures: Sequence[str]) -> str:
    cells = ""
    for measure in measures:
        comparison, difference = line.comparisons[measure], line.difference(measure)
        cells += f"<td>{shown(comparison.value)} {_interval(comparison)}</td>"
        if difference is None:
            cells += "<td></td><td></td>"
            continue
        strong = ' class="significant"' if difference.corrected_p < SIGNIFICANT else ""
        p = escape(shown_p(difference.corrected_p))
        cells += f"<td{strong}>{_signed(difference.difference)}</td><td{strong}>{p}</td>"
    tag = {"baseline": "baseline", "chosen": "chosen", "reference": ""}[line.kind]
    name = escape(line.name) + (f'<span class="tag">{tag}</span>' if tag else "")
    shares = (line.judged[measures[0]], line.documents, line.text)
    return f'<tr><th scope="row">{name}</th>{cells}{"".join(f"<td>{share:.0%}</td>" for share in shares)}</tr>'


def _interval(comparison: Any) -> str:
    return f'<span class="interval">{shown(comparison.low, 3)}–{shown(comparison.high, 3)}</span>'


def _signed(value: float) -> str:
    text = signed(value)
    return f"±{text[1:]}" if not float(text) else text.replace("-", "−")


def _axes_text(axes: Sequence[dict[str, Any]]) -> str:
    parts = [
        f"<code>{escape(axis['expression'])}</code>, {len(axis['values'])} values from {axis['values'][0]:g} "
        f"to {axis['values'][-1]:g}"
        for axis in axes
    ]
    return " × ".join(parts)


def _settings(settings: dict[str, Any]) -> dict[str, str]:
    """What was chosen, in words; parameters are part of the similarity."""
    on_others = f"{settings['folds']} folds, drawn anew {settings['repeats']} times"
    return {
        "ranking": f"{settings['similarity']}, {settings['hits']} results a topic; queries from the topics' "
        f"{' and '.join(settings['fields'])}",
        "judgments": f"relevant from level {settings['relevance_level']}",
        "significance": f"{_TESTS[settings['test']]}, {_CORRECTIONS[settings['correction']]}; "
        f"{settings['resamples']:,} resamples, {settings['confidence']:.0%} intervals, seed {settings['seed']}",
        "choice": f"tried on other topics: {on_others}" if settings["select"] else "on all topics only",
    }
