"""A workflow of two small rules, whose jobs wait where a test wants them to."""

import os
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]

TABLE = "results/table.tsv"
SNAKEFILE = f"""
configfile: "config.yaml"

rule table:
    output:
        "{TABLE}",
    log:
        "logs/table.log",
    params:
        word=config["word"],
    script:
        "table.py"

rule other:
    output:
        "results/other.tsv",
    log:
        "logs/other.log",
    params:
        word=config["word"],
    script:
        "table.py"

include: "{ROOT}/rules/run.smk"
"""
# Files `hold-...` make the job wait.
SCRIPT = """
import os
import time
from pathlib import Path

def stage(name):
    Path(f"{name}-{snakemake.params.word}").touch()
    while Path(f"hold-{name}-{snakemake.params.word}").exists():
        time.sleep(0.05)

stage("import")

import pandas as pd
from suitability.core.jobs import job
from suitability.core.tables import write_tsv

with job(snakemake.log[0]):
    stage("work")
    write_tsv(pd.DataFrame({"word": [snakemake.params.word]}), snakemake.output[0])
"""


def write_workflow(directory):
    """Write the workflow into a new directory."""
    directory.mkdir()
    (directory / "Snakefile").write_text(SNAKEFILE)
    (directory / "table.py").write_text(SCRIPT)
    (directory / "config.yaml").write_text("word: first\n")


def environment(**changes):
    return {**os.environ, "PYTHONPATH": str(ROOT / "scripts"), **changes}


def until(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def words(directory, file=TABLE):
    return (directory / file).read_text().split()
