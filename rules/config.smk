"""The config, checked and completed, and what rules ask of it."""

import sys
from math import comb
from types import SimpleNamespace

import yaml

sys.path.insert(0, str(HOME / "scripts"))

from suitability.workflow.config import (
    check_permutations,
    check_repeated_keys,
    complete,
    endpoint_of,
)
from suitability.core.errors import InputError
from suitability.workflow.paths import as_rules_name, find, make_importable
from suitability.workflow.resources import (
    data_shape,
    permutations_memory,
    reading_memory,
    scoring_memory,
    scoring_minutes,
)
from suitability.workflow.code_digest import digest, digest_of_files

make_importable(HOME / "scripts")

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
SET_SIZE = config["score"]["sets"]["size"]
LARGEST_SET = max(map(int, SET_SIZE)) if isinstance(SET_SIZE, dict) else SET_SIZE
ALL_PAIRS = SET_SIZE == 2 and config["score"]["sets"]["sample"] is None

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


def code_of(*names):
    """Return a parameter that changes with the code of a script and of modules that it loads by name.

    Snakemake sees the script's time of change, not what it imports.
    """
    return lambda wildcards: digest(*(HOME / f"scripts/{name}.py" for name in names))


def drawn_by(function):
    """Return the parameters that name a figure's function and follow the code of its module."""
    name = function.split(".")[0]
    return {
        "code": code_of("figures/figure", f"suitability/figures/{name}"),
        "draw": function,
    }


def title_of(wildcards):
    """Return the title of a data set."""
    return TITLES[wildcards.dataset]


def score_memory(wildcards, input, threads):
    """Return the MB that scoring a shard, or a search, takes."""
    class_sizes, kept = data_shape(input.samples, input.features)
    sets = config["score"]["sets"]
    return scoring_memory(
        class_sizes,
        kept,
        config["cross_validation"]["repeats"],
        len(config["candidates"]),
        config["score"]["sensitivity_weight"] != 0.5,
        not ALL_PAIRS,
        LARGEST_SET * (sets["sample"] or 0),
        threads,
    )


def score_minutes(wildcards, input, threads):
    """Return the minutes that scoring a shard may take: some, and four times what is expected."""
    class_sizes, kept = data_shape(input.samples, input.features)
    sets = config["score"]["sets"]
    count = comb(kept, LARGEST_SET) if sets["sample"] is None else sets["sample"]
    minutes = scoring_minutes(
        count / int(wildcards.shards),
        SET_SIZE,
        not ALL_PAIRS,
        sum(class_sizes),
        **config["cross_validation"],
        threads=threads,
    )
    return int(10 + 4 * minutes)


def null_memory(wildcards, input, threads):
    """Return the MB that scoring under permuted labels takes."""
    return permutations_memory(
        *data_shape(input.samples, input.features),
        **config["cross_validation"],
        candidates=len(config["candidates"]),
        weighted=config["score"]["sensitivity_weight"] != 0.5,
        count=config["null"]["permutations"],
        threads=threads,
    )


def null_minutes(wildcards, input, threads):
    """Return the minutes that scoring under permuted labels may take."""
    class_sizes, _ = data_shape(input.samples, input.features)
    minutes = scoring_minutes(
        config["null"]["permutations"] * config["null"]["sets"],
        SET_SIZE,
        True,
        sum(class_sizes),
        **config["cross_validation"],
        threads=threads,
    )
    return int(10 + 4 * minutes)


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
        for name in ("samples", "features")
    }
    return score_memory(None, SimpleNamespace(**paths), threads)


for name, stanza in config["datasets"].items():
    stanza["title"] = stanza["title"] or name
    data_file(name, "expression")
    data_file(name, "samples")
    data_file(name, "preprocess", "probe_to_gene")

TITLES = {name: stanza["title"] for name, stanza in config["datasets"].items()}
