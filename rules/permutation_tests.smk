TESTED = config["permutation_tests"]
CLASSIFIERS = ["decision_tree", "naive_bayes", "nearest_neighbour", "svm"]
for name, stanza in TESTED["tables"].items():
    if stanza["file"]:
        stanza["file"] = find_file(
            stanza["file"], f"permutation_tests.tables.{name}.file"
        )


wildcard_constraints:
    table="|".join(TESTED["tables"]),
    classifier="|".join(CLASSIFIERS),
    block=r"\d+",


rule permutation_errors:
    input:
        file=lambda wildcards: TESTED["tables"][wildcards.table]["file"] or [],
    output:
        errors="results/permutation_tests/errors/{table}-{classifier}-{block}.tsv",
    log:
        "logs/permutation_tests/{table}-{classifier}-{block}.log",
    benchmark:
        "benchmarks/permutation_tests/{table}-{classifier}-{block}.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=2000,
        runtime=600,
    params:
        blocks=TESTED["blocks"],
        code=code_of("permutation_tests/permutation_errors"),
        repeats=TESTED["repeats"],
        seed=config["seed"],
        table=lambda wildcards: TESTED["tables"][wildcards.table],
    message:
        "Testing {wildcards.classifier} on {wildcards.table}, block {wildcards.block}"
    script:
        "../scripts/permutation_tests/permutation_errors.py"


rule permutation_table:
    input:
        errors=expand(
            rules.permutation_errors.output.errors,
            classifier=CLASSIFIERS,
            table=TESTED["tables"],
            block=range(TESTED["blocks"]),
        ),
    output:
        **{name: f"results/permutation_tests/{name}.tsv" for name in CLASSIFIERS},
        html="results/permutation_tests/tables.html",
    log:
        "logs/permutation_table.log",
    benchmark:
        "benchmarks/permutation_table.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=600,
        runtime=5,
    params:
        blocks=TESTED["blocks"],
        code=code_of("permutation_tests/permutation_table"),
        names=[[c, table] for c in CLASSIFIERS for table in TESTED["tables"]],
    message:
        "Tabulating the permutation tests"
    script:
        "../scripts/permutation_tests/permutation_table.py"


rule permutation_simulation:
    output:
        table="results/permutation_tests/simulated/{classifier}.tsv",
    log:
        "logs/permutation_tests/simulated-{classifier}.log",
    benchmark:
        "benchmarks/permutation_tests/simulated-{classifier}.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=600,
        runtime=60,
    params:
        code=code_of("permutation_tests/permutation_simulation"),
        randomisations=TESTED["simulated"],
        repeats=TESTED["repeats"],
        seed=config["seed"],
    message:
        "Testing {wildcards.classifier} on simulated data"
    script:
        "../scripts/permutation_tests/permutation_simulation.py"


use rule plot_selection_pressure as plot_randomised with:
    output:
        svg="results/permutation_tests/figures/randomised.svg",
        png="results/permutation_tests/figures/randomised.png",
    log:
        "logs/plot_randomised.log",
    benchmark:
        "benchmarks/plot_randomised.tsv"
    params:
        **drawn_by("permutation_tests.draw_randomised"),
        features=["petal length (cm)", "petal width (cm)"],
        seed=config["seed"],
    message:
        "Drawing randomised data"


use rule plot_selection_pressure as plot_simulated with:
    input:
        tables=expand(rules.permutation_simulation.output.table, classifier=CLASSIFIERS),
    output:
        svg="results/permutation_tests/figures/correlation.svg",
        png="results/permutation_tests/figures/correlation.png",
    log:
        "logs/plot_simulated.log",
    benchmark:
        "benchmarks/plot_simulated.tsv"
    params:
        **drawn_by("permutation_tests.draw_simulated"),
        figure=3,
    message:
        "Drawing errors against correlation"


use rule plot_selection_pressure as plot_noise with:
    input:
        tables=[
            rules.permutation_simulation.output.table.format(classifier=CLASSIFIERS[0])
        ],
    output:
        svg="results/permutation_tests/figures/noise.svg",
        png="results/permutation_tests/figures/noise.png",
    log:
        "logs/plot_noise.log",
    benchmark:
        "benchmarks/plot_noise.tsv"
    params:
        **drawn_by("permutation_tests.draw_simulated"),
        figure=4,
    message:
        "Drawing errors against noise"


use rule plot_selection_pressure as plot_power_columns with:
    output:
        svg="results/permutation_tests/figures/power_columns.svg",
        png="results/permutation_tests/figures/power_columns.png",
    log:
        "logs/plot_power_columns.log",
    benchmark:
        "benchmarks/plot_power_columns.tsv"
    params:
        **drawn_by("permutation_tests.draw_power"),
        test="columns",
    message:
        "Drawing the power of Test 2"


use rule plot_selection_pressure as plot_power_labels with:
    output:
        svg="results/permutation_tests/figures/power_labels.svg",
        png="results/permutation_tests/figures/power_labels.png",
    log:
        "logs/plot_power_labels.log",
    benchmark:
        "benchmarks/plot_power_labels.tsv"
    params:
        **drawn_by("permutation_tests.draw_power"),
        test="labels",
    message:
        "Drawing the power of Test 1"


rule set_tests:
    input:
        **PREPARED,
    output:
        table="results/{dataset}/permutation_tests.tsv",
    log:
        "logs/{dataset}/set_tests.log",
    benchmark:
        "benchmarks/{dataset}/set_tests.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 16
    resources:
        mem_mb=2000,
        runtime=60,
    params:
        code=code_of("permutation_tests/set_tests"),
        contest=contest_of,
        plan={key: TESTED[key] for key in ("set_randomisations", "sets")},
        seed=config["seed"],
        size=lambda wildcards: sets_of(wildcards)["size"],
    message:
        "Testing the candidates on feature sets of {wildcards.dataset}, on {threads} threads"
    script:
        "../scripts/permutation_tests/set_tests.py"


use rule plot_selection_pressure as plot_set_tests with:
    input:
        tables=expand(rules.set_tests.output.table, dataset=DATASETS),
    output:
        svg="results/figures/permutation_tests.svg",
        png="results/figures/permutation_tests.png",
    log:
        "logs/plot_set_tests.log",
    benchmark:
        "benchmarks/plot_set_tests.tsv"
    params:
        **drawn_by("permutation_tests.draw_sets"),
        titles=list(TITLES.values()),
    message:
        "Drawing the shares of won feature sets that are significant"


rule permutation_tests:
    input:
        rules.plot_set_tests.output,
        rules.permutation_table.output,
        rules.plot_randomised.output,
        rules.plot_simulated.output,
        rules.plot_noise.output,
        rules.plot_power_columns.output,
        rules.plot_power_labels.output,
