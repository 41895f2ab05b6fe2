"""Workers whose other side has gone: they end, and nobody reads a traceback."""

from __future__ import annotations

import os
import sys

import pytest

from bpsearch.index import workers


class Ended(BaseException):
    """Stands for the end of the process."""


class Pipe:
    """A connection that breaks at once, or when it is answered."""

    def __init__(self, error, jobs):
        self.error, self.jobs = error, jobs

    def recv(self):
        if not self.jobs:
            raise self.error
        return self.jobs.pop()

    def send(self, answer):
        raise self.error


@pytest.mark.parametrize("jobs", [[], [(len, ("abc",))]])
@pytest.mark.parametrize("error", [EOFError(), ConnectionResetError(), BrokenPipeError()])
def test_a_worker_ends_quietly(monkeypatch, error, jobs):
    def end(code):
        raise Ended(code)

    monkeypatch.setattr(os, "_exit", end)
    with pytest.raises(Ended, match="0"):
        workers._serve(Pipe(error, list(jobs)), list(sys.path))
