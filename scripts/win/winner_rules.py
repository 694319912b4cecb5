"""Compute win percentages under several rules of who wins a feature set."""

from suitability.core.jobs import job
from suitability.core.problem import read_problem
from suitability.core.randomness import stream
from suitability.core.tables import write_tsv
from suitability.scoring.performance import Contest
from suitability.scoring.sets import random_sets
from suitability.win.percentage import n_grid
from suitability.win.permutation_null import tested_n
from suitability.win.winner_rules import SETS, compare_winner_rules


def winner_rules(inputs, outputs, name, contest, level, grid, seed):
    problem = read_problem(inputs["expression"], inputs["samples"], inputs["folds"], name)
    rng = stream(seed, name, "among the better")
    (sets,) = random_sets(len(problem.features), 2, SETS, None, rng)
    n = tested_n(n_grid(**grid), len(sets))
    win, summary = compare_winner_rules(problem, Contest(**contest), sets, n, level)
    write_tsv(win, outputs["win"])
    write_tsv(summary, outputs["summary"])


if __name__ == "__main__":
    with job(snakemake.log[0]):
        winner_rules(
            inputs=dict(snakemake.input.items()),
            outputs=dict(snakemake.output.items()),
            name=snakemake.wildcards.dataset,
            contest=snakemake.params.contest,
            level=snakemake.params.level,
            grid=snakemake.params.grid,
            seed=snakemake.params.seed,
        )
