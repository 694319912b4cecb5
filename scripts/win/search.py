"""Search feature sets at random for a budget, and state which winner was to be expected."""

import numpy as np

from suitability.core.jobs import job
from suitability.core.problem import read_problem
from suitability.core.randomness import stream
from suitability.core.tables import read_parquet, write_tsv
from suitability.data.feature_weights import feature_weights
from suitability.scoring.performance import Contest
from suitability.scoring.score_table import from_frame
from suitability.win import search as monte_carlo
from suitability.win.budget import draws
from suitability.win.percentage import exact_win


def search(inputs, output, name, contest, budget, sets, seed, threads):
    n = draws(budget)
    problem = read_problem(inputs["expression"], inputs["samples"], inputs["folds"], name)
    found = monte_carlo.search(
        problem,
        Contest(**contest),
        n,
        sets["size"],
        feature_weights(sets["weights"], inputs.get("weights"), problem),
        stream(seed, name, "search"),
        threads=threads,
    )
    table = from_frame(read_parquet(inputs["scores"]), contest["candidates"])
    win = dict(zip(table.candidates, exact_win(table, np.array([n]))[0], strict=True))
    write_tsv(monte_carlo.search_frame(n, found, problem.features, win), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        search(
            inputs=dict(snakemake.input.items()),
            output=snakemake.output.search,
            name=snakemake.wildcards.dataset,
            contest=snakemake.params.contest,
            budget=snakemake.params.budget,
            sets=snakemake.params.sets,
            seed=snakemake.params.seed,
            threads=snakemake.threads,
        )
