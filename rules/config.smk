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
from suitability.estimators.description import check_general, described, why_general
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
    completed["candidates"], ESTIMATORS = described(completed["candidates"])
    SETS, WHY_GENERAL = {}, {}
    for name, stanza in completed["datasets"].items():
        SETS[name] = dict(completed["score"]["sets"])
        SETS[name]["size"] = stanza["set_size"] or SETS[name]["size"]
        if SETS[name]["size"] == "all":
            SETS[name]["sample"] = None
        endpoint = endpoint_of(completed["datasets"], name)
        WHY_GENERAL[name] = why_general(ESTIMATORS, SETS[name]["size"], endpoint)
        check_general(
            WHY_GENERAL[name],
            SETS[name],
            completed["score"]["sensitivity_weight"],
            endpoint,
        )
except InputError as error:
    sys.exit(f"error: {error}")
config.clear()
config.update(completed)

DATASETS = list(config["datasets"])
REPEATS_AND_FOLDS = {
    key: config["cross_validation"][key] for key in ("repeats", "folds")
}
DOWNLOADS = [f"downloads/{name}" for name in config["downloads"]]
CONTEST = {
    "candidates": config["candidates"],
    "sensitivity_weight": config["score"]["sensitivity_weight"],
    "tie_tolerance": config["score"]["tie_tolerance"],
}
# So that studies of the built-in candidates alone do not depend on what others need.
if ESTIMATORS:
    for each in ESTIMATORS:
        path, is_file, _ = each["class"].rpartition(":")
        if is_file and Path(path).is_file():
            each["digest"] = digest_of_files([path])
    CONTEST["estimators"] = ESTIMATORS
# Whether some data set has sets that kernels do not score, and the data sets without.
GENERAL = any(WHY_GENERAL.values())
BUILT_IN = [name for name, why in WHY_GENERAL.items() if not why]
CONTESTS = {
    name: CONTEST | ({"general": True, "seed": config["seed"]} if why else {})
    for name, why in WHY_GENERAL.items()
}
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
    params = {
        "code": code_of("figures/figure", f"suitability/figures/{name}"),
        "draw": function,
    }
    if ESTIMATORS:
        params["linear"] = {each["name"]: each["linear"] for each in ESTIMATORS}
    return params


def of_built_in(pattern):
    """Return the input function of files of the data sets that kernels score, of which one must be."""

    def files(wildcards):
        if not BUILT_IN:
            sys.exit(
                "error: the reproducibility index of data sets is for the built-in candidates, two classes "
                "and sets of at most 8 features; no data set of the config has these"
            )
        return expand(pattern, dataset=BUILT_IN)

    return files


def sets_of(wildcards):
    """Return which feature sets of a data set are scored."""
    return SETS[wildcards.dataset]


def contest_of(wildcards):
    """Return how the candidates are compared on a data set."""
    return CONTESTS[wildcards.dataset]


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
