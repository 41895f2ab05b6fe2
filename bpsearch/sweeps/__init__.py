"""Sweeps: the same topics over a series of filters, measured, compared, and kept in a folder."""

from bpsearch.sweeps.records import Sweep
from bpsearch.sweeps.run import Progress, run_sweep
from bpsearch.sweeps.series import expression_axis, sliding
from bpsearch.sweeps.settings import Settings
from bpsearch.sweeps.stored import read_sweep

__all__ = ["Progress", "Settings", "Sweep", "expression_axis", "read_sweep", "run_sweep", "sliding"]
