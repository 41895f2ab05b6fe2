"""The errors a user is meant to read. The command line prints them without a traceback."""

from __future__ import annotations

from pathlib import Path


class BpsearchError(Exception):
    """Something the user can mend: the message says what is wrong and what to do."""


class InputError(BpsearchError):
    """A file that is not what it should be: names the file, the line or record, and what was expected."""

    def __init__(self, path: str | Path, problem: str, *, line: int | None = None, record: str | None = None) -> None:
        where = str(path)
        if line is not None:
            where += f", line {line}"
        if record is not None:
            where += f", record {record}"
        super().__init__(f"{where}: {problem}")


class MissingExtraError(BpsearchError):
    """An optional dependency is not installed: names the extra that brings it."""

    def __init__(self, what: str, package: str, extra: str) -> None:
        super().__init__(f"{what} needs the package {package}; install it with: pip install 'bpsearch[{extra}]'")
