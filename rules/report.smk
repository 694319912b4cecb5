rule report:
    input:
        bands=expand("results/{dataset}/null_bands.tsv", dataset=DATASETS),
        figures=expand(
            "results/{dataset}/figures/{figure}.svg", dataset=DATASETS, figure=FIGURES
        ),
        rmse_fits=expand("results/{dataset}/rmse_fit.tsv", dataset=DATASETS),
        study_figures=STUDY_FIGURES,
        summaries=expand("results/{dataset}/summary.json", dataset=DATASETS),
        template=HOME / "scripts/templates/report.html",
        top_sets=expand("results/{dataset}/top_sets.tsv", dataset=DATASETS),
        wins=expand("results/{dataset}/win_exact.tsv", dataset=DATASETS),
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
        datasets={
            name: {key: stanza[key] for key in ("role", "title")}
            for name, stanza in config["datasets"].items()
        },
        level=config["null"]["level"],
        normality=config["normality"],
        sensitivity_weight=config["score"]["sensitivity_weight"],
    message:
        "Writing the report"
    script:
        "../scripts/report.py"
