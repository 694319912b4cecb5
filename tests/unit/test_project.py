"""What is written down twice says the same."""

import ast
import graphlib
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


# The rooms of the library, a floor a line: a module imports from its own room and from rooms on
# floors above it.
FLOORS = [
    {"core"},
    {"workflow", "data"},
    {"gaussian"},
    {"scoring"},
    {"win"},
    {"held_out", "permutation_tests", "reproducibility", "challenge"},
    {"figures"},
    {"report"},
    {"suitability"},
]
LIBRARY = ROOT / "scripts/suitability"


def imports_of(path):
    """Return the modules and packages of the project that a file imports, as dotted names."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import"
            modules = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= {name if is_module(name) else node.module for name in modules}
    return names


def is_module(name):
    path = ROOT.joinpath("scripts", *name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def room_of(name):
    part = name.split(".")[1:2]
    return part[0] if part and (LIBRARY / part[0]).is_dir() else "suitability"


def test_rooms_import_only_from_those_above_them():
    floor = {room: place for place, rooms in enumerate(FLOORS) for room in rooms}
    found = {path.name for path in LIBRARY.iterdir() if (path / "__init__.py").is_file()}
    assert found == set(floor) - {"suitability"}
    seen = 0
    for path in LIBRARY.rglob("*.py"):
        own = path.relative_to(LIBRARY.parent).with_suffix("").as_posix().replace("/", ".")
        room = room_of(own)
        for name in imports_of(path):
            assert name.split(".")[0] != "snakemake", path
            if name.startswith("suitability."):
                other = room_of(name)
                assert other == room or floor[other] < floor[room], f"{own} imports {name}"
                seen += 1
    assert seen > 100


def test_modules_import_each_other_without_a_circle():
    graph = {}
    for path in LIBRARY.rglob("*.py"):
        own = path.relative_to(LIBRARY.parent).with_suffix("").as_posix().replace("/", ".")
        graph[own.removesuffix(".__init__")] = imports_of(path)
    assert len(graph) > 50
    # Raises an error that names the circle.
    assert len(list(graphlib.TopologicalSorter(graph).static_order())) >= len(graph)


def test_no_folder_holds_more_than_about_a_dozen_files():
    for folder in (ROOT / "scripts", ROOT / "rules", ROOT / "tests"):
        for place in [folder, *(path for path in folder.rglob("*") if path.is_dir())]:
            files = [path for path in place.glob("*.*") if path.suffix in (".py", ".smk")]
            assert len(files) <= 15, place


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
        for text in re.split(r"^(?:use rule \w+ as|rule) ", path.read_text(), flags=re.M)[1:]:
            rules[re.match(r"\w+", text).group()] = text
    groups = profile["groups"]
    assert set(groups) <= set(rules)
    of_a_data_set = [rule for rule in groups if '"logs/{dataset}/' in rules[rule]]
    for group in profile["group-components"]:
        members = [rule for rule in groups if groups[rule] == group]
        assert len(members) == 1 or not set(members) & set(of_a_data_set), group
