rule illustrative:
    output:
        density="results/illustrative/joint_density.tsv",
        win="results/illustrative/win_theoretical.tsv",
        intervals="results/illustrative/win_intervals.tsv",
    log:
        "logs/illustrative.log",
    benchmark:
        "benchmarks/illustrative.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=600,
        runtime=5,
    params:
        code=code_of("paper/illustrative"),
        seed=config["seed"],
    message:
        "Computing the paper's illustrative example"
    script:
        "../scripts/paper/illustrative.py"


use rule plot_selection_pressure as plot_joint_density with:
    input:
        density=rules.illustrative.output.density,
    output:
        svg="results/illustrative/figures/joint_density.svg",
        png="results/illustrative/figures/joint_density.png",
    log:
        "logs/plot_joint_density.log",
    benchmark:
        "benchmarks/plot_joint_density.tsv"
    params:
        **drawn_by("win.theory.draw_density"),
    message:
        "Drawing the joint densities of the illustrative example"


use rule plot_selection_pressure as plot_theoretical_win with:
    input:
        win=rules.illustrative.output.win,
        intervals=rules.illustrative.output.intervals,
    output:
        svg="results/illustrative/figures/win_theoretical.svg",
        png="results/illustrative/figures/win_theoretical.png",
    log:
        "logs/plot_theoretical_win.log",
    benchmark:
        "benchmarks/plot_theoretical_win.tsv"
    params:
        **drawn_by("win.theory.draw"),
    message:
        "Drawing the win percentages of the illustrative example"


rule synthetic:
    output:
        mixtures="results/synthetic/mixtures.tsv",
        errors="results/synthetic/error_by_mixture.tsv",
        error="results/synthetic/error.tsv",
    log:
        "logs/synthetic.log",
    benchmark:
        "benchmarks/synthetic.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=600,
        runtime=10,
    params:
        code=code_of("paper/synthetic"),
        seed=config["seed"],
    message:
        "Comparing sampled with theoretical win percentages on random mixtures"
    script:
        "../scripts/paper/synthetic.py"


rule table_2:
    output:
        table="results/planning/table_2.tsv",
    log:
        "logs/table_2.log",
    benchmark:
        "benchmarks/table_2.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=600,
        runtime=5,
    params:
        code=code_of("paper/table_2"),
    message:
        "Computing the share of best feature sets that searches reach"
    script:
        "../scripts/paper/table_2.py"


rule table_5:
    input:
        summaries=expand(rules.score_table.output.summary, dataset=DATASETS),
    output:
        table="results/table_5.tsv",
    log:
        "logs/table_5.log",
    benchmark:
        "benchmarks/table_5.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=600,
        runtime=5,
    params:
        code=code_of("paper/table_5"),
        titles=TITLES,
    message:
        "Tabulating the sizes of the data sets"
    script:
        "../scripts/paper/table_5.py"


rule sets_needed:
    input:
        fits=expand(rules.win_sampled.output.rmse_fit, dataset=DATASETS),
        summaries=expand(rules.score_table.output.summary, dataset=DATASETS),
    output:
        table="results/planning/sets_needed.tsv",
    log:
        "logs/sets_needed.log",
    benchmark:
        "benchmarks/sets_needed.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=600,
        runtime=5,
    params:
        code=code_of("paper/sets_needed"),
        datasets=DATASETS,
    message:
        "Computing how many feature sets to score for each search"
    script:
        "../scripts/paper/sets_needed.py"


rule paper:
    input:
        rules.plot_joint_density.output.svg,
        rules.plot_theoretical_win.output.svg,
        rules.synthetic.output.error,
        rules.table_2.output.table,
        rules.sets_needed.output.table,
        STUDY_FIGURES,
        PANEL_FIGURES,
        rules.table_5.output.table,
        expand(
            "results/{dataset}/figures/{figure}.svg", dataset=DATASETS, figure=FIGURES
        ),
        expand(rules.plot_winner_rules.output.svg, dataset=DATASETS),


rule published_table:
    input:
        challenge_data=str(HOME / "data/published/challenge-data.tsv"),
        challenge_entries=str(HOME / "data/published/challenge.tsv"),
        challenge_methods=str(HOME / "data/published/challenge-methods.tsv"),
        challenge_summaries=expand(
            rules.challenge_data.output.summary,
            challenge_set=[name for name in CHALLENGE_SETS if name not in GENERATED],
        ),
        madelon=[
            rules.challenge_data.output.data.format(challenge_set=name)
            for name in CHALLENGE_SETS
            if name == "madelon" and CHALLENGE["data"][name]["infer_probes"]
        ],
        permutation_tests=str(HOME / "data/published/permutation-tests.tsv"),
        table_2=str(HOME / "data/published/win-percentage-table-2.tsv"),
        toy_data=str(HOME / "data/published/toy-data.tsv"),
        fits=expand(rules.win_sampled.output.rmse_fit, dataset=DATASETS),
        illustrative=rules.illustrative.output.win,
        synthetic=rules.synthetic.output.error,
        tests=expand(
            "results/permutation_tests/{classifier}.tsv", classifier=CLASSIFIERS
        ),
    output:
        table="results/published.tsv",
    log:
        "logs/published.log",
    benchmark:
        "benchmarks/published.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=600,
        runtime=5,
    params:
        classifiers=CLASSIFIERS,
        code=code_of("paper/published"),
        datasets=list(DATASETS),
        seed=config["seed"],
    message:
        "Comparing with published numbers"
    script:
        "../scripts/paper/published.py"


rule published:
    input:
        rules.published_table.output,
