"""Search the study's samples, and try what is found on the second cohort."""

from suitability.core.jobs import job
from suitability.core.problem import read_problem
from suitability.core.tables import write_tsv
from suitability.held_out.scoring import drawing
from suitability.held_out.second_cohort import on_features, score_cohort, second_cohort_frame
from suitability.scoring.drawn_sets import shown_n
from suitability.scoring.performance import Contest
from suitability.win.percentage import n_grid


def second_cohort(inputs, output, name, contest, plan, settings, seed, threads):
    cohort = read_problem(inputs["cohort_expression"], inputs["cohort_samples"], None, name)
    study = read_problem(inputs["expression"], inputs["samples"], inputs["folds"], name)
    study = on_features(study, cohort.features)
    sets = settings["sets"]
    drawn = drawing(study, sets, plan["sets"], inputs.get("weights"), seed)
    total = drawn(study.values, study.labels).total
    n = shown_n(n_grid(**settings["win"]), total, len(study.features), sets)
    splits = score_cohort(study, cohort, Contest(**contest), drawn, n, seed=seed, threads=threads)
    write_tsv(second_cohort_frame(splits, settings["region"]), output)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        second_cohort(
            inputs=dict(snakemake.input.items()),
            output=snakemake.output.table,
            name=snakemake.wildcards.dataset,
            contest=snakemake.params.contest,
            plan=snakemake.params.plan,
            settings=snakemake.params.settings,
            seed=snakemake.params.seed,
            threads=snakemake.threads,
        )
