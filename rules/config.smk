"""The config, checked and completed, and what rules ask of it."""

import sys
from types import SimpleNamespace

import yaml

sys.path.insert(0, str(HOME / "scripts"))

from suitability.config import (
    check_permutations,
    check_repeated_keys,
    complete,
    endpoint_of,
)
from suitability.errors import InputError
from suitability.places import as_rules_name, find
from suitability.sources import digest, digest_of_files

# A config of one's own replaces the one that ships; it is not mixed with it.
if "datasets" not in config:

    configfile: HOME / "config.yaml"


try:
    for path in workflow.configfiles:
        check_repeated_keys(path)
    completed = complete(
        config,
        yaml.safe_load((HOME / "config/schema.yaml").read_text(encoding="utf-8")),
    )
    check_permutations(completed["null"]["level"], completed["null"]["permutations"])
except InputError as error:
    sys.exit(f"error: {error}")
config.clear()
config.update(completed)

DATASETS = list(config["datasets"])
DOWNLOADS = [f"downloads/{name}" for name in config["downloads"]]


SIMULATED = [
    f"simulated/{name}{end}"
    for name in config["simulated"]
    for end in (".parquet", "-samples.tsv")
]


def download_records(dataset):
    """Return what says that a data set's files were fetched and checked, for those that are."""
    stanza = config["datasets"][dataset]
    paths = (
        stanza["expression"],
        stanza["samples"],
        stanza["preprocess"]["probe_to_gene"],
    )
    named = [as_rules_name(path, DOWNLOADS) for path in paths if path]
    return [f"{path}.json" for path in named if path in DOWNLOADS]


def data_file(dataset, *keys):
    """Find a data set's file in the working directory, else in the workflow's folder.

    Nothing is returned where none is given.
    """
    given = config["datasets"][dataset]
    for key in keys:
        given = given[key]
    if not given:
        return []
    return find_file(given, f"datasets.{dataset}.{'.'.join(keys)}")


def find_file(given, key):
    """Find a file that the config names, or let a rule make it."""
    name = as_rules_name(given, [*DOWNLOADS, *SIMULATED])
    if name in DOWNLOADS or name in SIMULATED:
        return name
    try:
        path = find(given, key, (Path.cwd(), HOME))
    except InputError as error:
        sys.exit(f"error: {error}")
    return str(Path(given) if path == Path.cwd() / given else path)


def files_of_ones_own(dataset):
    """Return the files of a data set that no rule makes."""
    keys = ("expression",), ("samples",), ("preprocess", "probe_to_gene")
    files = [data_file(dataset, *key) for key in keys]
    return [path for path in files if path and path not in DOWNLOADS + SIMULATED]


def code_of(script):
    """Return a parameter that changes where the code that a script runs does.

    Snakemake sees the script's time of change, not what it imports.
    """
    return lambda wildcards: digest(HOME / f"scripts/{script}.py")


def score_memory(wildcards, input, threads):
    """Return MB: values in test order, twice, a histogram of scores a thread, sampled sets."""
    samples = sum(1 for _ in open(input.samples)) - 1
    repeats = config["cross_validation"]["repeats"]
    finer = 1 if config["score"]["sensitivity_weight"] == 0.5 else 10
    scores = finer * repeats * samples**2 / 2
    histogram = scores * 2 ** len(config["candidates"]) * 8 / 1e6
    sets = config["score"]["sets"]
    largest = (
        max(map(int, sets["size"])) if isinstance(sets["size"], dict) else sets["size"]
    )
    sampled = 40 * (largest + 1) * (sets["sample"] or 0) / 1e6
    return int(500 + 5 * repeats * input.size_mb + (threads + 2) * histogram + sampled)


def score_minutes(wildcards, input):
    """Return minutes that scoring a shard takes on one slow core, and more."""
    sets = config["score"]["sets"]
    if sets["sample"] is None and sets["size"] in (1, 2):
        return int(10 + input.size_mb**2 / 10 / int(wildcards.shards))
    millions = (sets["sample"] or 1e8) / 1e6
    return int(10 + millions * input.size_mb / int(wildcards.shards))


def weights_file():
    """Return the input that the sampling weights of features are, if they are a table."""
    given = config["score"]["sets"]["weights"]
    if given in (None, "t"):
        return {}
    return {"weights": find_file(given, "score.sets.weights")}


def memory_of_scoring(dataset, threads):
    """Return the MB that the scoring of a data set asks for, as its rule reckons them."""
    paths = {
        name: rules.dataset.output[name].format(dataset=dataset)
        for name in ("expression", "samples", "features", "folds")
    }
    size_mb = sum(Path(path).stat().st_size for path in paths.values()) / 1024**2
    return score_memory(None, SimpleNamespace(**paths, size_mb=size_mb), threads)


for name, stanza in config["datasets"].items():
    stanza["title"] = stanza["title"] or name
    data_file(name, "expression")
    data_file(name, "samples")
    data_file(name, "preprocess", "probe_to_gene")

TITLES = {name: stanza["title"] for name, stanza in config["datasets"].items()}
