"""Files of blank-separated columns, as TREC writes its runs and qrels."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from bpsearch.errors import InputError

GZIP_MAGIC = b"\x1f\x8b"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_columns(path: str | Path, names: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Line number and columns of each line, gzipped or not; blank lines and comments (#) are skipped.

    Columns part at ASCII white space only, as in trec_eval, so a docno may hold any other character.
    """
    with Path(path).open("rb") as raw:
        compressed = raw.peek(len(GZIP_MAGIC)).startswith(GZIP_MAGIC)  # a pipe cannot be read twice
        lines = gzip.GzipFile(fileobj=raw) if compressed else raw
        number = 0
        try:
            for number, line in enumerate(lines, start=1):
                fields = line.removeprefix(BYTE_ORDER_MARK).split()
                if not fields or fields[0].startswith(b"#"):
                    continue
                if len(fields) != len(names):
                    expected = f"expected {len(names)} columns ({' '.join(names)})"
                    raise InputError(path, f"{expected}, found {len(fields)}: {_shown(line)}", line=number)
                yield number, [field.decode() for field in fields]
        except UnicodeDecodeError:
            raise InputError(path, "expected UTF-8; convert the file with iconv", line=number) from None
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            problem = f"the gzip data breaks off or is damaged ({error}); fetch the file again"
            raise InputError(path, problem, line=number + 1) from None


def _shown(line: bytes, limit: int = 80) -> str:
    text = line.decode(errors="replace").strip()
    return text if len(text) <= limit else text[:limit] + "…"
