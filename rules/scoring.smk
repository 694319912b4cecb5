# What every rule that scores feature sets reads of a data set.
PREPARED = {
    name: rules.dataset.output[name]
    for name in ("expression", "samples", "features", "folds")
}


rule score:
    input:
        **weights_file(),
        **PREPARED,
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
        mem_mb=memory_of(score_memory),
        runtime=minutes_of("score"),
    params:
        code=code_of("scoring/score"),
        contest=contest_of,
        # A function of the input does not count as a change.
        fits=planned_fits,
        most_core_hours=lambda wildcards, input: config["score"]["most_core_hours"],
        seed=config["seed"],
        sets=sets_of,
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
        contest=contest_of,
        cross_validation=REPEATS_AND_FOLDS,
        # A function of the input does not count as a change, so no set is scored again for it.
        expected=lambda wildcards, input: config["datasets"][wildcards.dataset][
            "expected"
        ],
        seed=config["seed"],
        sets=sets_of,
    message:
        "Merging the scores of {wildcards.dataset}"
    script:
        "../scripts/scoring/score_table.py"


rule permutations:
    input:
        **weights_file(),
        **PREPARED,
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
        mem_mb=memory_of(null_memory),
        runtime=minutes_of("permutations"),
    params:
        code=code_of("scoring/permutations"),
        contest=contest_of,
        # A function of the input does not count as a change.
        fits=planned_fits,
        most_core_hours=lambda wildcards, input: config["score"]["most_core_hours"],
        null={key: config["null"][key] for key in ("permutations", "sets")},
        seed=config["seed"],
        sets=sets_of,
    message:
        "Scoring random feature sets of {wildcards.dataset} under {params.null[permutations]} label permutations, on {threads} threads"
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
        contest=contest_of,
        seed=config["seed"],
    message:
        "Evaluating the best sets of {wildcards.dataset} on finer folds"
    script:
        "../scripts/scoring/discrimination.py"
