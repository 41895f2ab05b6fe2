"""ir_datasets makes folders in the home directory when it is imported; tests touch nothing outside the checkout."""

from __future__ import annotations

import os

from tests.shared_data import ROOT

os.environ.setdefault("IR_DATASETS_HOME", str(ROOT / ".pytest_cache" / "ir_datasets"))
os.environ.setdefault("IR_DATASETS_TMP", str(ROOT / ".pytest_cache" / "ir_datasets" / "tmp"))
