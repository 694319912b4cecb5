"""Search feature sets at random for a budget, and tell which winner was to be expected."""

import numpy as np

from suitability.core.jobs import job
from suitability.core.problem import load_for_scoring
from suitability.core.randomness import stream
from suitability.core.tables import read_parquet, read_tsv, write_tsv
from suitability.data.feature_weights import feature_weights
from suitability.scoring.score_table import from_frame
from suitability.win import search as monte_carlo
from suitability.win.percentage import exact_win


def search(
    name,
    inputs,
    output,
    candidates,
    budget,
    sensitivity_weight,
    sets,
    tie_tolerance,
    seed,
    threads,
):
    n = monte_carlo.draws(budget)
    values, labels, folds = load_for_scoring(
        inputs["expression"], inputs["samples"], inputs["folds"]
    )
    features = read_tsv(inputs["features"], text=["feature", "reason"])
    kept = features.loc[features["kept"], "feature"].tolist()
    found = monte_carlo.search(
        values,
        labels,
        folds,
        n,
        sets["size"],
        feature_weights(sets["weights"], inputs.get("weights"), values, labels, kept),
        candidates,
        sensitivity_weight,
        tie_tolerance,
        stream(seed, name, "search"),
        threads=threads,
        label=name,
    )
    table = from_frame(read_parquet(inputs["scores"]), candidates)
    win = exact_win(table, np.array([n]))[0]
    write_tsv(monte_carlo.search_frame(n, found, kept, candidates, win), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        search(
            snakemake.wildcards.dataset,
            dict(snakemake.input.items()),
            snakemake.output.search,
            snakemake.params.candidates,
            snakemake.params.budget,
            snakemake.params.sensitivity_weight,
            snakemake.params.sets,
            snakemake.params.tie_tolerance,
            snakemake.params.seed,
            snakemake.threads,
        )
