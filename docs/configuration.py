"""Write docs/configuration.md from the schema of the config."""

from pathlib import Path

import yaml

from suitability.workflow.config import describe

ROOT = Path(__file__).parent.parent

HEAD = """# The config

`config.yaml` is the default study; `--configfile mine.yaml` runs another one in its place. In the
keys below, `NAME` is a name of your choice. `make docs` makes this page from
`config/schema-with-defaults.yaml`.

Targets come first on the command line, before `--configfile`, which takes all words behind it for
files: `snakemake --cores 4 check --configfile mine.yaml`.

The file must be UTF-8 text. Snakemake reads it before the workflow does. If it is not UTF-8 or not
YAML, Snakemake prints many lines, and the last one names the error.

"""


def page():
    """Return the page as text."""
    schema = (ROOT / "config/schema-with-defaults.yaml").read_text(encoding="utf-8")
    return HEAD + describe(yaml.safe_load(schema))


if __name__ == "__main__":
    (ROOT / "docs/configuration.md").write_text(page(), encoding="utf-8")
