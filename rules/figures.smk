FIGURES = ["win_percentage", "performance_density", "win_sampled", "discrimination"]
STUDY_FIGURES = expand(
    "results/figures/{figure}.svg",
    figure=["calibration", "rmse_by_ratio", "selection_pressure"],
)
PANEL_FIGURES = expand(
    "results/figures/{figure}.svg",
    figure=["performance_densities", "win_percentages", "win_sampled"],
)


rule plot_win_percentage:
    input:
        win=rules.win_exact.output.win,
        bands=rules.null_bands.output.bands,
        p_values=rules.null_bands.output.p_values,
        summary=rules.score_table.output.summary,
    output:
        svg="results/{dataset}/figures/win_percentage.svg",
        png="results/{dataset}/figures/win_percentage.png",
    log:
        "logs/{dataset}/plot_win_percentage.log",
    benchmark:
        "benchmarks/{dataset}/plot_win_percentage.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=800,
        runtime=5,
    params:
        code=code_of("figures/plot_win_percentage"),
        level=config["null"]["level"],
        title=lambda wildcards: config["datasets"][wildcards.dataset]["title"],
    message:
        "Drawing win percentages of {wildcards.dataset}"
    script:
        "../scripts/figures/plot_win_percentage.py"


rule plot_performance_density:
    input:
        scores=rules.score_table.output.scores,
        summary=rules.score_table.output.summary,
    output:
        svg="results/{dataset}/figures/performance_density.svg",
        png="results/{dataset}/figures/performance_density.png",
    log:
        "logs/{dataset}/plot_performance_density.log",
    benchmark:
        "benchmarks/{dataset}/plot_performance_density.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(800 + 500 * input.size_mb),
        runtime=5,
    params:
        code=code_of("figures/plot_performance_density"),
        candidates=config["candidates"],
        title=lambda wildcards: config["datasets"][wildcards.dataset]["title"],
    message:
        "Drawing the performance densities of {wildcards.dataset}"
    script:
        "../scripts/figures/plot_performance_density.py"


rule plot_win_sampled:
    input:
        sampled=rules.win_sampled.output.win,
        exact=rules.win_exact.output.win,
        summary=rules.score_table.output.summary,
    output:
        svg="results/{dataset}/figures/win_sampled.svg",
        png="results/{dataset}/figures/win_sampled.png",
    log:
        "logs/{dataset}/plot_win_sampled.log",
    benchmark:
        "benchmarks/{dataset}/plot_win_sampled.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=800,
        runtime=5,
    params:
        code=code_of("figures/plot_win_sampled"),
        title=lambda wildcards: config["datasets"][wildcards.dataset]["title"],
    message:
        "Drawing sampled win percentages of {wildcards.dataset}"
    script:
        "../scripts/figures/plot_win_sampled.py"


rule plot_rmse_by_ratio:
    input:
        rmse=expand(rules.win_sampled.output.rmse, dataset=DATASETS),
        summaries=expand(rules.score_table.output.summary, dataset=DATASETS),
    output:
        svg="results/figures/rmse_by_ratio.svg",
        png="results/figures/rmse_by_ratio.png",
    log:
        "logs/plot_rmse_by_ratio.log",
    benchmark:
        "benchmarks/plot_rmse_by_ratio.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=800,
        runtime=5,
    params:
        code=code_of("figures/plot_rmse_by_ratio"),
        datasets=DATASETS,
    message:
        "Drawing the error of sampled win percentages"
    script:
        "../scripts/figures/plot_rmse_by_ratio.py"


rule plot_selection_pressure:
    output:
        svg="results/figures/selection_pressure.svg",
        png="results/figures/selection_pressure.png",
    log:
        "logs/plot_selection_pressure.log",
    benchmark:
        "benchmarks/plot_selection_pressure.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=800,
        runtime=5,
    params:
        code=code_of("figures/plot_selection_pressure"),
    message:
        "Drawing the selection pressure"
    script:
        "../scripts/figures/plot_selection_pressure.py"


rule plot_discrimination:
    input:
        expression=rules.dataset.output.expression,
        samples=rules.dataset.output.samples,
        folds=rules.discrimination.output.folds,
        table=rules.discrimination.output.table,
        summary=rules.score_table.output.summary,
    output:
        svg="results/{dataset}/figures/discrimination.svg",
        png="results/{dataset}/figures/discrimination.png",
    log:
        "logs/{dataset}/plot_discrimination.log",
    benchmark:
        "benchmarks/{dataset}/plot_discrimination.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(800 + 10 * input.size_mb),
        runtime=5,
    params:
        code=code_of("figures/plot_discrimination"),
        title=lambda wildcards: config["datasets"][wildcards.dataset]["title"],
    message:
        "Drawing the candidates on the pairs of {wildcards.dataset} that show them best"
    script:
        "../scripts/figures/plot_discrimination.py"


rule plot_win_percentages:
    input:
        wins=expand(rules.win_exact.output.win, dataset=DATASETS),
        bands=expand(rules.null_bands.output.bands, dataset=DATASETS),
        p_values=expand(rules.null_bands.output.p_values, dataset=DATASETS),
        summaries=expand(rules.score_table.output.summary, dataset=DATASETS),
    output:
        svg="results/figures/win_percentages.svg",
        png="results/figures/win_percentages.png",
    log:
        "logs/plot_win_percentages.log",
    benchmark:
        "benchmarks/plot_win_percentages.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=800,
        runtime=5,
    params:
        code=code_of("figures/plot_win_percentages"),
        level=config["null"]["level"],
        titles=TITLES,
    message:
        "Drawing the win percentages of all data sets"
    script:
        "../scripts/figures/plot_win_percentages.py"


rule plot_performance_densities:
    input:
        scores=expand(rules.score_table.output.scores, dataset=DATASETS),
        summaries=expand(rules.score_table.output.summary, dataset=DATASETS),
    output:
        svg="results/figures/performance_densities.svg",
        png="results/figures/performance_densities.png",
    log:
        "logs/plot_performance_densities.log",
    benchmark:
        "benchmarks/plot_performance_densities.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(800 + 500 * input.size_mb),
        runtime=5,
    params:
        code=code_of("figures/plot_performance_densities"),
        candidates=config["candidates"],
        titles=TITLES,
    message:
        "Drawing the performance densities of all data sets"
    script:
        "../scripts/figures/plot_performance_densities.py"


rule plot_study_win_sampled:
    input:
        sampled=expand(rules.win_sampled.output.win, dataset=DATASETS),
        exact=expand(rules.win_exact.output.win, dataset=DATASETS),
        summaries=expand(rules.score_table.output.summary, dataset=DATASETS),
    output:
        svg="results/figures/win_sampled.svg",
        png="results/figures/win_sampled.png",
    log:
        "logs/plot_study_win_sampled.log",
    benchmark:
        "benchmarks/plot_study_win_sampled.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=800,
        runtime=5,
    params:
        code=code_of("figures/plot_study_win_sampled"),
        titles=TITLES,
    message:
        "Drawing the sampled win percentages of all data sets"
    script:
        "../scripts/figures/plot_study_win_sampled.py"


rule plot_calibration:
    input:
        table=rules.calibration_table.output.table,
    output:
        svg="results/figures/calibration.svg",
        png="results/figures/calibration.png",
    log:
        "logs/plot_calibration.log",
    benchmark:
        "benchmarks/plot_calibration.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=800,
        runtime=5,
    params:
        code=code_of("figures/plot_calibration"),
        level=config["null"]["level"],
    message:
        "Drawing how often each null band flags random labels"
    script:
        "../scripts/figures/plot_calibration.py"


rule plot_among_the_better:
    input:
        win=rules.winner_rules.output.win,
        rules=rules.winner_rules.output.summary,
    output:
        svg="results/{dataset}/figures/among_the_better.svg",
        png="results/{dataset}/figures/among_the_better.png",
    log:
        "logs/{dataset}/plot_among_the_better.log",
    benchmark:
        "benchmarks/{dataset}/plot_among_the_better.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=800,
        runtime=5,
    params:
        code=code_of("figures/plot_among_the_better"),
        title=lambda wildcards: config["datasets"][wildcards.dataset]["title"],
    message:
        "Drawing win percentages of {wildcards.dataset} by who counts as a winner"
    script:
        "../scripts/figures/plot_among_the_better.py"
