"""Score the same random feature sets under the labels as they are and under permuted ones."""

from suitability.core.jobs import job
from suitability.core.problem import load_for_scoring
from suitability.core.tables import read_tsv, write_parquet
from suitability.data.feature_weights import feature_weights, t_weights
from suitability.win.permutation_null import (
    permuted_orders,
    score_permutations,
    tables_frame,
)


def permutations(
    name,
    inputs,
    output,
    count,
    null_sets,
    sets,
    candidates,
    sensitivity_weight,
    tie_tolerance,
    seed,
    threads,
):
    values, labels, folds = load_for_scoring(
        inputs["expression"], inputs["samples"], inputs["folds"]
    )
    features = read_tsv(inputs["features"], text=["feature", "reason"])
    kept = features.loc[features["kept"], "feature"].tolist()
    weights = t_weights
    if sets["weights"] != "t":
        weights = feature_weights(sets["weights"], inputs.get("weights"), values, labels, kept)
    tables = score_permutations(
        values,
        labels,
        folds,
        permuted_orders(len(labels), count, seed, name),
        sets["size"],
        null_sets,
        weights,
        candidates,
        sensitivity_weight,
        tie_tolerance,
        seed=seed,
        dataset=name,
        threads=threads,
    )
    write_parquet(tables_frame(tables), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        permutations(
            snakemake.wildcards.dataset,
            dict(snakemake.input.items()),
            snakemake.output.permutations,
            snakemake.params.permutations,
            snakemake.params.null_sets,
            snakemake.params.sets,
            snakemake.params.candidates,
            snakemake.params.sensitivity_weight,
            snakemake.params.tie_tolerance,
            snakemake.params.seed,
            snakemake.threads,
        )
