rule discrimination:
    input:
        expression=rules.dataset.output.expression,
        samples=rules.dataset.output.samples,
        folds=rules.dataset.output.folds,
        top_sets=rules.score_table.output.top_sets,
    output:
        table="results/{dataset}/discrimination.tsv",
        folds="results/{dataset}/discrimination_folds.tsv",
    log:
        "logs/{dataset}/discrimination.log",
    benchmark:
        "benchmarks/{dataset}/discrimination.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(600 + 10 * input.size_mb),
        runtime=10,
    params:
        code=code_of("discrimination"),
        candidates=config["candidates"],
        seed=config["seed"],
        sensitivity_weight=config["score"]["sensitivity_weight"],
    message:
        "Evaluating the best sets of {wildcards.dataset} on finer folds"
    script:
        "../scripts/discrimination.py"
