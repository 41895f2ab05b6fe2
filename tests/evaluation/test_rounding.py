from __future__ import annotations

import pytest

from bpsearch.evaluation.rounding import shown, shown_p, signed


@pytest.mark.parametrize("noisy", [0.5375 - 1e-15, 0.5375, 0.5375 + 1e-15])
def test_noise_of_sums_is_not_shown(noisy: float) -> None:
    assert shown(noisy, 3) == shown(0.5375, 3) and shown(noisy) == "0.5375"


def test_signs_and_probabilities() -> None:
    assert [signed(value) for value in (0.1, -0.1, 0.0, -1e-12)] == ["+0.1000", "-0.1000", "+0.0000", "+0.0000"]
    assert [shown_p(p) for p in (1.0, 0.0001, 0.00009)] == ["1.0000", "0.0001", "<0.0001"]
