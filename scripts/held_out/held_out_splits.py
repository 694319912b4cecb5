"""Score one draw of feature sets in every split of the samples."""

from suitability.core.jobs import job
from suitability.core.problem import read_problem
from suitability.core.tables import write_parquet
from suitability.held_out.recurring import name_features
from suitability.held_out.scoring import drawing, score_splits
from suitability.held_out.splits import Plan
from suitability.scoring.drawn_sets import shown_n
from suitability.scoring.performance import Contest
from suitability.win.percentage import n_grid


def held_out_splits(inputs, outputs, name, contest, plan, sets, win, seed, threads):
    problem = read_problem(inputs["expression"], inputs["samples"], inputs["folds"], name)
    drawn = drawing(problem, sets, plan["sets"], inputs.get("weights"), seed)
    total = drawn(problem.values, problem.labels).total
    n = shown_n(n_grid(**win), total, len(problem.features), sets)
    found = score_splits(
        problem, Contest(**contest), drawn, Plan(**plan), n, seed=seed, threads=threads
    )
    write_parquet(found.splits, outputs["splits"])
    write_parquet(name_features(found.best, problem.features), outputs["best"])


if __name__ == "__main__":
    with job(snakemake.log[0]):
        held_out_splits(
            inputs=dict(snakemake.input.items()),
            outputs=dict(snakemake.output.items()),
            name=snakemake.wildcards.dataset,
            contest=snakemake.params.contest,
            plan=snakemake.params.plan,
            sets=snakemake.params.sets,
            win=snakemake.params.win,
            seed=snakemake.params.seed,
            threads=snakemake.threads,
        )
