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
        code=code_of("win_exact"),
        candidates=config["candidates"],
        n_max=config["win"]["n_max"],
        points_per_decade=config["win"]["points_per_decade"],
    message:
        "Computing the exact win percentages of {wildcards.dataset}"
    script:
        "../scripts/win_exact.py"


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
        code=code_of("win_sampled"),
        candidates=config["candidates"],
        sampled=config["sampled"],
        seed=config["seed"],
        win=config["win"],
    message:
        "Sampling feature sets of {wildcards.dataset} to see how well win percentages are known"
    script:
        "../scripts/win_sampled.py"
