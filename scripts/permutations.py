"""Score the same random feature sets under the labels as they are and under permuted ones."""

from suitability.datasets import load_for_scoring
from suitability.feature_sets import score_labelings
from suitability.jobs import job
from suitability.permutation_null import permuted_orders, tables_frame
from suitability.randomness import stream
from suitability.set_sampling import random_sets
from suitability.tables import write_parquet


def permutations(
    name,
    expression,
    samples,
    folds,
    output,
    count,
    sets,
    size,
    candidates,
    sensitivity_weight,
    tie_tolerance,
    seed,
    threads,
):
    values, labels, test_folds = load_for_scoring(expression, samples, folds)
    tables = score_labelings(
        values,
        labels,
        test_folds,
        random_sets(values.shape[1], size, sets, stream(seed, name, "null sets")),
        permuted_orders(len(labels), count, seed, name),
        candidates,
        sensitivity_weight,
        tie_tolerance,
        threads=threads,
        label=name,
    )
    write_parquet(tables_frame(tables), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        permutations(
            snakemake.wildcards.dataset,
            snakemake.input.expression,
            snakemake.input.samples,
            snakemake.input.folds,
            snakemake.output.permutations,
            snakemake.params.permutations,
            snakemake.params.sets,
            snakemake.params.size,
            snakemake.params.candidates,
            snakemake.params.sensitivity_weight,
            snakemake.params.tie_tolerance,
            snakemake.params.seed,
            snakemake.threads,
        )
