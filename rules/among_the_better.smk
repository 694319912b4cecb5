rule among_the_better_tables:
    input:
        expression=rules.dataset.output.expression,
        samples=rules.dataset.output.samples,
        folds=rules.dataset.output.folds,
    output:
        win="results/{dataset}/among_the_better.tsv",
        rules="results/{dataset}/among_the_better_rules.tsv",
    log:
        "logs/{dataset}/among_the_better_tables.log",
    benchmark:
        "benchmarks/{dataset}/among_the_better_tables.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(1000 + 10 * input.size_mb),
        runtime=20,
    params:
        code=code_of("among_the_better_tables"),
        candidates=config["candidates"],
        level=config["null"]["level"],
        n_max=config["win"]["n_max"],
        points_per_decade=config["win"]["points_per_decade"],
        seed=config["seed"],
        sensitivity_weight=config["score"]["sensitivity_weight"],
    message:
        "Letting candidates win {wildcards.dataset} that are hardly worse than the best"
    script:
        "../scripts/among_the_better_tables.py"


rule plot_among_the_better:
    input:
        win=rules.among_the_better_tables.output.win,
        rules=rules.among_the_better_tables.output.rules,
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
        code=code_of("plot_among_the_better"),
        title=lambda wildcards: config["datasets"][wildcards.dataset]["title"],
    message:
        "Drawing win percentages of {wildcards.dataset} by who counts as a winner"
    script:
        "../scripts/plot_among_the_better.py"
