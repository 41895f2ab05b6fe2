"""Measure the hot paths beside their peers: all benchmarks, or those named.

python -m benchmarks [NAME…]
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path


def main(names: list[str]) -> None:
    """Run the modules of this folder that have a `main`."""
    found = sorted(file.stem for file in Path(__file__).parent.glob("[!_]*.py"))
    known = {name: module for name in found if hasattr(module := importlib.import_module(f"benchmarks.{name}"), "main")}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise SystemExit(f"no benchmark {', '.join(unknown)}; there are {', '.join(known)}")
    for name in names or known:
        known[name].main()


if __name__ == "__main__":
    main(sys.argv[1:])
