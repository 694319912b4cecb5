FIGURES = [
    "held_out",
    "behind",
    "stability",
    "win_percentage",
    "performance_density",
    "win_sampled",
    *([] if GENERAL else ["discrimination"]),
]
STUDY_FIGURES = expand(
    "results/figures/{figure}.svg",
    figure=["calibration", "rmse_by_ratio", "selection_pressure"],
)
PANEL_FIGURES = expand(
    "results/figures/{figure}.svg",
    figure=["performance_densities", "win_percentages", "win_sampled"],
)


# The rules of all other figures say what differs from this one.
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
        **drawn_by("win.selection_pressure.draw"),
    message:
        "Drawing the selection pressure"
    script:
        "../scripts/figures/figure.py"


use rule plot_selection_pressure as plot_held_out with:
    input:
        held_out=rules.held_out.output.held_out,
        summary=rules.score_table.output.summary,
    output:
        svg=report(
            "results/{dataset}/figures/held_out.svg",
            caption="captions/held_out.rst",
            category="Figures",
            subcategory="{dataset}",
            labels={"figure": "held out"},
        ),
        png="results/{dataset}/figures/held_out.png",
    log:
        "logs/{dataset}/plot_held_out.log",
    benchmark:
        "benchmarks/{dataset}/plot_held_out.tsv"
    params:
        **drawn_by("held_out.draw"),
        region=config["held_out"]["region"],
        sensitivity_weight=config["score"]["sensitivity_weight"],
        title=title_of,
    message:
        "Drawing the held-out performance of {wildcards.dataset}"


use rule plot_selection_pressure as plot_behind with:
    input:
        held_out=rules.held_out.output.held_out,
        summary=rules.score_table.output.summary,
    output:
        svg=report(
            "results/{dataset}/figures/behind.svg",
            caption="captions/behind.rst",
            category="Figures",
            subcategory="{dataset}",
            labels={"figure": "behind"},
        ),
        png="results/{dataset}/figures/behind.png",
    log:
        "logs/{dataset}/plot_behind.log",
    benchmark:
        "benchmarks/{dataset}/plot_behind.tsv"
    params:
        **drawn_by("held_out.draw_behind"),
        region=config["held_out"]["region"],
        title=title_of,
    message:
        "Drawing how far the candidates are behind the best one of {wildcards.dataset}"


use rule plot_selection_pressure as plot_stability with:
    input:
        stability=rules.held_out.output.stability,
        summary=rules.score_table.output.summary,
    output:
        svg=report(
            "results/{dataset}/figures/stability.svg",
            caption="captions/stability.rst",
            category="Figures",
            subcategory="{dataset}",
            labels={"figure": "stability"},
        ),
        png="results/{dataset}/figures/stability.png",
    log:
        "logs/{dataset}/plot_stability.log",
    benchmark:
        "benchmarks/{dataset}/plot_stability.tsv"
    params:
        **drawn_by("stability.draw"),
        title=title_of,
    message:
        "Drawing the stability of the win percentages of {wildcards.dataset}"


use rule plot_selection_pressure as plot_win_percentage with:
    input:
        win=rules.win_exact.output.win,
        bands=rules.null_bands.output.bands,
        p_values=rules.null_bands.output.p_values,
        summary=rules.score_table.output.summary,
    output:
        svg=report(
            "results/{dataset}/figures/win_percentage.svg",
            caption="captions/win_percentage.rst",
            category="Figures",
            subcategory="{dataset}",
            labels={"figure": "win percentage"},
        ),
        png="results/{dataset}/figures/win_percentage.png",
    log:
        "logs/{dataset}/plot_win_percentage.log",
    benchmark:
        "benchmarks/{dataset}/plot_win_percentage.tsv"
    params:
        **drawn_by("win.percentage.draw"),
        level=config["null"]["level"],
        title=title_of,
    message:
        "Drawing the win percentages of {wildcards.dataset}"


use rule plot_selection_pressure as plot_win_percentages with:
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
    params:
        **drawn_by("win.percentage.draw_study"),
        level=config["null"]["level"],
        titles=list(TITLES.values()),
    message:
        "Drawing the win percentages of all data sets"


use rule plot_selection_pressure as plot_performance_density with:
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
    resources:
        mem_mb=lambda wildcards, input: int(800 + 500 * input.size_mb),
        runtime=5,
    params:
        **drawn_by("performance_density.draw"),
        candidates=config["candidates"],
        title=title_of,
    message:
        "Drawing the performance densities of {wildcards.dataset}"


use rule plot_selection_pressure as plot_performance_densities with:
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
    resources:
        mem_mb=lambda wildcards, input: int(800 + 500 * input.size_mb),
        runtime=5,
    params:
        **drawn_by("performance_density.draw_study"),
        candidates=config["candidates"],
        titles=list(TITLES.values()),
    message:
        "Drawing the performance densities of all data sets"


use rule plot_selection_pressure as plot_win_sampled with:
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
    params:
        **drawn_by("win.sampled.draw"),
        title=title_of,
    message:
        "Drawing the sampled win percentages of {wildcards.dataset}"


use rule plot_selection_pressure as plot_study_win_sampled with:
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
    params:
        **drawn_by("win.sampled.draw_study"),
        titles=list(TITLES.values()),
    message:
        "Drawing the sampled win percentages of all data sets"


use rule plot_selection_pressure as plot_rmse_by_ratio with:
    input:
        rmse=expand(rules.win_sampled.output.rmse, dataset=DATASETS),
        fit=rules.sampling_error.output.table,
    output:
        svg="results/figures/rmse_by_ratio.svg",
        png="results/figures/rmse_by_ratio.png",
    log:
        "logs/plot_rmse_by_ratio.log",
    benchmark:
        "benchmarks/plot_rmse_by_ratio.tsv"
    params:
        **drawn_by("win.sampling_error.draw"),
    message:
        "Drawing the error of sampled win percentages"


use rule plot_selection_pressure as plot_calibration with:
    input:
        table=rules.calibration_table.output.table,
    output:
        svg="results/figures/calibration.svg",
        png="results/figures/calibration.png",
    log:
        "logs/plot_calibration.log",
    benchmark:
        "benchmarks/plot_calibration.tsv"
    params:
        **drawn_by("win.calibration.draw"),
        level=config["null"]["level"],
    message:
        "Drawing how often each null band flags permuted labels"


use rule plot_selection_pressure as plot_discrimination with:
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
    resources:
        mem_mb=lambda wildcards, input: int(800 + 10 * input.size_mb),
        runtime=5,
    params:
        **drawn_by("discrimination.draw"),
        title=title_of,
    message:
        "Drawing the candidates of {wildcards.dataset} on their most favourable pairs"


use rule plot_selection_pressure as plot_winner_rules with:
    input:
        win=rules.winner_rules_table.output.win,
        rules=rules.winner_rules_table.output.summary,
    output:
        svg="results/{dataset}/figures/winner_rules.svg",
        png="results/{dataset}/figures/winner_rules.png",
    log:
        "logs/{dataset}/plot_winner_rules.log",
    benchmark:
        "benchmarks/{dataset}/plot_winner_rules.tsv"
    params:
        **drawn_by("win.winner_rules.draw"),
        title=title_of,
    message:
        "Drawing the win percentages of {wildcards.dataset} under each winner rule"


use rule plot_selection_pressure as plot_candidates with:
    input:
        held_out=expand(rules.held_out.output.held_out, dataset=DATASETS),
        summaries=expand(rules.score_table.output.summary, dataset=DATASETS),
    output:
        svg="results/figures/candidates.svg",
        png="results/figures/candidates.png",
    log:
        "logs/plot_candidates.log",
    benchmark:
        "benchmarks/plot_candidates.tsv"
    params:
        **drawn_by("candidates.draw"),
        titles=list(TITLES.values()),
        region=config["held_out"]["region"],
        sensitivity_weight=config["score"]["sensitivity_weight"],
    message:
        "Drawing the held-out performance of every candidate"
