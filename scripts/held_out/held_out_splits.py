"""Score one draw of feature sets in every split of the samples."""

from suitability.core.jobs import inform, job, logger
from suitability.core.problem import read_problem
from suitability.core.tables import write_parquet
from suitability.held_out.recurring import name_features
from suitability.held_out.scoring import drawing, score_splits
from suitability.held_out.splits import Plan
from suitability.scoring.cost import check_cost
from suitability.scoring.drawn_sets import SETS_PER_N, shown_n
from suitability.scoring.performance import Contest
from suitability.scoring.sets import is_every_set
from suitability.win.percentage import n_grid

# If only smaller searches than this can be examined, it is shown on the terminal.
FEW_SEARCHED = 100


def held_out_splits(inputs, outputs, name, contest, plan, sets, win, seed, limit, threads):
    problem = read_problem(inputs["expression"], inputs["samples"], inputs["folds"], name)
    check_cost(problem, Contest(**contest), sets["size"], *limit)
    grouped = not Contest(**contest).general
    drawn = drawing(problem, sets, plan["sets"], inputs.get("weights"), seed, grouped)
    total = drawn(problem.values, problem.labels).total
    n = shown_n(n_grid(**win), total, len(problem.features), sets)
    if not is_every_set(total, len(problem.features), sets):
        report = inform if n[-1] < FEW_SEARCHED else logger.info
        report(
            f"{name}: held-out performance is computed up to N = {n[-1]:,}, as {total:,} feature "
            f"sets are drawn and {SETS_PER_N} are needed for each set of a search; for larger N "
            "raise held_out.sets"
        )
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
            limit=(snakemake.params.fits, snakemake.params.most_core_hours),
            threads=snakemake.threads,
        )
