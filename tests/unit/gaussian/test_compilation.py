"""Machine code is kept between processes, and does without where it cannot be."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")

MODULE = """
import numpy as np
from suitability.gaussian.compilation import Stored, compiled

@compiled
def addend(x):
    return x[0]

@Stored
def sums(x, times):
    total = x[0] * 0
    for i in range(times):
        total += addend(x)
    return total

if __name__ == "__main__":
    for kind in (np.int16, np.float64):
        ready = sums.ready_for(np.ones(1, kind), 0)
        print(ready(np.full(1, 2.5, kind), 4), sum(ready.stats.cache_hits.values()))
"""


@pytest.fixture
def run(tmp_path):
    path = tmp_path / "module.py"
    path.write_text(MODULE)

    def run(cache=tmp_path / "cache", **environment):
        scripts = Path(__file__).parents[3] / "scripts"
        known = {"PYTHONPATH": str(scripts), "NUMBA_CACHE_DIR": str(cache)}
        return subprocess.Popen(
            [sys.executable, path],
            env={**os.environ, **known, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return run


def said(process):
    output, errors = process.communicate()
    assert process.returncode == 0, errors
    return output.splitlines()


def test_the_second_process_finds_the_code_of_the_first(run):
    assert said(run()) == ["8 0", "10.0 0"]
    assert said(run()) == ["8 1", "10.0 2"]


def test_processes_at_once_get_the_code_for_their_types(run):
    for process in [run() for _ in range(4)]:
        assert [line.split()[0] for line in said(process)] == ["8", "10.0"]
    assert said(run()) == ["8 1", "10.0 2"]


def test_other_settings_have_code_of_their_own(run):
    said(run())
    assert said(run(NUMBA_BOUNDSCHECK="1")) == ["8 0", "10.0 0"]


def test_without_a_place_for_files_code_is_compiled(run, tmp_path):
    (tmp_path / "file").touch()
    assert said(run(tmp_path / "file" / "folder")) == ["8 0", "10.0 0"]


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("content", [b"", b"\x80\x05 spoilt"])
def test_a_spoilt_file_does_no_harm(run, tmp_path, ending, content):
    said(run())
    files = list((tmp_path / "cache").rglob(f"*.{ending}"))
    assert files
    for file in files:
        file.write_bytes(content)
    assert [line.split()[0] for line in said(run())] == ["8", "10.0"]


SCRIPTS = Path(__file__).parents[3] / "scripts"
ADDEND = """
from suitability.gaussian.compilation import compiled

@compiled
def addend(x):
    return x[0]
"""


@pytest.fixture
def run_in_library(tmp_path):
    """Run the module as a part of a copy of the library, with a function of another package."""
    library = tmp_path / "scripts/suitability"
    shutil.copytree(SCRIPTS / "suitability", library, ignore=shutil.ignore_patterns("__pycache__"))
    (library / "near").mkdir()
    (library / "far").mkdir()
    own = MODULE.replace("\n@compiled\ndef addend(x):\n    return x[0]\n", "")
    own = own.replace(
        "import Stored, compiled", "import Stored\nfrom suitability.far.addends import addend"
    )
    (library / "near/module.py").write_text(own)
    (library / "far/addends.py").write_text(ADDEND)
    for name in ("near", "far"):
        (library / name / "__init__.py").touch()

    def run():
        path = {"PYTHONPATH": str(tmp_path / "scripts"), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        return said(
            subprocess.Popen(
                [sys.executable, "-m", "suitability.near.module"],
                env={**os.environ, **path},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        )

    return run, library


def test_an_edit_of_a_module_that_a_kernel_reaches_makes_code_anew(run_in_library):
    run, library = run_in_library
    assert run() == ["8 0", "10.0 0"]
    assert run() == ["8 1", "10.0 2"]
    far = library / "far/addends.py"
    far.write_text(far.read_text().replace("x[0]", "x[0] + 1"))
    assert run() == ["12 0", "14.0 0"]


def test_an_edit_elsewhere_keeps_the_code(run_in_library):
    run, library = run_in_library
    assert run() == ["8 0", "10.0 0"]
    (library / "far/another.py").write_text("A = 1")
    with open(library / "figures/style.py", "a") as file:
        file.write("A = 1")
    assert run() == ["8 1", "10.0 2"]
