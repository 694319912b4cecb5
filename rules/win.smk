rule win_exact:
    input:
        scores=rules.score_table.output.scores,
    output:
        win="results/{dataset}/win_exact.tsv",
    log:
        "logs/{dataset}/win_exact.log",
    benchmark:
        "benchmarks/{dataset}/win_exact.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(600 + 100 * input.size_mb),
        runtime=5,
    params:
        code=code_of("win/win_exact"),
        candidates=config["candidates"],
        n_max=config["win"]["n_max"],
        points_per_decade=config["win"]["points_per_decade"],
    message:
        "Computing the exact win percentages of {wildcards.dataset}"
    script:
        "../scripts/win/win_exact.py"


rule win_sampled:
    input:
        scores=rules.score_table.output.scores,
    output:
        win="results/{dataset}/win_sampled.tsv",
        rmse="results/{dataset}/rmse.tsv",
        rmse_fit="results/{dataset}/rmse_fit.tsv",
    log:
        "logs/{dataset}/win_sampled.log",
    benchmark:
        "benchmarks/{dataset}/win_sampled.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(600 + 100 * input.size_mb),
        runtime=30,
    params:
        code=code_of("win/win_sampled"),
        candidates=config["candidates"],
        sampled=config["sampled"],
        seed=config["seed"],
        win=config["win"],
    message:
        "Sampling feature sets of {wildcards.dataset} to see how well win percentages are known"
    script:
        "../scripts/win/win_sampled.py"


rule rmse_fit:
    input:
        rmse=expand(rules.win_sampled.output.rmse, dataset=DATASETS),
        summaries=expand(rules.score_table.output.summary, dataset=DATASETS),
    output:
        table="results/rmse_fit.tsv",
    log:
        "logs/rmse_fit.log",
    benchmark:
        "benchmarks/rmse_fit.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=600,
        runtime=5,
    params:
        code=code_of("win/rmse_fit"),
    message:
        "Fitting one error curve to the sampled win percentages of all data sets"
    script:
        "../scripts/win/rmse_fit.py"


rule null_bands:
    input:
        permutations=rules.permutations.output.permutations,
        summary=rules.score_table.output.summary,
    output:
        bands="results/{dataset}/null_bands.tsv",
        beats_chance="results/{dataset}/beats_chance.tsv",
        p_values="results/{dataset}/p_values.tsv",
    log:
        "logs/{dataset}/null_bands.log",
    benchmark:
        "benchmarks/{dataset}/null_bands.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(800 + 150 * input.size_mb),
        runtime=10,
    params:
        code=code_of("win/null_bands"),
        candidates=config["candidates"],
        level=config["null"]["level"],
        n_max=config["win"]["n_max"],
        points_per_decade=config["win"]["points_per_decade"],
    message:
        "Computing what win percentages chance alone would give in {wildcards.dataset}"
    script:
        "../scripts/win/null_bands.py"


rule calibration_table:
    input:
        permutations=expand(rules.permutations.output.permutations, dataset=DATASETS),
        summaries=expand(rules.score_table.output.summary, dataset=DATASETS),
    output:
        table="results/calibration.tsv",
    log:
        "logs/calibration_table.log",
    benchmark:
        "benchmarks/calibration_table.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(800 + 150 * input.size_mb),
        runtime=30,
    params:
        code=code_of("win/calibration_table"),
        candidates=config["candidates"],
        datasets=DATASETS,
        level=config["null"]["level"],
        n_max=config["win"]["n_max"],
        points_per_decade=config["win"]["points_per_decade"],
    message:
        "Counting how often each null band flags random labels"
    script:
        "../scripts/win/calibration_table.py"


rule winner_rules_table:
    input:
        expression=rules.dataset.output.expression,
        samples=rules.dataset.output.samples,
        folds=rules.dataset.output.folds,
    output:
        win="results/{dataset}/winner_rules.tsv",
        summary="results/{dataset}/winner_rules_summary.tsv",
    log:
        "logs/{dataset}/winner_rules_table.log",
    benchmark:
        "benchmarks/{dataset}/winner_rules_table.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(1000 + 10 * input.size_mb),
        runtime=20,
    params:
        code=code_of("win/winner_rules"),
        candidates=config["candidates"],
        level=config["null"]["level"],
        n_max=config["win"]["n_max"],
        points_per_decade=config["win"]["points_per_decade"],
        seed=config["seed"],
        sensitivity_weight=config["score"]["sensitivity_weight"],
    message:
        "Computing the win percentages of {wildcards.dataset} under each winner rule"
    script:
        "../scripts/win/winner_rules.py"


rule search:
    input:
        **weights_file(),
        expression=rules.dataset.output.expression,
        samples=rules.dataset.output.samples,
        features=rules.dataset.output.features,
        folds=rules.dataset.output.folds,
        scores=rules.score_table.output.scores,
    output:
        search="results/{dataset}/search.tsv",
    log:
        "logs/{dataset}/search.log",
    benchmark:
        "benchmarks/{dataset}/search.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 16
    resources:
        mem_mb=score_memory,
        runtime=60,
    params:
        code=code_of("win/search"),
        budget=config["search"],
        candidates=config["candidates"],
        seed=config["seed"],
        sensitivity_weight=config["score"]["sensitivity_weight"],
        sets=config["score"]["sets"],
        tie_tolerance=config["score"]["tie_tolerance"],
    message:
        "Searching {wildcards.dataset} for the best of some random feature sets"
    script:
        "../scripts/win/search.py"
