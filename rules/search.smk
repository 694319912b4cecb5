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
        code=code_of("search"),
        budget=config["search"],
        candidates=config["candidates"],
        seed=config["seed"],
        sensitivity_weight=config["score"]["sensitivity_weight"],
        sets=config["score"]["sets"],
        tie_tolerance=config["score"]["tie_tolerance"],
    message:
        "Searching {wildcards.dataset} for the best of some random feature sets"
    script:
        "../scripts/search.py"
