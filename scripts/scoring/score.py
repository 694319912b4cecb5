"""Score a share of the feature sets with every candidate."""

from suitability.core.jobs import job
from suitability.core.problem import load_for_scoring
from suitability.core.randomness import stream
from suitability.core.tables import fingerprint, read_tsv, write_arrays
from suitability.data.feature_weights import feature_weights
from suitability.scoring.sets import choose_sets
from suitability.scoring.shards import score_shard


def score(
    name,
    inputs,
    output,
    shard,
    shards,
    candidates,
    sensitivity_weight,
    sets,
    tie_tolerance,
    seed,
    threads,
):
    values, labels, folds = load_for_scoring(
        inputs["expression"], inputs["samples"], inputs["folds"]
    )
    features = read_tsv(inputs["features"], text=["feature", "reason"])
    kept = features.loc[features["kept"], "feature"].tolist()
    chosen = choose_sets(
        len(kept),
        sets["size"],
        sets["sample"],
        sets["replacement"],
        feature_weights(sets["weights"], inputs.get("weights"), values, labels, kept),
        stream(seed, name, "sets"),
    )
    arrays = score_shard(
        values,
        labels,
        folds,
        chosen,
        candidates,
        sensitivity_weight,
        tie_tolerance,
        shard - 1,
        shards,
        threads=threads,
        label=name,
    )
    made_of = fingerprint(
        [inputs["samples"], inputs["folds"], inputs["features"]],
        *[candidates, sensitivity_weight, sets, tie_tolerance, seed, shards],
    )
    write_arrays(output, made_of=made_of, **arrays)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        score(
            snakemake.wildcards.dataset,
            dict(snakemake.input.items()),
            snakemake.output.shard,
            int(snakemake.wildcards.shard),
            int(snakemake.wildcards.shards),
            snakemake.params.candidates,
            snakemake.params.sensitivity_weight,
            snakemake.params.sets,
            snakemake.params.tie_tolerance,
            snakemake.params.seed,
            snakemake.threads,
        )
