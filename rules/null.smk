rule null_bands:
    input:
        summary=rules.score_table.output.summary,
    output:
        bands="results/{dataset}/null_bands.tsv",
    log:
        "logs/{dataset}/null_bands.log",
    benchmark:
        "benchmarks/{dataset}/null_bands.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=600,
        runtime=5,
    params:
        candidates=config["candidates"],
        level=config["null"]["level"],
        n_max=config["win"]["n_max"],
        points_per_decade=config["win"]["points_per_decade"],
    message:
        "Computing what win percentages chance alone would give in {wildcards.dataset}"
    script:
        "../scripts/null_bands.py"
