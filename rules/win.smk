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
        win=config["win"],
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
        "Computing sampled win percentages of {wildcards.dataset} and their error"
    script:
        "../scripts/win/win_sampled.py"


rule sampling_error:
    input:
        rmse=expand(rules.win_sampled.output.rmse, dataset=DATASETS),
        summaries=expand(rules.score_table.output.summary, dataset=DATASETS),
    output:
        table="results/rmse_fit.tsv",
    log:
        "logs/sampling_error.log",
    benchmark:
        "benchmarks/sampling_error.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=600,
        runtime=5,
    params:
        code=code_of("win/sampling_error"),
    message:
        "Fitting one error curve to the sampled win percentages of all data sets"
    script:
        "../scripts/win/sampling_error.py"


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
        sets=sets_of,
        win=config["win"],
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
        sets=SETS,
        win=config["win"],
    message:
        "Counting how often each null band flags permuted labels"
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
        contest=contest_of,
        level=config["null"]["level"],
        seed=config["seed"],
        win=config["win"],
    message:
        "Computing the win percentages of {wildcards.dataset} under each winner rule"
    script:
        "../scripts/win/winner_rules.py"


rule search:
    input:
        **weights_file(),
        **PREPARED,
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
        mem_mb=memory_of(search_memory),
        runtime=minutes_of("search"),
    params:
        code=code_of("win/search"),
        budget=config["search"],
        contest=contest_of,
        seed=config["seed"],
        sets=sets_of,
    message:
        "Searching {wildcards.dataset} for the best of some random feature sets"
    script:
        "../scripts/win/search.py"
