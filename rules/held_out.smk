rule held_out_splits:
    input:
        **weights_file(),
        **PREPARED,
    output:
        splits="results/{dataset}/held_out_splits.parquet",
        best="results/{dataset}/held_out_best.parquet",
    log:
        "logs/{dataset}/held_out_splits.log",
    benchmark:
        "benchmarks/{dataset}/held_out_splits.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 16
    resources:
        mem_mb=held_out_memory,
        runtime=held_out_minutes,
    params:
        code=code_of("held_out/held_out_splits"),
        contest=CONTEST,
        plan={
            key: config["held_out"][key]
            for key in ("outer_folds", "outer_repeats", "sets", "splits")
        },
        seed=config["seed"],
        sets=config["score"]["sets"],
        win=config["win"],
    message:
        "Searching {wildcards.dataset} in every split of the samples, on {threads} threads"
    script:
        "../scripts/held_out/held_out_splits.py"


rule held_out:
    input:
        splits=rules.held_out_splits.output.splits,
        best=rules.held_out_splits.output.best,
    output:
        held_out="results/{dataset}/held_out.tsv",
        stability="results/{dataset}/stability.tsv",
        recurring_sets="results/{dataset}/recurring_sets.tsv",
        recurring_features="results/{dataset}/recurring_features.tsv",
    log:
        "logs/{dataset}/held_out.log",
    benchmark:
        "benchmarks/{dataset}/held_out.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(800 + 50 * input.size_mb),
        runtime=10,
    params:
        code=code_of("held_out/held_out"),
        candidates=config["candidates"],
        region=config["held_out"]["region"],
    message:
        "Computing the held-out performance of {wildcards.dataset} and its stability"
    script:
        "../scripts/held_out/held_out.py"
