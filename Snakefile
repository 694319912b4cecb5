"""Which classifier suits each data set of a study, and how hard must one search for that?"""

import sys
from pathlib import Path

import yaml
from snakemake.utils import min_version

min_version("9.20")

HOME = Path(workflow.current_basedir)
sys.path.insert(0, str(HOME / "scripts"))

from suitability.config import complete
from suitability.errors import InputError

# A config of one's own replaces the one that ships; it is not mixed with it.
if "datasets" not in config:

    configfile: HOME / "config.yaml"


try:
    completed = complete(
        config, yaml.safe_load((HOME / "config/schema.yaml").read_text())
    )
except InputError as error:
    sys.exit(f"error: {error}")
config.clear()
config.update(completed)

DATASETS = list(config["datasets"])


def data_file(key):
    """Find a data set's file in the working directory, else in the workflow's folder."""

    def find(wildcards):
        given = config["datasets"][wildcards.dataset][key]
        return given if Path(given).exists() else str(HOME / given)

    return find


for name, stanza in config["datasets"].items():
    for key in ("expression", "samples"):
        if not any(path.exists() for path in (Path(stanza[key]), HOME / stanza[key])):
            sys.exit(
                f"error: config: datasets.{name}.{key}: there is no file '{stanza[key]}' "
                f"in {Path.cwd()} or {HOME}; correct the path"
            )


wildcard_constraints:
    dataset="|".join(DATASETS),
    shard=r"\d+",
    shards=r"\d+",


include: "rules/data.smk"
include: "rules/score.smk"
include: "rules/win.smk"
include: "rules/null.smk"
include: "rules/figures.smk"
include: "rules/report.smk"


rule all:
    default_target: True
    input:
        "results/report.html",


rule tables:
    input:
        expand(
            "results/{dataset}/{table}",
            dataset=DATASETS,
            table=[
                "scores.parquet",
                "win_exact.tsv",
                "win_sampled.tsv",
                "null_bands.tsv",
            ],
        ),


rule figures:
    input:
        STUDY_FIGURES,
        expand(
            "results/{dataset}/figures/{figure}.svg", dataset=DATASETS, figure=FIGURES
        ),
