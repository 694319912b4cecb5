rule report:
    input:
        bands=expand(rules.null_bands.output.bands, dataset=DATASETS),
        beats_chance=expand(rules.null_bands.output.beats_chance, dataset=DATASETS),
        calibration=rules.calibration_table.output.table,
        discrimination=expand(rules.discrimination.output.table, dataset=DATASETS),
        figures=expand(
            "results/{dataset}/figures/{figure}.svg", dataset=DATASETS, figure=FIGURES
        ),
        p_values=expand(rules.null_bands.output.p_values, dataset=DATASETS),
        rmse_fits=expand(rules.win_sampled.output.rmse_fit, dataset=DATASETS),
        searches=expand(rules.search.output.search, dataset=DATASETS),
        study_figures=STUDY_FIGURES,
        summaries=expand(rules.score_table.output.summary, dataset=DATASETS),
        template=HOME / "scripts/templates/report.html",
        top_sets=expand(rules.score_table.output.top_sets, dataset=DATASETS),
        wins=expand(rules.win_exact.output.win, dataset=DATASETS),
    output:
        html="results/report.html",
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
        code=code_of("report"),
        datasets={
            name: {key: stanza[key] for key in ("expected", "role", "title")}
            for name, stanza in config["datasets"].items()
        },
        normality=config["normality"],
        null=config["null"],
        sensitivity_weight=config["score"]["sensitivity_weight"],
    message:
        "Writing the report"
    script:
        "../scripts/report.py"
