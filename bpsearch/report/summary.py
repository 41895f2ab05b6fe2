"""The lines of the comparison table, as the terminal, the report and the paper show them."""

from __future__ import annotations

from typing import Literal, NamedTuple

from bpsearch.evaluation.comparison import Comparison, Difference
from bpsearch.evaluation.summary import Choice
from bpsearch.sweeps.records import Curve, Sweep
from bpsearch.sweeps.references import BASELINE

Kind = Literal["baseline", "chosen", "reference"]
SIGNIFICANT = 0.05


class Line(NamedTuple):
    """One filter of the table; dictionaries are by measure."""

    name: str
    kind: Kind
    comparisons: dict[str, Comparison]
    judged: dict[str, float]
    documents: float
    """Share of the documents with any text left."""
    text: float
    """Share of the tokens that are left."""
    held_out: dict[str, Choice]
    stability: float | None

    def difference(self, measure: str) -> Difference | None:
        """To the baseline."""
        return self.comparisons[measure].differences.get(BASELINE)


def summary(sweep: Sweep) -> list[Line]:
    """The baseline, the chosen filter of each series, then what it is compared with."""
    baseline, *others = (_line(sweep, sweep.references, place) for place in range(len(sweep.references.points)))
    chosen = [
        _line(sweep, curve, curve.chosen.place)
        for curve in (*sweep.curves, *sweep.grids)
        if curve.chosen is not None
    ]
    return [baseline, *chosen, *others]


def _line(sweep: Sweep, curve: Curve, place: int) -> Line:
    everything = sweep.references.survival
    is_baseline = curve is sweep.references and place == 0
    kind: Kind = "baseline" if is_baseline else "reference" if curve is sweep.references else "chosen"
    outcomes = () if curve.chosen is None else curve.chosen.outcomes
    return Line(
        "all blocks" if is_baseline else curve.points[place].name,
        kind,
        {measure: comparisons[place] for measure, comparisons in curve.comparisons.items()},
        {measure: float(shares[place]) for measure, shares in curve.judged.items()},
        float(curve.survival.documents[place]) / max(int(everything.documents[0]), 1),
        float(curve.survival.tokens[place]) / max(int(everything.tokens[0]), 1),
        {outcome.measure: outcome for outcome in outcomes},
        None if curve.chosen is None else curve.chosen.stability,
    )
