rule score:
    input:
        **weights_file(),
        expression=rules.dataset.output.expression,
        samples=rules.dataset.output.samples,
        features=rules.dataset.output.features,
        folds=rules.dataset.output.folds,
    output:
        shard=temp("results/{dataset}/shards/{shard}-of-{shards}.npz"),
    log:
        "logs/{dataset}/score-{shard}-of-{shards}.log",
    benchmark:
        "benchmarks/{dataset}/score-{shard}-of-{shards}.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 16
    resources:
        mem_mb=score_memory,
        runtime=score_minutes,
    params:
        code=code_of("scoring/score"),
        candidates=config["candidates"],
        seed=config["seed"],
        sensitivity_weight=config["score"]["sensitivity_weight"],
        sets=config["score"]["sets"],
        tie_tolerance=config["score"]["tie_tolerance"],
    message:
        "Scoring feature sets of {wildcards.dataset}, part {wildcards.shard} of {wildcards.shards}, on {threads} threads"
    script:
        "../scripts/scoring/score.py"


rule score_table:
    input:
        shards=expand(
            rules.score.output.shard,
            shard=range(1, config["score"]["shards"] + 1),
            shards=config["score"]["shards"],
            allow_missing=True,
        ),
        samples=rules.dataset.output.samples,
        features=rules.dataset.output.features,
        folds=rules.dataset.output.folds,
        record=rules.dataset.output.record,
    output:
        scores="results/{dataset}/scores.parquet",
        top_sets="results/{dataset}/top_sets.tsv",
        summary="results/{dataset}/summary.json",
    log:
        "logs/{dataset}/score_table.log",
    benchmark:
        "benchmarks/{dataset}/score_table.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(800 + 30 * input.size_mb),
        runtime=10,
    params:
        code=code_of("scoring/score_table"),
        candidates=config["candidates"],
        cross_validation=REPEATS_AND_FOLDS,
        # A function of the input does not count as a change, so no set is scored again for it.
        expected=lambda wildcards, input: config["datasets"][wildcards.dataset][
            "expected"
        ],
        seed=config["seed"],
        sensitivity_weight=config["score"]["sensitivity_weight"],
        sets=config["score"]["sets"],
        tie_tolerance=config["score"]["tie_tolerance"],
    message:
        "Merging the scores of {wildcards.dataset}"
    script:
        "../scripts/scoring/score_table.py"


rule permutations:
    input:
        **weights_file(),
        expression=rules.dataset.output.expression,
        samples=rules.dataset.output.samples,
        features=rules.dataset.output.features,
        folds=rules.dataset.output.folds,
    output:
        permutations="results/{dataset}/permutations.parquet",
    log:
        "logs/{dataset}/permutations.log",
    benchmark:
        "benchmarks/{dataset}/permutations.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 16
    resources:
        mem_mb=null_memory,
        runtime=null_minutes,
    params:
        code=code_of("scoring/permutations"),
        candidates=config["candidates"],
        null_sets=config["null"]["sets"],
        permutations=config["null"]["permutations"],
        seed=config["seed"],
        sensitivity_weight=config["score"]["sensitivity_weight"],
        sets=config["score"]["sets"],
        tie_tolerance=config["score"]["tie_tolerance"],
    message:
        "Scoring random feature sets of {wildcards.dataset} under {params.permutations} permutations of its labels, on {threads} threads"
    script:
        "../scripts/scoring/permutations.py"


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
        code=code_of("scoring/discrimination"),
        candidates=config["candidates"],
        seed=config["seed"],
        sensitivity_weight=config["score"]["sensitivity_weight"],
    message:
        "Evaluating the best sets of {wildcards.dataset} on finer folds"
    script:
        "../scripts/scoring/discrimination.py"
