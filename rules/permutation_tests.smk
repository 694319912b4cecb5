from suitability.workflow.table_resources import table_memory, table_minutes

TESTED = config["permutation_tests"]
SET_TESTS = {key: TESTED[key] for key in ("set_randomisations", "sets")}
CLASSIFIERS = ["decision_tree", "naive_bayes", "nearest_neighbour", "svm"]
for name, stanza in TESTED["tables"].items():
    if stanza["file"]:
        stanza["file"] = find_file(
            stanza["file"], f"permutation_tests.tables.{name}.file"
        )
SCATTERED = TESTED["scatter"]["table"] or next(iter(TESTED["tables"]))
if SCATTERED not in TESTED["tables"]:
    sys.exit(
        f"error: config: permutation_tests.scatter.table: {SCATTERED!r} given; allowed are "
        f"{', '.join(TESTED['tables'])}"
    )


wildcard_constraints:
    table="|".join(TESTED["tables"]),
    classifier="|".join(CLASSIFIERS),
    block=r"\d+",
    figure="3|4",


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
        mem_mb=tested_memory,
        runtime=tested_minutes,
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
        published=str(HOME / "data/published/permutation-tests.tsv"),
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
        table="results/permutation_tests/simulated/figure-{figure}-{classifier}.tsv",
    log:
        "logs/permutation_tests/simulated-{figure}-{classifier}.log",
    benchmark:
        "benchmarks/permutation_tests/simulated-{figure}-{classifier}.tsv"
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
        "Testing {wildcards.classifier} on the simulated data of Figure {wildcards.figure}"
    script:
        "../scripts/permutation_tests/permutation_simulation.py"


use rule plot_selection_pressure as plot_randomised with:
    input:
        # Read by the name in `params`.
        TESTED["tables"][SCATTERED]["file"] or [],
    output:
        svg="results/permutation_tests/figures/randomised.svg",
        png="results/permutation_tests/figures/randomised.png",
    log:
        "logs/plot_randomised.log",
    benchmark:
        "benchmarks/plot_randomised.tsv"
    params:
        **drawn_by("permutation_tests.draw_randomised"),
        features=TESTED["scatter"]["features"],
        name=SCATTERED,
        seed=config["seed"],
        table=TESTED["tables"][SCATTERED],
    message:
        "Drawing randomised data"


use rule plot_selection_pressure as plot_simulated with:
    input:
        tables=expand(
            rules.permutation_simulation.output.table,
            classifier=CLASSIFIERS,
            figure=3,
        ),
    output:
        svg="results/permutation_tests/figures/correlation.svg",
        png="results/permutation_tests/figures/correlation.png",
    log:
        "logs/plot_simulated.log",
    benchmark:
        "benchmarks/plot_simulated.tsv"
    params:
        **drawn_by("permutation_tests.draw_correlation"),
    message:
        "Drawing errors against correlation"


use rule plot_selection_pressure as plot_noise with:
    input:
        tables=[
            rules.permutation_simulation.output.table.format(
                classifier="decision_tree", figure=4
            )
        ],
    output:
        svg="results/permutation_tests/figures/noise.svg",
        png="results/permutation_tests/figures/noise.png",
    log:
        "logs/plot_noise.log",
    benchmark:
        "benchmarks/plot_noise.tsv"
    params:
        **drawn_by("permutation_tests.draw_noise"),
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
        mem_mb=memory_of(set_tests_memory),
        runtime=minutes_of("set_tests"),
    params:
        code=code_of("permutation_tests/set_tests"),
        contest=contest_of,
        plan=SET_TESTS,
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
