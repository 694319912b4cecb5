"""Compute win percentages under several rules of who wins a feature set."""

from suitability.core.jobs import job
from suitability.core.problem import load_for_scoring
from suitability.core.randomness import stream
from suitability.core.tables import write_tsv
from suitability.scoring.sets import random_sets
from suitability.win.percentage import n_grid
from suitability.win.permutation_null import tested_n
from suitability.win.winner_rules import SETS, among_the_better


def winner_rules(
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
    # The name of the stream decides the random numbers, so it stays.
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
    write_tsv(rules, outputs["summary"])


if __name__ == "__main__":
    with job(snakemake.log[0]):
        winner_rules(
            name=snakemake.wildcards.dataset,
            expression=snakemake.input.expression,
            samples=snakemake.input.samples,
            folds=snakemake.input.folds,
            outputs=dict(snakemake.output.items()),
            candidates=snakemake.params.candidates,
            level=snakemake.params.level,
            n_max=snakemake.params.n_max,
            points_per_decade=snakemake.params.points_per_decade,
            sensitivity_weight=snakemake.params.sensitivity_weight,
            seed=snakemake.params.seed,
        )
