"""Write docs/configuration.md from the schema of the config."""

from pathlib import Path

import yaml

from suitability.workflow.config import describe

ROOT = Path(__file__).parent.parent

HEAD = """# The config

`config.yaml` is the study that ships; `--configfile mine.yaml` runs another in its place. All keys:
`NAME` stands for a name of your choice. This page is made from `config/schema.yaml` by `make docs`.

The file must be UTF-8 text. Snakemake reads it before the workflow can, and answers anything else,
or what is not YAML, with many lines, the last of which says what is wrong.

"""


def page():
    """Return the page as text."""
    schema = (ROOT / "config/schema.yaml").read_text(encoding="utf-8")
    return HEAD + describe(yaml.safe_load(schema))


if __name__ == "__main__":
    (ROOT / "docs/configuration.md").write_text(page(), encoding="utf-8")
