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
        code=code_of("simulate"),
        seed=config["seed"],
        shape=lambda wildcards: config["simulated"][wildcards.simulated],
    message:
        "Making up {wildcards.simulated}"
    script:
        "../scripts/simulate.py"
