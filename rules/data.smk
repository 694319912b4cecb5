rule dataset:
    input:
        expression=lambda wildcards: data_file(wildcards.dataset, "expression"),
        samples=lambda wildcards: data_file(wildcards.dataset, "samples"),
        probe_to_gene=lambda wildcards: data_file(
            wildcards.dataset, "preprocess", "probe_to_gene"
        ),
        records=lambda wildcards: download_records(wildcards.dataset),
    output:
        expression="results/{dataset}/expression.parquet",
        samples="results/{dataset}/samples.tsv",
        features="results/{dataset}/features.tsv",
        folds="results/{dataset}/folds.tsv",
        record="results/{dataset}/record.json",
    log:
        "logs/{dataset}/dataset.log",
    benchmark:
        "benchmarks/{dataset}/dataset.tsv"
    # Data sets are read before any is scored, so that wrong input ends a run at its start.
    priority: 1
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: reading_memory(input.expression),
        runtime=lambda wildcards, input: int(5 + input.size_mb / 20),
    params:
        code=code_of("dataset"),
        # Snakemake takes an older file that was put in place of another for the same.
        content=lambda wildcards: digest_of_files(files_of_ones_own(wildcards.dataset)),
        cross_validation=config["cross_validation"],
        endpoint=lambda wildcards: endpoint_of(config["datasets"], wildcards.dataset),
        normality=config["normality"],
        seed=config["seed"],
        stanza=lambda wildcards: {
            key: config["datasets"][wildcards.dataset][key]
            for key in (
                "annotation",
                "features_in",
                "format",
                "join",
                "preprocess",
                "replicates",
                "where",
            )
        },
    message:
        "Reading {wildcards.dataset}: classes, Gaussian features, folds"
    script:
        "../scripts/dataset.py"
