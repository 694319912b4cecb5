"""Which classifier suits each data set of a study, and how hard must one search for that?"""

from pathlib import Path

from snakemake.utils import min_version

min_version("9.20")

HOME = Path(workflow.current_basedir)


include: "rules/config.smk"
include: "rules/resources.smk"
include: "rules/methods.smk"


wildcard_constraints:
    dataset="|".join(DATASETS),
    shard=r"\d+",
    shards=r"\d+",


include: "rules/data.smk"
include: "rules/scoring.smk"
include: "rules/win.smk"
include: "rules/held_out.smk"
include: "rules/figures.smk"
include: "rules/permutation_tests.smk"
include: "rules/reproducibility.smk"
include: "rules/challenge.smk"
include: "rules/paper.smk"
include: "rules/report.smk"
include: "rules/run.smk"


rule all:
    default_target: True
    input:
        "results/report.html",
        expand(rules.model.output.model, dataset=DATASETS),
        expand(rules.second_cohort.output.table, dataset=COHORTS),


rule win:
    input:
        expand("results/{dataset}/win_exact.tsv", dataset=DATASETS),


rule tables:
    input:
        "results/summary.tsv",
        "results/table_5.tsv",
        expand(
            "results/{dataset}/{table}",
            dataset=DATASETS,
            table=[
                "scores.parquet",
                "win_exact.tsv",
                "win_sampled.tsv",
                "null_bands.tsv",
                "p_values.tsv",
                "beats_chance.tsv",
                *([] if GENERAL else ["discrimination.tsv"]),
                "search.tsv",
                "held_out.tsv",
                "stability.tsv",
                "recurring_sets.tsv",
                "recurring_features.tsv",
                "features_alone.tsv",
            ],
        ),
        expand(rules.second_cohort.output.table, dataset=COHORTS),


rule figures:
    input:
        STUDY_FIGURES,
        PANEL_FIGURES,
        [] if GENERAL else rules.plot_set_tests.output.svg,
        expand(
            "results/{dataset}/figures/{figure}.svg", dataset=DATASETS, figure=FIGURES
        ),


rule calibration:
    input:
        rules.calibration_table.output,
        rules.plot_calibration.output,


rule winner_rules:
    input:
        expand(rules.plot_winner_rules.output.svg, dataset=DATASETS),
