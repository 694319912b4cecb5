"""The memory that jobs ask for is what they take, and not much more."""

import json
import re

import numpy as np
import pandas as pd
import pytest

from workflow.conftest import snakemake

SHAPES = [(240, 4000)]


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    directory = tmp_path_factory.mktemp("memory")
    rng = np.random.default_rng(1)
    datasets = {}
    for samples, features in SHAPES:
        name = f"s{samples}x{features}"
        columns = [f"s{i}" for i in range(samples)]
        values = pd.DataFrame(rng.normal(size=(features, samples)), columns=columns)
        values.insert(0, "feature", [f"g{i}" for i in range(features)])
        values.to_csv(directory / f"{name}.tsv", sep="\t", index=False)
        classes = [f"{column}\t{'ab'[i % 2]}" for i, column in enumerate(columns)]
        (directory / f"{name}-samples.tsv").write_text("\n".join(["sample\tclass", *classes]))
        datasets[name] = {
            "expression": f"{name}.tsv",
            "samples": f"{name}-samples.tsv",
            "endpoint": {"column": "class", "negative": ["a"], "positive": ["b"]},
        }
    study = {
        "datasets": datasets,
        "score": {"shards": 200},
        "null": {"permutations": 20, "sets": 2000},
        "held_out": {"splits": 5, "outer_repeats": 2, "sets": 2000},
    }
    (directory / "study.yaml").write_text(json.dumps(study))
    made = ("shards/1-of-200.npz", "permutations.parquet")
    targets = [f"results/{name}/{file}" for name in datasets for file in made]
    arguments = "--configfile", "study.yaml", "--benchmark-extended", "--notemp"
    run = snakemake(directory, *targets, *arguments)
    assert run.returncode == 0, run.stderr
    return directory


@pytest.mark.parametrize("job", ["dataset", "score-1-of-200", "permutations"])
@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_asked_for_is_taken(study, job, shape):
    name = f"s{shape[0]}x{shape[1]}"
    taken = int(re.search(r"peak memory: (\d+)", (study / f"logs/{name}/{job}.log").read_text())[1])
    resources = pd.read_csv(study / f"benchmarks/{name}/{job}.tsv", sep="\t")["resources"].item()
    asked = int(re.search(r"'mem_mb': (\d+)", resources)[1])
    # Compiling, which takes this much, is done by whichever job is the first.
    compiling = 0 if job == "dataset" else 110
    assert taken <= asked <= 1.25 * (taken + compiling)
