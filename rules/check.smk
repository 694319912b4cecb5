# Neither output nor benchmark, which counts as one, so that it tells each time it is asked.
rule check:
    input:
        expression=expand(rules.dataset.output.expression, dataset=DATASETS),
        features=expand(rules.dataset.output.features, dataset=DATASETS),
        folds=expand(rules.dataset.output.folds, dataset=DATASETS),
        samples=expand(rules.dataset.output.samples, dataset=DATASETS),
    log:
        "logs/check.log",
    localrule: True
    conda:
        "../envs/suitability.yaml"
    # As many as the scoring, whose minutes and memory it tells.
    threads: 16
    resources:
        mem_mb=500,
        runtime=5,
    params:
        code=code_of("check"),
        cross_validation=config["cross_validation"],
        expected={
            name: stanza["expected"] for name, stanza in config["datasets"].items()
        },
        memory=lambda wildcards, input, threads: {
            name: memory_of_scoring(name, threads) for name in DATASETS
        },
        output="results/check.tsv",
        sets=config["score"]["sets"],
    message:
        "Saying what would be scored"
    script:
        "../scripts/check.py"
