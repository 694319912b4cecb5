"""Merge the scored shards into the score table, the best sets and a summary."""

import numpy as np

from suitability.core.jobs import job
from suitability.core.tables import (
    fingerprint,
    read_json,
    read_tsv,
    write_json,
    write_parquet,
    write_tsv,
)
from suitability.report.summary import summarise
from suitability.scoring.performance import Contest
from suitability.scoring.score_table import to_frame
from suitability.scoring.shards import merge_shards, read_shard
from suitability.scoring.top_sets import top_sets


def score_table(inputs, outputs, contest, cross_validation, sets, seed, expected):
    made_of = fingerprint(
        [inputs["samples"], inputs["folds"], inputs["features"]],
        contest,
        sets,
        seed,
        len(inputs["shards"]),
    )
    shards = [read_shard(path, made_of) for path in inputs["shards"]]
    samples = read_tsv(inputs["samples"], text=["sample", "label"])
    features = read_tsv(inputs["features"], text=["feature", "reason"])
    rule = Contest(**contest).rule(np.bincount(samples["class"]), cross_validation["repeats"])
    table, lists = merge_shards(shards, rule)
    kept = features.loc[features["kept"], "feature"].tolist()
    write_parquet(to_frame(table), outputs["scores"])
    write_tsv(top_sets(lists, kept, rule), outputs["top_sets"])
    write_json(
        summarise(
            samples,
            features,
            table,
            shards,
            {
                "cross_validation": cross_validation,
                "expected": expected,
                "seed": seed,
                "sets": sets,
            },
        )
        | {"record": read_json(inputs["record"])},
        outputs["summary"],
    )


if __name__ == "__main__":
    with job(snakemake.log[0]):
        score_table(
            inputs=dict(snakemake.input.items()),
            outputs=dict(snakemake.output.items()),
            contest=snakemake.params.contest,
            cross_validation=snakemake.params.cross_validation,
            sets=snakemake.params.sets,
            seed=snakemake.params.seed,
            expected=snakemake.params.expected,
        )
