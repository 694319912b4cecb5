"""The config, checked and completed, and what rules ask of it."""

import sys

import yaml

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


def data_set_title(wildcards):
    return config["datasets"][wildcards.dataset]["title"] or wildcards.dataset


for name, stanza in config["datasets"].items():
    for key in ("expression", "samples"):
        if not any(path.exists() for path in (Path(stanza[key]), HOME / stanza[key])):
            sys.exit(
                f"error: config: datasets.{name}.{key}: there is no file '{stanza[key]}' "
                f"in {Path.cwd()} or {HOME}; correct the path"
            )
