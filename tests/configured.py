"""Data sets read as a config describes them, for tests."""

from pathlib import Path

import yaml

from suitability.data.datasets import Files, read_dataset
from suitability.workflow.config import complete, endpoint_of

SCHEMA = yaml.safe_load(
    (Path(__file__).parents[1] / "config/schema-with-defaults.yaml").read_text()
)


def arguments(name, stanza, **config):
    """Return what the rule gives to `read_dataset`, from one stanza and other keys of a config."""
    config = complete({"datasets": {name: stanza}, **config}, SCHEMA)
    stanza = config["datasets"][name]
    return {
        "name": name,
        "files": Files(
            stanza["expression"],
            stanza["samples"] or None,
            stanza["preprocess"]["probe_to_gene"] or None,
            stanza["feature_names"] or None,
        ),
        "stanza": stanza | {"endpoint": endpoint_of(config["datasets"], name)},
        "normality": config["normality"],
        "cross_validation": config["cross_validation"],
        "seed": config["seed"],
    }


def read(name, stanza, **config):
    """Return the data set that a stanza describes."""
    return read_dataset(**arguments(name, stanza, **config))
