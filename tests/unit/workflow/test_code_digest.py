"""A digest of code changes with what the code does, and with nothing else."""

import json
import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from suitability.workflow import code_digest

SCRIPTS = Path(__file__).parents[3] / "scripts"
RULES = {path.name: path.read_text() for path in (SCRIPTS.parent / "rules").glob("*.smk")}
FIGURE = "figures/figure.py"


def figure_functions():
    """Return the functions that the figures' rules name, such as `win.percentage.draw_study`."""
    return [name for text in RULES.values() for name in re.findall(r'drawn_by\("([\w.]+)"\)', text)]


def what_jobs_run(scripts):
    """Return by job the files that it loads by name: a script, and the module of a figure."""
    files = [
        path for path in scripts.rglob("*.py") if not path.is_relative_to(scripts / "suitability")
    ]
    jobs = {path.stem: [path] for path in files if path != scripts / FIGURE}
    for name in {name.rpartition(".")[0] for name in figure_functions()}:
        module = scripts / f"suitability/figures/{name.replace('.', '/')}.py"
        jobs[f"figure {name}"] = [scripts / FIGURE, module]
    return jobs


def forget():
    """Forget what was read, as a new run of Snakemake does."""
    code_digest._read.cache_clear()
    code_digest._files_of.cache_clear()


@pytest.fixture
def digests(tmp_path, monkeypatch):
    shutil.copytree(SCRIPTS, tmp_path / "scripts")
    monkeypatch.setattr(code_digest, "LIBRARY", tmp_path.resolve() / "scripts/suitability")
    forget()

    def digests(module=None, old="", new=""):
        if module:
            path = tmp_path / "scripts" / module
            text = path.read_text()
            assert old in text
            path.write_text(text.replace(old, new, 1))
        forget()
        jobs = what_jobs_run(tmp_path / "scripts")
        return {name: code_digest.digest(*files) for name, files in jobs.items()}

    yield digests
    forget()


def changed(before, after):
    return {name for name in before if before[name] != after[name]}


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("suitability/win/percentage.py", '"""', '"""Other words. '),
        ("suitability/win/percentage.py", "\nimport", "\n# Why.\nimport"),
        ("suitability/win/percentage.py", "def ", "\n\n\n\ndef "),
        ("win/win_exact.py", '"""', '"""Other words. '),
    ],
)
def test_comments_and_docstrings_do_not_count(digests, module, old, new):
    assert digests() == digests(module, old, new)


def test_a_module_counts_where_it_is_reached(digests):
    assert changed(digests(), digests("suitability/gaussian/arithmetic.py", "6.66", "6.67")) == {
        *{"score", "search", "permutations", "score_table", "model", "discrimination"},
        *{"winner_rules", "calibration_table", "null_bands", "validation", "figure discrimination"},
        *{"held_out_splits", "set_tests", "check"},
        *{"challenge_entry", "probes", "reproducibility_search", "second_cohort"},
        *{"features_alone"},
    }


@pytest.mark.parametrize(
    ("module", "old", "new", "figures"),
    [
        (
            "suitability/figures/win/percentage.py",
            "figsize=",
            "dpi=99, figsize=",
            {"win.percentage"},
        ),
        (
            "suitability/figures/panels.py",
            "figsize=",
            "dpi=99, figsize=",
            {
                *{"candidates", "discrimination", "held_out", "performance_density"},
                *{"reproducibility", "stability"},
                *{"win.percentage", "win.sampled", "win.winner_rules"},
            },
        ),
        (
            FIGURE,
            "draw.rpartition",
            "draw.rsplit",
            {name.rpartition(".")[0] for name in figure_functions()},
        ),
    ],
)
def test_the_code_of_a_figure_counts_for_the_figure(digests, module, old, new, figures):
    assert changed(digests(), digests(module, old, new)) == {f"figure {name}" for name in figures}


def test_a_script_counts_for_itself(digests):
    assert changed(digests(), digests("win/win_exact.py", "read_parquet(", "read_tsv(")) == {
        "win_exact"
    }


def test_the_parameters_of_each_rule_follow_its_code():
    scripts = []
    for text in RULES.values():
        for rule in re.split(r"^rule ", text, flags=re.MULTILINE)[1:]:
            for script in re.findall(r'"../scripts/([\w/]+.py)"', rule):
                scripts.append(script)
                code = f'code=code_of("{script.removesuffix(".py")}")'
                assert code in rule or script in ("data/download.py", FIGURE), rule
    assert len(scripts) > 20
    assert scripts.count(FIGURE) == 1


def test_each_rule_of_a_figure_names_a_function_of_a_figure():
    figures = sum(text.count("use rule plot_") for text in RULES.values()) + 1
    functions = figure_functions()
    assert len(functions) == figures > 10
    for function in functions:
        module, _, name = function.rpartition(".")
        assert callable(getattr(import_module(f"suitability.figures.{module}"), name))


def test_a_digest_of_files_is_that_of_what_they_hold(tmp_path):
    def digest(*texts):
        code_digest._content.cache_clear()
        for name, text in zip("ab", texts, strict=False):
            (tmp_path / name).write_text(text)
        return code_digest.digest_of_files([tmp_path / "a", tmp_path / "b"])

    first = digest("1", "2")
    assert re.fullmatch("[0-9a-f]{16}", first)
    os.utime(tmp_path / "a", (1, 1))
    assert digest() == digest("1", "2") == first
    assert len({first, digest("2", "1"), digest("12", ""), digest("1", "3")}) == 4
    assert code_digest.digest_of_files([tmp_path]) == code_digest.digest_of_files(
        [tmp_path / "gone"]
    )


# Import what each job runs, and print the project's modules that this brought in.
IMPORTED = """
import importlib.util, json, os, sys
import matplotlib, numba, numpy, pandas, pyarrow.parquet, scipy.stats, sklearn.model_selection

root, jobs = sys.argv[1], json.loads(sys.argv[2])
sys.path.insert(0, root)
for job, paths in jobs.items():
    # A process for each: what one brings in does not count for the next.
    if os.fork() == 0:
        for path in paths:
            spec = importlib.util.spec_from_file_location("loaded", path)
            spec.loader.exec_module(importlib.util.module_from_spec(spec))
        files = [getattr(module, "__file__", None) for module in sys.modules.values()]
        found = [file for file in files if file and file.startswith(root)]
        os.write(1, (json.dumps([job, found]) + "\\n").encode())
        os._exit(0)
    assert os.wait()[1] == 0, job
"""


def test_whatever_a_job_imports_is_in_its_digest():
    root = SCRIPTS.resolve()
    jobs = what_jobs_run(root)
    assert len(jobs) > 25
    paths = json.dumps({job: [str(file) for file in files] for job, files in jobs.items()})
    run = subprocess.run(
        [sys.executable, "-c", IMPORTED, root, paths], capture_output=True, text=True, check=True
    )
    imported = dict(map(json.loads, run.stdout.splitlines()))
    assert set(imported) == set(jobs)
    for job, files in imported.items():
        reached = set(map(str, code_digest.reached(*jobs[job])))
        assert len(files) > 2, job
        assert set(files) <= reached, job


RELATIVE = """
from ... import top
from ..across import A
from .near import N
"""


@pytest.fixture
def library(tmp_path, monkeypatch):
    """A small library of packages within packages, and a script that uses it."""
    files = {
        "library/__init__.py": "",
        "library/room/__init__.py": "from . import beside",
        "library/room/beside.py": "B = 1",
        "library/room/part/__init__.py": "",
        "library/room/part/used.py": RELATIVE,
        "library/room/part/near.py": "N = 1",
        "library/room/across.py": "A = 1",
        "library/room/unused.py": "U = 1",
        "library/top.py": "T = 1",
        "script.py": "def run():\n    import library.room.part.used",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(code_digest, "LIBRARY", tmp_path.resolve() / "library")
    forget()
    yield tmp_path
    forget()


def test_packages_their_init_files_and_relative_imports_are_reached(library):
    reached = {
        path.relative_to(library.resolve()).as_posix()
        for path in code_digest.reached(library / "script.py")
    }
    everything = {path.relative_to(library).as_posix() for path in library.rglob("*.py")}
    assert reached == everything - {"library/room/unused.py"}


@pytest.mark.parametrize("name", ["__init__", "room/__init__", "room/part/near", "top"])
def test_an_edit_anywhere_below_changes_the_digest(library, name):
    before = code_digest.digest(library / "script.py")
    (library / f"library/{name}.py").write_text("X = 2")
    forget()
    assert code_digest.digest(library / "script.py") != before
