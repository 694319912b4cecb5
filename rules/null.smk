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
        code=code_of("permutations"),
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
        "../scripts/permutations.py"


rule null_bands:
    input:
        permutations=rules.permutations.output.permutations,
        summary=rules.score_table.output.summary,
    output:
        bands="results/{dataset}/null_bands.tsv",
        beats_chance="results/{dataset}/beats_chance.tsv",
        p_values="results/{dataset}/p_values.tsv",
    log:
        "logs/{dataset}/null_bands.log",
    benchmark:
        "benchmarks/{dataset}/null_bands.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(800 + 150 * input.size_mb),
        runtime=10,
    params:
        code=code_of("null_bands"),
        candidates=config["candidates"],
        level=config["null"]["level"],
        n_max=config["win"]["n_max"],
        points_per_decade=config["win"]["points_per_decade"],
    message:
        "Computing what win percentages chance alone would give in {wildcards.dataset}"
    script:
        "../scripts/null_bands.py"


rule calibration_table:
    input:
        permutations=expand(rules.permutations.output.permutations, dataset=DATASETS),
        summaries=expand(rules.score_table.output.summary, dataset=DATASETS),
    output:
        table="results/calibration.tsv",
    log:
        "logs/calibration_table.log",
    benchmark:
        "benchmarks/calibration_table.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(800 + 150 * input.size_mb),
        runtime=30,
    params:
        code=code_of("calibration_table"),
        candidates=config["candidates"],
        datasets=DATASETS,
        level=config["null"]["level"],
        n_max=config["win"]["n_max"],
        points_per_decade=config["win"]["points_per_decade"],
    message:
        "Counting how often each null band flags random labels"
    script:
        "../scripts/calibration_table.py"


rule plot_calibration:
    input:
        table=rules.calibration_table.output.table,
    output:
        svg="results/figures/calibration.svg",
        png="results/figures/calibration.png",
    log:
        "logs/plot_calibration.log",
    benchmark:
        "benchmarks/plot_calibration.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=800,
        runtime=5,
    params:
        code=code_of("plot_calibration"),
        level=config["null"]["level"],
    message:
        "Drawing how often each null band flags random labels"
    script:
        "../scripts/plot_calibration.py"
