"""docs/results.md, written by the commands that are in it: what stands below a command is what it prints.

    python -m benchmarks.results_page ../shared/data            all of it, about an hour on one core
    python -m benchmarks.results_page ../shared/data train      only commands with this word

The folder has l3s-gn1.tar.xz and so on; models are trained into a folder that is removed at the end, or kept in --work.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "results.md"
_BLOCK = re.compile(r"(```console\n)(.*?)(```\n)", re.S)


def output(command: str, data: Path, work: Path) -> str:
    """What a command prints, with corpora looked up in the data folder and all else in the working folder."""
    words = [str(data / word) if word.endswith(".tar.xz") else word for word in shlex.split(command)]
    program = [sys.executable, "-m", "bpsearch", *words[1:]] if words[0] == "bpsearch" else [sys.executable, *words[1:]]
    environment = {**os.environ, "COLUMNS": "100", "PYTHONPATH": str(PAGE.parents[1])}
    result = subprocess.run(program, cwd=work, env=environment, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{command}\n{result.stderr}")
    notes = [line for line in result.stderr.splitlines() if " learned from the sites of " in line]
    return "\n".join(line.rstrip() for line in [*result.stdout.splitlines(), *notes])


def commands(page: str) -> dict[str, re.Match[str]]:
    """The blocks of a page by their commands: one in each, in lines that end in \\ but for the last."""
    found = {}
    for block in _BLOCK.finditer(page):
        lines = block[2][: len(_command(block[2]))].splitlines()
        found[" ".join(line.removesuffix("\\").strip() for line in lines).removeprefix("$ ")] = block
    return found


def _command(text: str) -> str:
    """The lines of a block that are its command."""
    match = re.match(r"(?:.*\\\n)*.*\n", text)
    return match[0] if match else ""


def write() -> None:
    """Run the commands of the page and put their output below them."""
    parser = argparse.ArgumentParser(description=write.__doc__)
    parser.add_argument("data", type=Path, help="the folder with the corpora")
    parser.add_argument("only", nargs="?", default="", help="run only the commands that have this in them")
    parser.add_argument("--work", type=Path, help="where models, tables and plots stay")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = arguments.work or Path(temporary)
        work.mkdir(parents=True, exist_ok=True)
        for command in commands(PAGE.read_text(encoding="utf-8")):
            if arguments.only not in command:
                continue
            print(command, file=sys.stderr, flush=True)
            printed = output(command, arguments.data.resolve(), work)
            page = PAGE.read_text(encoding="utf-8")  # again: the text around may have been edited meanwhile
            block = commands(page)[command]
            body = f"{_command(block[2])}{printed}\n"
            PAGE.write_text(page[: block.start(2)] + body + page[block.end(2) :], encoding="utf-8")


if __name__ == "__main__":
    write()
