rule held_out_splits:
    input:
        **weights_file(),
        **PREPARED,
    output:
        splits="results/{dataset}/held_out_splits.parquet",
        best="results/{dataset}/held_out_best.parquet",
    log:
        "logs/{dataset}/held_out_splits.log",
    benchmark:
        "benchmarks/{dataset}/held_out_splits.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 16
    resources:
        mem_mb=memory_of(held_out_memory),
        runtime=minutes_of("held_out_splits"),
    params:
        code=code_of("held_out/held_out_splits"),
        contest=contest_of,
        # A function of the input does not count as a change.
        fits=planned_fits,
        most_core_hours=lambda wildcards, input: config["score"]["most_core_hours"],
        plan=PLAN,
        seed=config["seed"],
        sets=sets_of,
        win=config["win"],
    message:
        "Searching {wildcards.dataset} in every split of the samples, on {threads} threads"
    script:
        "../scripts/held_out/held_out_splits.py"


rule held_out:
    input:
        splits=rules.held_out_splits.output.splits,
        best=rules.held_out_splits.output.best,
    output:
        held_out="results/{dataset}/held_out.tsv",
        stability="results/{dataset}/stability.tsv",
        recurring_sets="results/{dataset}/recurring_sets.tsv",
        recurring_features="results/{dataset}/recurring_features.tsv",
        lost_sets="results/{dataset}/lost_sets.json",
    log:
        "logs/{dataset}/held_out.log",
    benchmark:
        "benchmarks/{dataset}/held_out.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(800 + 50 * input.size_mb),
        runtime=10,
    params:
        code=code_of("held_out/held_out"),
        region=config["held_out"]["region"],
    message:
        "Computing the held-out performance of {wildcards.dataset} and its stability"
    script:
        "../scripts/held_out/held_out.py"


rule cohort:
    input:
        expression=lambda wildcards: cohort_file(wildcards.dataset, "expression"),
        samples=lambda wildcards: cohort_file(wildcards.dataset, "samples"),
        probe_to_gene=lambda wildcards: data_file(
            wildcards.dataset, "preprocess", "probe_to_gene"
        ),
        records=lambda wildcards: download_records(wildcards.dataset, COHORT_FILE_KEYS),
        study_expression=rules.dataset.output.expression,
        study_samples=rules.dataset.output.samples,
        study_folds=rules.dataset.output.folds,
    output:
        expression="results/{dataset}/cohort.parquet",
        samples="results/{dataset}/cohort_samples.tsv",
        record="results/{dataset}/cohort.json",
    log:
        "logs/{dataset}/cohort.log",
    benchmark:
        "benchmarks/{dataset}/cohort.tsv"
    wildcard_constraints:
        dataset="|".join(COHORTS) or "(?!)",
    # As of `dataset`: wrong input ends a run early.
    priority: 1
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(
            reading_memory(input.expression) + 60 * input.size_mb
        ),
        runtime=lambda wildcards, input: int(5 + input.size_mb / 20),
    params:
        code=code_of("held_out/cohort"),
        content=lambda wildcards: digest_of_files(
            users_files(wildcards.dataset, COHORT_FILE_KEYS)
        ),
        group=config["cross_validation"]["group"],
        own_values=lambda wildcards: bool(
            given_path(wildcards.dataset, ("validation", "expression"))
        ),
        stanza=lambda wildcards: {
            key: COHORTS[wildcards.dataset][key] for key in READING_KEYS
        },
    message:
        "Reading the second cohort of {wildcards.dataset}"
    script:
        "../scripts/held_out/cohort.py"


rule second_cohort:
    input:
        **weights_file(),
        **PREPARED,
        cohort_expression=rules.cohort.output.expression,
        cohort_samples=rules.cohort.output.samples,
    output:
        table="results/{dataset}/second_cohort.tsv",
    log:
        "logs/{dataset}/second_cohort.log",
    benchmark:
        "benchmarks/{dataset}/second_cohort.tsv"
    wildcard_constraints:
        dataset="|".join(COHORTS) or "(?!)",
    conda:
        "../envs/suitability.yaml"
    threads: 16
    resources:
        mem_mb=second_cohort_memory,
        runtime=minutes_of("held_out_splits"),
    params:
        code=code_of("held_out/second_cohort"),
        contest=contest_of,
        plan=PLAN,
        seed=config["seed"],
        settings=lambda wildcards: {
            "region": config["held_out"]["region"],
            "sets": sets_of(wildcards),
            "win": config["win"],
        },
    message:
        "Trying searches of {wildcards.dataset} on its second cohort, on {threads} threads"
    script:
        "../scripts/held_out/second_cohort.py"


rule validation_table:
    input:
        expression=rules.dataset.output.expression,
        samples=rules.dataset.output.samples,
        folds=rules.dataset.output.folds,
    output:
        table="results/{dataset}/validation.tsv",
    log:
        "logs/{dataset}/validation_table.log",
    benchmark:
        "benchmarks/{dataset}/validation_table.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 16
    resources:
        mem_mb=1500,
        runtime=60,
    params:
        code=code_of("held_out/validation"),
        contest=contest_of,
        # Enough for the intervals; a study's own splits would take twice as long.
        plan={"splits": 25, "outer_folds": 5, "outer_repeats": 10, "sets": 44850},
        seed=config["seed"],
    message:
        "Comparing simulated studies like {wildcards.dataset} with the truth, on {threads} threads"
    script:
        "../scripts/held_out/validation.py"


# The first data set of the study stands for all.
rule validation:
    input:
        expand(rules.validation_table.output.table, dataset=list(DATASETS)[:1]),
