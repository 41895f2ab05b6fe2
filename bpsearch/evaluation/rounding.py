"""How numbers are shown, in tables, plots and reports alike: the same number never reads differently."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

EXACT = 9  # digits of a number that are not noise: means are sums of floats


def exact(value: float) -> float:
    """A number without the noise of its last digits."""
    return round(float(value), EXACT)


def shown(value: float, digits: int = 4) -> str:
    """Rounded once and halves up, as the scripts of the report do."""
    return str(Decimal(exact(value)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


def signed(value: float) -> str:
    """A difference."""
    text = shown(abs(value))
    return ("-" if value < 0 and float(text) else "+") + text


def shown_p(p: float) -> str:
    """Four digits, or that it is below what they show."""
    return shown(p) if p >= 0.0001 else "<0.0001"
