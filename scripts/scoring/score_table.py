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
from suitability.scoring.score_table import score_rule, to_frame
from suitability.scoring.shards import merge_shards, read_shard, top_sets


def score_table(
    shards,
    samples,
    features,
    folds,
    record,
    outputs,
    candidates,
    cross_validation,
    sensitivity_weight,
    tie_tolerance,
    seed,
    sets,
    expected,
):
    made_of = fingerprint(
        [samples, folds, features],
        *[candidates, sensitivity_weight, sets, tie_tolerance, seed, len(shards)],
    )
    shards = [read_shard(path, made_of) for path in shards]
    samples = read_tsv(samples, text=["sample", "label"])
    features = read_tsv(features, text=["feature", "reason"])
    rule = score_rule(
        np.bincount(samples["class"]),
        cross_validation["repeats"],
        sensitivity_weight,
        tie_tolerance,
    )
    table, lists = merge_shards(shards, rule, candidates)
    kept = features.loc[features["kept"], "feature"].tolist()
    write_parquet(to_frame(table), outputs["scores"])
    write_tsv(top_sets(lists, kept, rule, candidates), outputs["top_sets"])
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
        | {"record": read_json(record)},
        outputs["summary"],
    )


if __name__ == "__main__":
    with job(snakemake.log[0]):
        score_table(
            snakemake.input.shards,
            snakemake.input.samples,
            snakemake.input.features,
            snakemake.input.folds,
            snakemake.input.record,
            dict(snakemake.output.items()),
            snakemake.params.candidates,
            snakemake.params.cross_validation,
            snakemake.params.sensitivity_weight,
            snakemake.params.tie_tolerance,
            snakemake.params.seed,
            snakemake.params.sets,
            snakemake.params.expected,
        )
