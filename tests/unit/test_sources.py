"""A digest of code changes with what the code does, and with nothing else."""

import os
import re
import shutil
from pathlib import Path

import pytest

from suitability import sources

SCRIPTS = Path(__file__).parents[2] / "scripts"


@pytest.fixture
def digests(tmp_path, monkeypatch):
    shutil.copytree(SCRIPTS, tmp_path / "scripts")
    monkeypatch.setattr(sources, "LIBRARY", tmp_path / "scripts/suitability")

    def digests(module=None, old="", new=""):
        if module:
            path = tmp_path / "scripts" / module
            text = path.read_text()
            assert old in text
            path.write_text(text.replace(old, new, 1))
        sources._read.cache_clear()
        return {p.stem: sources.digest(p) for p in (tmp_path / "scripts").glob("*.py")}

    yield digests
    sources._read.cache_clear()


def changed(before, after):
    return {name for name in before if before[name] != after[name]}


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("suitability/win.py", '"""', '"""Other words. '),
        ("suitability/win.py", "\nimport", "\n# Why.\nimport"),
        ("suitability/win.py", "def ", "\n\n\n\ndef "),
        ("win_exact.py", '"""', '"""Other words. '),
    ],
)
def test_words_do_not_count(digests, module, old, new):
    assert digests() == digests(module, old, new)


def test_a_module_counts_where_it_is_reached(digests):
    assert changed(digests(), digests("suitability/arithmetic.py", "6.66", "6.67")) == {
        *{"score", "search", "permutations", "score_table", "report", "discrimination"},
        *{"among_the_better_tables", "calibration_table", "null_bands", "plot_discrimination"},
    }


def test_the_style_of_a_figure_counts_for_the_figure(digests):
    module = "suitability/plotting_win_percentage.py"
    assert changed(digests(), digests(module, "figsize=", "dpi=99, figsize=")) == {
        *{"plot_win_percentage", "plot_win_percentages"},
        *{"plot_performance_densities", "plot_study_win_sampled"},
    }


def test_a_script_counts_for_itself(digests):
    assert changed(digests(), digests("win_exact.py", "read_parquet(", "read_tsv(")) == {
        "win_exact"
    }


def test_each_rule_minds_its_code():
    for path in (SCRIPTS.parent / "rules").glob("*.smk"):
        for rule in path.read_text().split("\nrule ")[1:]:
            for script in re.findall(r'"../scripts/(\w+).py"', rule):
                assert f'code=code_of("{script}")' in rule or script == "download", rule


def test_a_digest_of_files_is_that_of_what_they_hold(tmp_path):
    def digest(*texts):
        sources._content.cache_clear()
        for name, text in zip("ab", texts, strict=False):
            (tmp_path / name).write_text(text)
        return sources.digest_of_files([tmp_path / "a", tmp_path / "b"])

    first = digest("1", "2")
    assert re.fullmatch("[0-9a-f]{16}", first)
    os.utime(tmp_path / "a", (1, 1))
    assert digest() == digest("1", "2") == first
    assert len({first, digest("2", "1"), digest("12", ""), digest("1", "3")}) == 4
    assert sources.digest_of_files([tmp_path]) == sources.digest_of_files([tmp_path / "gone"])
