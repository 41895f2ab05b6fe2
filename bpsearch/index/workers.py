"""Worker processes: spawned, never forked, because a JVM does not survive a fork."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, Self

from bpsearch.errors import BpsearchError

Function = Callable[..., Any]
_GONE = (EOFError, BrokenPipeError, ConnectionResetError)  # what a pipe says when nobody is at its other end


class Here:
    """One worker that is this very process: a job is done when it is given."""

    def __init__(self) -> None:
        self._done: deque[tuple[Any, Any]] = deque()

    @property
    def idle(self) -> bool:
        """Whether a job can be given without waiting."""
        return not self._done

    @property
    def busy(self) -> bool:
        """Whether a result is still to come."""
        return bool(self._done)

    def give(self, job: Any, function: Function, *arguments: Any) -> None:
        """Do a job; `job` names it in the result."""
        self._done.append((job, function(*arguments)))

    def next_done(self) -> tuple[Any, Any]:
        """The name and the result of a job that is done, waiting for it if need be."""
        return self._done.popleft()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.clear()


class Spawned:
    """Several worker processes. They end by themselves when this process is gone."""

    def __init__(self, count: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._jobs: dict[Connection, Any] = {}
        self._free: list[Connection] = []
        self._processes = []
        resource_tracker.ensure_running()  # unblocks signals when it starts
        with _interrupted_later():
            for _ in range(count):
                ours, theirs = context.Pipe()
                process = context.Process(target=_serve, args=(theirs, list(sys.path)), daemon=True)
                process.start()
                theirs.close()
                self._processes.append(process)
                self._free.append(ours)

    @property
    def idle(self) -> bool:
        """Whether a job can be given without waiting."""
        return bool(self._free)

    @property
    def busy(self) -> bool:
        """Whether a result is still to come."""
        return bool(self._jobs)

    def give(self, job: Any, function: Function, *arguments: Any) -> None:
        """Give a job to a free worker; `job` names it in the result."""
        worker = self._free.pop(0)
        try:
            worker.send((function, arguments))
        except _GONE as error:
            raise _died(job) from error
        self._jobs[worker] = job

    def next_done(self) -> tuple[Any, Any]:
        """The name and the result of a job that is done, waiting for it if need be."""
        ready = wait(list(self._jobs))
        worker = next(worker for worker in self._jobs if worker in ready)
        job = self._jobs.pop(worker)
        try:
            succeeded, result = worker.recv()
        except _GONE as error:
            raise _died(job) from error
        if not succeeded:
            raise BpsearchError(result)
        self._free.append(worker)
        return job, result

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in (*self._free, *self._jobs):
            worker.close()
        for process in self._processes:
            if error is not None:
                process.kill()
            process.join()


def start(count: int) -> Here | Spawned:
    """`count` workers; one is this process."""
    return Here() if count == 1 else Spawned(count)


@contextmanager
def _interrupted_later() -> Iterator[None]:
    """Ctrl-C waits until the end of the block; processes started in it never see it, not even while they start.

    A blocked signal alone is not enough: any other thread of this process may get it, and Python tells the main one.
    """
    seen: list[int] = []
    in_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, lambda number, frame: seen.append(number)) if in_main else None
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        if in_main:
            signal.signal(signal.SIGINT, signal.default_int_handler if before is None else before)
    if seen:
        signal.raise_signal(signal.SIGINT)


def _died(job: Any) -> BpsearchError:
    return BpsearchError(
        f"a worker process died (level and number of its shard: {job}). If the machine ran out of memory, take fewer "
        f"--workers or a smaller --heap. What is finished is kept: go on with --resume"
    )


def _serve(connection: Connection, path: list[str]) -> None:
    sys.path[:] = path
    while True:
        try:
            function, arguments = connection.recv()
        except _GONE:
            break
        try:
            answer: tuple[bool, Any] = (True, function(*arguments))
        except BpsearchError as error:
            answer = (False, str(error))
        except Exception as error:
            answer = (False, f"a worker failed: {type(error).__name__}: {error}")
        try:
            connection.send(answer)
        except _GONE:
            break
    os._exit(0)  # the JVM's own threads have nothing left to say
