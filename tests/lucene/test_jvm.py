"""Which Java is used, with which heap; what is loaded and what is not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bpsearch.errors import BpsearchError
from bpsearch.lucene import jvm
from tests.shared_data import ROOT


def fake_java(folder: Path, version: str) -> Path:
    """What looks like the home of a Java of some version."""
    library = folder / "lib" / "server" / "libjvm.so"
    library.parent.mkdir(parents=True)
    library.touch()
    (folder / "release").write_text(f'IMPLEMENTOR="x"\nJAVA_VERSION="{version}"\n')
    program = folder / "bin" / "java"
    program.parent.mkdir()
    program.touch(mode=0o755)
    return folder


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch):
    for name in ("JAVA_HOME", jvm.JAVA_VARIABLE, jvm.HEAP_VARIABLE):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", "")


linux_only = pytest.mark.skipif(sys.platform != "linux", reason="the fake Java is laid out as on Linux")


@linux_only
@pytest.mark.parametrize("version", ["17.0.9", "1.8.0_392", "20", "11.0.2"])
def test_an_old_java_is_not_picked_up(tmp_path, monkeypatch, version):
    old = fake_java(tmp_path / "old", version)
    monkeypatch.setenv("JAVA_HOME", str(old))
    monkeypatch.setenv("PATH", str(old / "bin"))
    assert jvm.find_java() == jvm._bundled_java()


@linux_only
def test_a_new_java_is_preferred(tmp_path, monkeypatch):
    new, newer = fake_java(tmp_path / "new", "21.0.1"), fake_java(tmp_path / "newer", "25-ea")
    monkeypatch.setenv("PATH", os.pathsep.join(["/nowhere", str(newer / "bin")]))
    assert jvm.find_java() == newer
    monkeypatch.setenv("JAVA_HOME", str(new))
    assert jvm.find_java() == new


@pytest.mark.parametrize("broken", ["/nowhere", "", "."])
def test_a_broken_java_home_is_passed_over(monkeypatch, broken):
    monkeypatch.setenv("JAVA_HOME", broken)
    assert jvm.find_java() == jvm._bundled_java()


@linux_only
def test_the_variable_is_obeyed_or_refused(tmp_path, monkeypatch):
    monkeypatch.setenv(jvm.JAVA_VARIABLE, str(tmp_path / "nowhere"))
    with pytest.raises(BpsearchError, match="no working Java is there"):
        jvm.find_java()
    monkeypatch.setenv(jvm.JAVA_VARIABLE, str(fake_java(tmp_path / "old", "17.0.9")))
    with pytest.raises(BpsearchError, match="that is Java 17; it must be"):
        jvm.find_java()
    chosen = fake_java(tmp_path / "new", "23")
    monkeypatch.setenv(jvm.JAVA_VARIABLE, str(chosen))
    assert jvm.find_java() == chosen


def test_no_java_at_all(monkeypatch):
    monkeypatch.setattr(jvm, "_bundled_java", lambda: None)
    with pytest.raises(BpsearchError, match="no Java 21 or newer"):
        jvm.find_java()


def test_a_missing_jar(tmp_path, monkeypatch):
    (tmp_path / "pyserini").mkdir()
    (tmp_path / "pyserini" / "__init__.py").touch()
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, "pyserini", raising=False)
    with pytest.raises(BpsearchError, match="the installation of pyserini is incomplete"):
        jvm.find_jar()
    monkeypatch.setattr(sys, "path", [])
    with pytest.raises(BpsearchError, match="pyserini is not installed"):
        jvm.find_jar()


@pytest.mark.parametrize("heap", ["lots", "2", "-1g", "0g", "2gb", "1.5g", "2g -version"])
def test_a_heap_that_is_none(monkeypatch, heap):
    with pytest.raises(BpsearchError, match="such as 512m or 4g"):
        jvm.start(heap)
    monkeypatch.setenv(jvm.HEAP_VARIABLE, heap)
    with pytest.raises(BpsearchError, match="such as 512m or 4g"):
        jvm.start()


def test_the_heap_of_a_running_jvm_stays():
    started = jvm.start()
    assert jvm.start(started.heap) == started
    with pytest.raises(BpsearchError, match="already runs with a heap"):
        jvm.start("333m")


def python(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_the_heap_variable_and_a_useless_java_home():
    program = (
        "from bpsearch.lucene import jvm\n"
        "print(jvm.versions().lucene, jvm.java_class('java.lang.Runtime').getRuntime().maxMemory() >> 20)"
    )
    done = python(program, BPSEARCH_HEAP="96m", JAVA_HOME="/nowhere")
    lucene, heap = done.stdout.split()
    assert lucene.startswith("9.")
    assert 64 <= int(heap) <= 96


def test_a_bad_heap_on_the_command_line():
    done = python("import sys; sys.argv[1:] = ['--version']; from bpsearch.cli import main; main()", BPSEARCH_HEAP="9z")
    assert done.returncode == 1
    assert done.stderr.startswith("error: heap '9z'")


def test_searching_loads_nothing_heavy(demo_index):
    program = f"""
import json, sys, bpsearch
light = sorted(sys.modules)
index = bpsearch.open({str(demo_index.folder)!r})
index.search({{"1": "solar panels"}}, where="words >= 11")
print(json.dumps([light, sorted(sys.modules)]))
"""
    done = python(program)
    at_import, after_search = map(set, json.loads(done.stdout))
    assert not at_import & {"numpy", "jnius", "lxml", "rich", "typer", "pyserini"}
    heavy = {"torch", "transformers", "openai", "onnxruntime", "pyserini", "sklearn", "matplotlib", "pandas"}
    assert not after_search & heavy
