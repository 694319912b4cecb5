# What the answers and the report say of an endpoint.
ABOUT = {
    name: {key: stanza[key] for key in ("role", "title")}
    for name, stanza in config["datasets"].items()
}


rule features_alone:
    input:
        expression=rules.dataset.output.expression,
        folds=rules.dataset.output.folds,
        recurring_features=rules.held_out.output.recurring_features,
        recurring_sets=rules.held_out.output.recurring_sets,
        samples=rules.dataset.output.samples,
    output:
        table="results/{dataset}/features_alone.tsv",
    log:
        "logs/{dataset}/features_alone.log",
    benchmark:
        "benchmarks/{dataset}/features_alone.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(600 + 10 * input.size_mb),
        runtime=5,
    params:
        code=code_of("report/features_alone"),
        contest=contest_of,
    message:
        "Scoring the recurring features of {wildcards.dataset} alone"
    script:
        "../scripts/report/features_alone.py"


rule answers:
    input:
        beats_chance=expand(rules.null_bands.output.beats_chance, dataset=DATASETS),
        features_alone=expand(rules.features_alone.output.table, dataset=DATASETS),
        held_out=expand(rules.held_out.output.held_out, dataset=DATASETS),
        stability=expand(rules.held_out.output.stability, dataset=DATASETS),
        summaries=expand(rules.score_table.output.summary, dataset=DATASETS),
        top_sets=expand(rules.score_table.output.top_sets, dataset=DATASETS),
    output:
        table=report(
            "results/summary.tsv", caption="captions/answers.rst", category="Answers"
        ),
    log:
        "logs/answers.log",
    benchmark:
        "benchmarks/answers.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(600 + 10 * input.size_mb),
        runtime=5,
    params:
        code=code_of("report/answers"),
        datasets=ABOUT,
        settings={
            "level": config["null"]["level"],
            "normality_test": config["normality"]["test"],
            "region": config["held_out"]["region"],
            "sensitivity_weight": config["score"]["sensitivity_weight"],
        },
    message:
        "Writing the answers of the study"
    script:
        "../scripts/report/answers.py"


rule model:
    input:
        answers=rules.answers.output.table,
        expression=rules.dataset.output.expression,
        folds=rules.dataset.output.folds,
        held_out=rules.held_out.output.held_out,
        recurring_sets=rules.held_out.output.recurring_sets,
        samples=rules.dataset.output.samples,
        summary=rules.score_table.output.summary,
    output:
        model="results/{dataset}/model.json",
    log:
        "logs/{dataset}/model.log",
    benchmark:
        "benchmarks/{dataset}/model.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(600 + 10 * input.size_mb),
        runtime=5,
    params:
        code=code_of("report/model"),
    message:
        "Fitting the recommended model of {wildcards.dataset}"
    script:
        "../scripts/report/model.py"


rule report:
    input:
        answers=rules.answers.output.table,
        beats_chance=expand(rules.null_bands.output.beats_chance, dataset=DATASETS),
        calibration=rules.calibration_table.output.table,
        cohort_records=expand(rules.cohort.output.record, dataset=COHORTS),
        features=expand(rules.dataset.output.features, dataset=DATASETS),
        figures=expand(
            "results/{dataset}/figures/{figure}.svg", dataset=DATASETS, figure=FIGURES
        ),
        features_alone=expand(rules.features_alone.output.table, dataset=DATASETS),
        held_out=expand(rules.held_out.output.held_out, dataset=DATASETS),
        lost_sets=expand(rules.held_out.output.lost_sets, dataset=DATASETS),
        p_values=expand(rules.null_bands.output.p_values, dataset=DATASETS),
        permutation_tests=expand(
            rules.set_tests.output.table, dataset=[] if GENERAL else DATASETS
        ),
        probes=expand(
            rules.probes.output.table,
            dataset=DATASETS if config["probes"]["fraction"] else [],
        ),
        recurring_sets=expand(rules.held_out.output.recurring_sets, dataset=DATASETS),
        reproducibility=expand(
            rules.reproducibility_search.output.table,
            dataset=[] if GENERAL else DATASETS,
        ),
        rmse_fits=expand(rules.win_sampled.output.rmse_fit, dataset=DATASETS),
        searches=expand(rules.search.output.search, dataset=DATASETS),
        second_cohort_template=HOME
        / "scripts/suitability/report/templates/second_cohort.html",
        second_cohorts=expand(rules.second_cohort.output.table, dataset=COHORTS),
        stability=expand(rules.held_out.output.stability, dataset=DATASETS),
        study_figures=[
            *STUDY_FIGURES,
            *([] if GENERAL else [rules.plot_set_tests.output.svg]),
        ],
        summaries=expand(rules.score_table.output.summary, dataset=DATASETS),
        template=HOME / "scripts/suitability/report/templates/report.html",
        top_sets=expand(rules.score_table.output.top_sets, dataset=DATASETS),
    output:
        html=report(
            "results/report.html", caption="captions/report.rst", category="Answers"
        ),
    log:
        "logs/report.log",
    benchmark:
        "benchmarks/report.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(800 + 10 * input.size_mb),
        runtime=5,
    params:
        code=code_of("report/report"),
        datasets=ABOUT,
        settings={
            "cohorts": list(COHORTS),
            "held_out": config["held_out"],
            "normality": config["normality"],
            "null": config["null"],
            "sensitivity_weight": config["score"]["sensitivity_weight"],
            "set_tests": SET_TESTS,
        },
    message:
        "Writing the report"
    script:
        "../scripts/report/report.py"


# Without output and benchmark, which counts as output, so that it runs each time it is requested.
rule check:
    input:
        expression=expand(rules.dataset.output.expression, dataset=DATASETS),
        features=expand(rules.dataset.output.features, dataset=DATASETS),
        folds=expand(rules.dataset.output.folds, dataset=DATASETS),
        samples=expand(rules.dataset.output.samples, dataset=DATASETS),
    log:
        "logs/check.log",
    localrule: True
    conda:
        "../envs/suitability.yaml"
    # As many as the scoring has, whose minutes and memory are printed.
    threads: 16
    resources:
        mem_mb=lambda wildcards, input: int(600 + 2 * input.size_mb),
        runtime=10,
    params:
        code=code_of("report/check"),
        budget={
            "N": draws(config["search"]),
            "splits": REPEATS_AND_FOLDS["repeats"] * REPEATS_AND_FOLDS["folds"],
            "most_core_hours": config["score"]["most_core_hours"],
        },
        contests=CONTESTS,
        cost=lambda wildcards, input, threads: {
            name: cost_of(name, threads) for name in DATASETS
        },
        expected={
            name: stanza["expected"] for name, stanza in config["datasets"].items()
        },
        output="results/check.tsv",
        sets=SETS,
        methods=lambda wildcards: minutes_of_methods(),
        tables=lambda wildcards: minutes_of_tables(),
    message:
        "Measuring how fast this machine is, and printing what would be scored"
    script:
        "../scripts/report/check.py"
