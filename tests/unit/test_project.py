"""What is written down twice says the same."""

import importlib.util
import re
from pathlib import Path

import pytest
import yaml

import suitability

ROOT = Path(__file__).parents[2]
# Conda's name of a package where it differs from pip's.
CONDA_NAMES = {"matplotlib-base": "matplotlib"}


def test_the_page_on_the_config_is_that_of_the_schema():
    spec = importlib.util.spec_from_file_location("page", ROOT / "docs/configuration.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (ROOT / "docs/configuration.md").read_text(encoding="utf-8") == module.page()


def test_conda_and_pip_pin_the_same_versions():
    lock = (ROOT / "envs/requirements.lock").read_text()
    locked = {
        name.lower(): version for name, version in re.findall(r"^(\S+)==([^\s;]+)", lock, re.M)
    }
    conda = yaml.safe_load((ROOT / "envs/suitability.yaml").read_text())["dependencies"]
    pinned = dict(entry.split(" =", 1) for entry in conda if not entry.startswith("python "))
    assert len(pinned) > 10
    for name, version in pinned.items():
        assert locked[CONDA_NAMES.get(name, name)] == version, name


def test_the_version_is_told_once():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["version"] == suitability.__version__
    assert f"## {suitability.__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_modules_import_only_from_those_before_them():
    listed = re.findall(r"^    (.+)$", suitability.__doc__, re.MULTILINE)
    order = [module for line in listed for module in line.split(", ")]
    files = {path.stem: path for path in (ROOT / "scripts/suitability").glob("[!_]*.py")}
    assert sorted(order) == sorted(files)
    for place, module in enumerate(order):
        text = files[module].read_text(encoding="utf-8")
        used = set(re.findall(r"^from suitability\.(\w+) import", text, re.MULTILINE))
        for names in re.findall(r"^from suitability import (.+)$", text, re.MULTILINE):
            used |= set(names.split(", "))
        assert used <= set(order[:place]), module
        assert "snakemake" not in re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)


@pytest.mark.parametrize("page", ["README.md", *(f"docs/{p.name}" for p in ROOT.glob("docs/*.md"))])
def test_links_between_pages_lead_somewhere(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", text):
        assert ((ROOT / page).parent / target).exists(), target


CODE = [*sorted((ROOT / "scripts").rglob("*.py")), *sorted((ROOT / "rules").glob("*.smk"))]


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.name)
def test_nothing_runs_what_data_or_config_say(path):
    text = path.read_text()
    for word in (
        r"\beval\(",
        r"\bexec\(",
        r"\bpickle\b",
        r"\bsubprocess\b",
        r"os\.system",
        "shell:",
    ):
        assert not re.search(word, text), word
    assert not re.search(r"allow_pickle=True|yaml\.(unsafe_)?load\(", text)


def test_a_group_of_several_data_sets_has_no_rules_that_build_on_each_other():
    # Else a job may redo, after an edit, what another data set had finished (docs/cluster.md).
    profile = yaml.safe_load((ROOT / "profiles/slurm/config.yaml").read_text())
    rules = {}
    for path in ROOT.glob("rules/*.smk"):
        for text in re.split(r"^rule ", path.read_text(), flags=re.M)[1:]:
            rules[text.split(":")[0]] = text
    groups = profile["groups"]
    assert set(groups) <= set(rules)
    of_a_data_set = [rule for rule in groups if '"logs/{dataset}/' in rules[rule]]
    for group in profile["group-components"]:
        members = [rule for rule in groups if groups[rule] == group]
        assert len(members) == 1 or not set(members) & set(of_a_data_set), group
