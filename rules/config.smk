"""The config, checked and completed, and functions of it that the rules use."""

import sys

import yaml

sys.path.insert(0, str(HOME / "scripts"))

from suitability.workflow.config import (
    check_permutations,
    check_repeated_keys,
    complete,
    endpoint_of,
    second_cohort_of,
)
from suitability.core.errors import InputError
from suitability.workflow.input_paths import as_rules_name, find, make_importable
from suitability.workflow.code_digest import digest, digest_of_files

make_importable(HOME / "scripts")

# A user's config replaces the default study; the two are not merged.
if "datasets" not in config:

    configfile: HOME / "config.yaml"


try:
    for path in workflow.configfiles:
        check_repeated_keys(path)
    completed = complete(
        config,
        yaml.safe_load(
            (HOME / "config/schema-with-defaults.yaml").read_text(encoding="utf-8")
        ),
    )
    check_permutations(completed["null"]["level"], completed["null"]["permutations"])
except InputError as error:
    sys.exit(f"error: {error}")
config.clear()
config.update(completed)

DATASETS = list(config["datasets"])
REPEATS_AND_FOLDS = {
    key: config["cross_validation"][key] for key in ("repeats", "folds")
}
DOWNLOADS = [f"downloads/{name}" for name in config["downloads"]]
SET_SIZE = config["score"]["sets"]["size"]
LARGEST_SET = max(map(int, SET_SIZE)) if isinstance(SET_SIZE, dict) else SET_SIZE
CONTEST = {
    "candidates": config["candidates"],
    "sensitivity_weight": config["score"]["sensitivity_weight"],
    "tie_tolerance": config["score"]["tie_tolerance"],
}
ALL_PAIRS = SET_SIZE == 2 and config["score"]["sets"]["sample"] is None
PAIRS_IN_GROUPS = SET_SIZE == 2 and config["score"]["sets"]["weights"] is None
PLAN = {
    key: config["held_out"][key]
    for key in ("outer_folds", "outer_repeats", "sets", "splits")
}

SIMULATED = [
    f"simulated/{name}{end}"
    for name in config["simulated"]
    for end in (".parquet", "-samples.tsv")
]


# The keys of a data set, and of its second cohort, that name files.
FILE_KEYS = (
    ("expression",),
    ("samples",),
    ("preprocess", "probe_to_gene"),
    ("feature_names",),
)
COHORT_FILE_KEYS = ("validation", "expression"), ("validation", "samples"), *FILE_KEYS


def given_path(dataset, keys):
    """Return the path that the config names at some keys of a data set."""
    given = config["datasets"][dataset]
    for key in keys:
        given = given[key]
    return given


def download_records(dataset, file_keys=FILE_KEYS):
    """Return the records of those files of a data set that are fetched."""
    paths = [given_path(dataset, keys) for keys in file_keys]
    named = [as_rules_name(path, DOWNLOADS) for path in paths if path]
    return [f"{path}.json" for path in named if path in DOWNLOADS]


def data_file(dataset, *keys):
    """Find a data set's file in the working directory, else in the workflow's folder.

    An empty list is returned if the config names none.
    """
    given = given_path(dataset, keys)
    if not given:
        return []
    return find_file(given, f"datasets.{dataset}.{'.'.join(keys)}")


def find_file(given, key):
    """Find a file that the config names, or return the name under which a rule makes it."""
    name = as_rules_name(given, [*DOWNLOADS, *SIMULATED])
    if name in DOWNLOADS or name in SIMULATED:
        return name
    try:
        path = find(given, key, (Path.cwd(), HOME))
    except InputError as error:
        sys.exit(f"error: {error}")
    return str(Path(given) if path == Path.cwd() / given else path)


def cohort_file(dataset, key):
    """Find a file of a data set's second cohort, by default that of the data set."""
    return data_file(dataset, "validation", key) or data_file(dataset, key)


def users_files(dataset, file_keys=FILE_KEYS):
    """Return the files of a data set that are not made by a rule."""
    files = [data_file(dataset, *keys) for keys in file_keys]
    return [path for path in files if path and path not in DOWNLOADS + SIMULATED]


def code_of(*names):
    """Return a parameter that changes with the code of a script and of modules loaded by name.

    Snakemake compares only the script itself, not what it imports.
    """
    return lambda wildcards: digest(*(HOME / f"scripts/{name}.py" for name in names))


def drawn_by(function):
    """Return the parameters that name a figure's function and follow the code of its module."""
    name = function.rpartition(".")[0].replace(".", "/")
    return {
        "code": code_of("figures/figure", f"suitability/figures/{name}"),
        "draw": function,
    }


def title_of(wildcards):
    """Return the title of a data set."""
    return TITLES[wildcards.dataset]


def weights_file():
    """Return the table of sampling weights as an input, if there is one."""
    given = config["score"]["sets"]["weights"]
    if given in (None, "t"):
        return {}
    return {"weights": find_file(given, "score.sets.weights")}


for name, stanza in config["datasets"].items():
    stanza["title"] = stanza["title"] or name
    for keys in COHORT_FILE_KEYS:
        data_file(name, *keys)

# The data sets with a second cohort, and its stanza.
COHORTS = {
    name: cohort
    for name, stanza in config["datasets"].items()
    if (cohort := second_cohort_of(stanza))
}
TITLES = {name: stanza["title"] for name, stanza in config["datasets"].items()}
