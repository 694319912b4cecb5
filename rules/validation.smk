rule validation_table:
    input:
        expression=rules.dataset.output.expression,
        samples=rules.dataset.output.samples,
        folds=rules.dataset.output.folds,
    output:
        table="results/{dataset}/validation.tsv",
    log:
        "logs/{dataset}/validation_table.log",
    benchmark:
        "benchmarks/{dataset}/validation_table.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 16
    resources:
        mem_mb=1500,
        runtime=60,
    params:
        code=code_of("held_out/validation"),
        contest=CONTEST,
        # Enough for the intervals; a study's own splits would take twice as long.
        plan={"splits": 25, "outer_folds": 5, "outer_repeats": 10, "sets": 44850},
        seed=config["seed"],
    message:
        "Comparing simulated studies like {wildcards.dataset} with the truth, on {threads} threads"
    script:
        "../scripts/held_out/validation.py"


# The first data set of the study stands for all.
rule validation:
    input:
        expand(rules.validation_table.output.table, dataset=list(DATASETS)[:1]),
