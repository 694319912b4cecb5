"""Score a share of the feature pairs with every candidate."""

from suitability.datasets import load_for_scoring
from suitability.feature_sets import score_shard
from suitability.jobs import job
from suitability.tables import write_arrays


def score(
    name,
    expression,
    samples,
    folds,
    output,
    shard,
    shards,
    candidates,
    sensitivity_weight,
    tie_tolerance,
    threads,
):
    values, labels, test_folds = load_for_scoring(expression, samples, folds)
    arrays = score_shard(
        values,
        labels,
        test_folds,
        candidates,
        sensitivity_weight,
        tie_tolerance,
        shard - 1,
        shards,
        threads=threads,
        label=name,
    )
    write_arrays(output, **arrays)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        score(
            snakemake.wildcards.dataset,
            snakemake.input.expression,
            snakemake.input.samples,
            snakemake.input.folds,
            snakemake.output.shard,
            int(snakemake.wildcards.shard),
            int(snakemake.wildcards.shards),
            snakemake.params.candidates,
            snakemake.params.sensitivity_weight,
            snakemake.params.tie_tolerance,
            snakemake.threads,
        )
