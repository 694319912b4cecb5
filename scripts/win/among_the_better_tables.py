"""Compute win percentages under several rules of who wins a feature set."""

from suitability.core.jobs import job
from suitability.core.problem import load_for_scoring
from suitability.core.randomness import stream
from suitability.core.tables import write_tsv
from suitability.scoring.sets import random_sets
from suitability.win.percentage import n_grid
from suitability.win.permutation_null import tested_n
from suitability.win.winner_rules import SETS, among_the_better


def among_the_better_tables(
    name,
    expression,
    samples,
    folds,
    outputs,
    candidates,
    level,
    n_max,
    points_per_decade,
    sensitivity_weight,
    seed,
):
    values, labels, test_folds = load_for_scoring(expression, samples, folds)
    kept = values.shape[1]
    (sets,) = random_sets(kept, 2, SETS, None, stream(seed, name, "among the better"))
    win, rules = among_the_better(
        values,
        labels,
        test_folds,
        sets,
        tested_n(n_grid(n_max, points_per_decade), len(sets)),
        candidates,
        sensitivity_weight,
        kept,
        level,
    )
    write_tsv(win, outputs["win"])
    write_tsv(rules, outputs["rules"])


if __name__ == "__main__":
    with job(snakemake.log[0]):
        among_the_better_tables(
            snakemake.wildcards.dataset,
            snakemake.input.expression,
            snakemake.input.samples,
            snakemake.input.folds,
            dict(snakemake.output.items()),
            snakemake.params.candidates,
            snakemake.params.level,
            snakemake.params.n_max,
            snakemake.params.points_per_decade,
            snakemake.params.sensitivity_weight,
            snakemake.params.seed,
        )
