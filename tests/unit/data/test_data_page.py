"""The examples in docs/data.md are valid configs."""

import re
from pathlib import Path

import pytest
import yaml

from suitability.data.formats.dispatch import MATRICES, TABLES, format_of
from suitability.workflow.config import complete

HOME = Path(__file__).parents[3]
SCHEMA = yaml.safe_load((HOME / "config/schema-with-defaults.yaml").read_text())
PAGE = (HOME / "docs/data.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
ENDPOINTS = [yaml.safe_load(text) for text in re.findall(r"^\| `(\{.*?\})` \|", PAGE, re.MULTILINE)]
BASE = {
    "expression": "e.tsv",
    "samples": "s.tsv",
    "endpoint": {"column": "a", "negative": ["b"], "positive": ["c"]},
}


@pytest.mark.parametrize("block", BLOCKS)
def test_every_example_is_a_valid_stanza(block):
    example = yaml.safe_load(block)
    if block.startswith(" "):
        example = {"mine": BASE | example}
    assert list(complete({"datasets": example}, SCHEMA)["datasets"]) == list(example)


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=str)
def test_every_endpoint_is_valid(endpoint):
    datasets = {"mine": BASE, "other": BASE | {"endpoint": endpoint}}
    assert complete({"datasets": datasets}, SCHEMA)["datasets"]["other"]["endpoint"] == endpoint


def test_there_are_examples_of_each():
    assert len(BLOCKS) > 8
    assert len(ENDPOINTS) == 7


def test_the_table_of_formats_is_that_of_the_readers_and_of_the_schema():
    table = dict(re.findall(r"^\| `(\w+)` \| (.+?) \|", PAGE, re.MULTILINE))
    assert set(table) == {*TABLES, *MATRICES, "arff"}
    stanza = SCHEMA["properties"]["datasets"]["additionalProperties"]["properties"]
    assert set(stanza["format"]["enum"]) == {"auto", *table}
    for kind, name in table.items():
        if name.startswith("`"):
            assert format_of("x" + name.strip("`"), "auto") == kind
