"""Write how likely a larger study confirms what searches for feature sets report."""

import numpy as np

from suitability.core.jobs import job
from suitability.core.problem import read_problem
from suitability.core.tables import write_tsv
from suitability.data.feature_weights import feature_weights, t_weights
from suitability.reproducibility.search import Plan, search_index, searched_splits
from suitability.scoring.performance import Contest
from suitability.scoring.sets import random_sets


def reproducibility_search(inputs, output, name, contest, plan, sets, seed):
    problem = read_problem(inputs["expression"], inputs["samples"], inputs["folds"], name)
    given = None
    if sets["weights"] != "t":
        given = feature_weights(sets["weights"], inputs.get("weights"), problem)

    def draw(values, labels, count, rng):
        weights = given
        if sets["weights"] == "t":
            weights = np.nan_to_num(t_weights(values, labels))
        return random_sets(values.shape[1], sets["size"], count, weights, rng)

    searches = searched_splits(problem, Contest(**contest), draw, Plan(**plan), seed)
    write_tsv(search_index(searches), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        reproducibility_search(
            inputs=dict(snakemake.input.items()),
            output=snakemake.output.table,
            name=snakemake.wildcards.dataset,
            contest=snakemake.params.contest,
            plan=snakemake.params.plan,
            sets=snakemake.params.sets,
            seed=snakemake.params.seed,
        )
