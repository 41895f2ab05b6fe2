"""The program as a user runs it: in a process of its own, with its output and exit code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.shared_data import ROOT

# Small shards, so that few pages make many of them.
PROGRAM = """
import signal
import sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job is born deaf to Ctrl-C
import bpsearch.index.build as build
build.SHARD_PAGES = int(sys.argv.pop(1))
from bpsearch.cli import main
main()
"""


def start(*arguments: object, shard_pages: int = 1000, **environment: str) -> subprocess.Popen[str]:
    """Start `bpsearch …` in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(shard_pages), *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def finish(process: subprocess.Popen[str]) -> subprocess.CompletedProcess[str]:
    """Wait for a process; whatever happened, no traceback has reached the user."""
    try:
        output, errors = process.communicate(timeout=120)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert "Traceback" not in errors, errors
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)


def run(*arguments: object, shard_pages: int = 1000, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `bpsearch …` to its end."""
    return finish(start(*arguments, shard_pages=shard_pages, **environment))


def wait_for(process: subprocess.Popen[str], path: Path, seconds: float = 90) -> None:
    """Wait until a file is there, while the process runs."""
    end = time.monotonic() + seconds
    while not path.exists():
        if process.poll() is not None or time.monotonic() > end:
            os.killpg(process.pid, signal.SIGKILL)
            raise AssertionError(f"{path} never appeared: {process.communicate()}")
        time.sleep(0.005)
