import re

from suitability.data.downloads.urls import MOST_MINUTES, check_url, missing_offline


wildcard_constraints:
    download="|".join(map(re.escape, config["downloads"])) or "(?!)",


try:
    for name, source in config["downloads"].items():
        check_url(name, source)
    if config["offline"] and (
        missing := missing_offline(config["downloads"], "downloads")
    ):
        raise InputError(missing)
except InputError as error:
    sys.exit(f"error: {error}")


rule download:
    output:
        # A file that is there already, such as one put there by hand, is checked and kept, so that
        # no edit of the code downloads it again.
        file=update("downloads/{download}"),
        record=update("downloads/{download}.json"),
    log:
        "logs/downloads/{download}.log",
    benchmark:
        "benchmarks/downloads/{download}.tsv"
    # Nodes of a cluster often have no network access.
    localrule: True
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=400,
        runtime=MOST_MINUTES,
    params:
        source=lambda wildcards: config["downloads"][wildcards.download],
    message:
        "Downloading {wildcards.download}"
    script:
        "../scripts/data/download.py"


wildcard_constraints:
    simulated="|".join(config["simulated"]) or "(?!)",


rule simulate:
    output:
        expression="simulated/{simulated}.parquet",
        samples="simulated/{simulated}-samples.tsv",
    log:
        "logs/simulated/{simulated}.log",
    benchmark:
        "benchmarks/simulated/{simulated}.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=2000,
        runtime=10,
    params:
        code=code_of("data/simulate"),
        seed=config["seed"],
        shape=lambda wildcards: config["simulated"][wildcards.simulated],
    message:
        "Simulating {wildcards.simulated}"
    script:
        "../scripts/data/simulate.py"


# The keys of a data set that decide how its files are read.
READING_KEYS = (
    "annotation",
    "endpoint",
    "features_in",
    "format",
    "join",
    "preprocess",
    "replicates",
    "where",
)


rule dataset:
    input:
        expression=lambda wildcards: data_file(wildcards.dataset, "expression"),
        samples=lambda wildcards: data_file(wildcards.dataset, "samples"),
        probe_to_gene=lambda wildcards: data_file(
            wildcards.dataset, "preprocess", "probe_to_gene"
        ),
        feature_names=lambda wildcards: data_file(wildcards.dataset, "feature_names"),
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
    # All data sets are read before any is scored, so that wrong input ends a run early.
    priority: 1
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: reading_memory(input.expression),
        runtime=lambda wildcards, input: int(5 + input.size_mb / 20),
    params:
        code=code_of("data/dataset"),
        # Snakemake does not notice a file that was replaced by an older one.
        content=lambda wildcards: digest_of_files(users_files(wildcards.dataset)),
        cross_validation=config["cross_validation"],
        normality=config["normality"],
        probes=config["probes"]["fraction"],
        seed=config["seed"],
        stanza=lambda wildcards: {
            "endpoint": endpoint_of(config["datasets"], wildcards.dataset),
            **{
                key: config["datasets"][wildcards.dataset][key]
                for key in READING_KEYS
                if key != "endpoint"
            },
        },
    message:
        "Reading {wildcards.dataset}: classes, features, folds"
    script:
        "../scripts/data/dataset.py"
