CHALLENGE = config["challenge"]
GENERATED = [name for name, stanza in CHALLENGE["data"].items() if stanza["generate"]]
SPLIT_FILES = {
    f"{split}{'_labels' * (end == 'labels')}": f"_{split}.{end}"
    for split in ("train", "valid", "test")
    for end in ("data", "labels")
}
MUST_BE_THERE = ("train", "train_labels", "valid", "valid_labels")


CHALLENGE_FILES = {name: challenge_files(name) for name in CHALLENGE["data"]}
CHALLENGE_SETS = [name for name, files in CHALLENGE_FILES.items() if files]
OTHER_ENTRIES = {name: entry_files(name) for name in CHALLENGE["entries"]}


wildcard_constraints:
    generated="|".join(GENERATED) or "(?!)",
    challenge_set="|".join(CHALLENGE_SETS) or "(?!)",
    method="|".join(CHALLENGE["methods"]) or "(?!)",
    protocol="december_1|december_8",


rule challenge_generated:
    output:
        **{
            what: f"results/challenge/generated/{{generated}}{end}"
            for what, end in SPLIT_FILES.items()
        },
        parameters="results/challenge/generated/{generated}.param",
        probes="results/challenge/generated/{generated}.probes",
    log:
        "logs/challenge/generated-{generated}.log",
    benchmark:
        "benchmarks/challenge/generated-{generated}.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards: generated_memory(wildcards.generated),
        runtime=30,
    params:
        code=code_of("challenge/challenge_generated"),
        seed=config["seed"],
        size=lambda wildcards: CHALLENGE["data"][wildcards.generated]["generate"],
    message:
        "Generating {wildcards.generated}, data like Madelon"
    script:
        "../scripts/challenge/challenge_generated.py"


rule challenge_data:
    input:
        files=lambda wildcards: list(CHALLENGE_FILES[wildcards.challenge_set].values()),
        records=lambda wildcards: challenge_records(wildcards.challenge_set),
    output:
        data="results/challenge/data/{challenge_set}.npz",
        summary="results/challenge/data/{challenge_set}.tsv",
    log:
        "logs/challenge/data-{challenge_set}.log",
    benchmark:
        "benchmarks/challenge/data-{challenge_set}.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(1000 + 30 * input.size_mb),
        runtime=lambda wildcards, input: int(10 + input.size_mb),
    params:
        code=code_of("challenge/challenge_data"),
        names=lambda wildcards: list(CHALLENGE_FILES[wildcards.challenge_set]),
        stated=lambda wildcards: {
            key: CHALLENGE["data"][wildcards.challenge_set][key]
            for key in ("features", "kind", "infer_probes")
        },
    message:
        "Reading {wildcards.challenge_set}, a data set of the challenge"
    script:
        "../scripts/challenge/challenge_data.py"


rule challenge_entry:
    input:
        data=rules.challenge_data.output.data,
    output:
        entry="results/challenge/{protocol}/{method}/{challenge_set}.zip",
        record="results/challenge/{protocol}/{method}/{challenge_set}.json",
    log:
        "logs/challenge/{protocol}-{method}-{challenge_set}.log",
    benchmark:
        "benchmarks/challenge/{protocol}-{method}-{challenge_set}.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(1000 + 80 * input.size_mb),
        runtime=lambda wildcards, input: int(30 + 30 * input.size_mb),
    params:
        code=code_of("challenge/challenge_entry"),
        seed=config["seed"],
        settings={key: CHALLENGE[key] for key in ("folds", "grid")},
    message:
        "Fitting {wildcards.method} on {wildcards.challenge_set}"
    script:
        "../scripts/challenge/challenge_entry.py"


rule challenge_scores:
    input:
        data=expand(rules.challenge_data.output.data, challenge_set=CHALLENGE_SETS),
        entries=expand(
            rules.challenge_entry.output.entry,
            protocol=CHALLENGE["protocols"],
            method=CHALLENGE["methods"],
            challenge_set=CHALLENGE_SETS,
        ),
        records=expand(
            rules.challenge_entry.output.record,
            protocol=CHALLENGE["protocols"],
            method=CHALLENGE["methods"],
            challenge_set=CHALLENGE_SETS,
        ),
        summaries=expand(
            rules.challenge_data.output.summary, challenge_set=CHALLENGE_SETS
        ),
        others=[path for paths in OTHER_ENTRIES.values() for path in paths],
    output:
        data="results/challenge/data.tsv",
        methods="results/challenge/methods.tsv",
        pairs="results/challenge/pairs.tsv",
        scores="results/challenge/scores.tsv",
        tests="results/challenge/tests.tsv",
    log:
        "logs/challenge/scores.log",
    benchmark:
        "benchmarks/challenge/scores.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, input: int(1000 + 40 * input.size_mb),
        runtime=30,
    params:
        code=code_of("challenge/challenge_scores"),
        datasets=CHALLENGE_SETS,
        left_out=[name for name in CHALLENGE["data"] if name not in CHALLENGE_SETS],
        made=[
            [protocol, method]
            for protocol in CHALLENGE["protocols"]
            for method in CHALLENGE["methods"]
        ],
        others=CHALLENGE["entries"],
        test={key: CHALLENGE[key] for key in ("test", "one_sided")},
    message:
        "Scoring the entries of the challenge against each other"
    script:
        "../scripts/challenge/challenge_scores.py"


use rule plot_selection_pressure as plot_challenge_scores with:
    input:
        scores=rules.challenge_scores.output.scores,
    output:
        svg="results/challenge/figures/scores.svg",
        png="results/challenge/figures/scores.png",
    log:
        "logs/challenge/plot_scores.log",
    benchmark:
        "benchmarks/challenge/plot_scores.tsv"
    params:
        **drawn_by("challenge.draw_scores"),
    message:
        "Drawing the scores of the challenge"


use rule plot_selection_pressure as plot_challenge_measures with:
    input:
        scores=rules.challenge_scores.output.scores,
        data=rules.challenge_scores.output.data,
    output:
        svg="results/challenge/figures/measures.svg",
        png="results/challenge/figures/measures.png",
    log:
        "logs/challenge/plot_measures.log",
    benchmark:
        "benchmarks/challenge/plot_measures.tsv"
    params:
        **drawn_by("challenge.draw_measures"),
    message:
        "Drawing errors, features and probes of the entries"


rule challenge_page:
    input:
        data=rules.challenge_scores.output.data,
        figures=[
            rules.plot_challenge_scores.output.svg,
            rules.plot_challenge_measures.output.svg,
        ],
        methods=rules.challenge_scores.output.methods,
        published=str(HOME / "data/published/challenge.tsv"),
        scores=rules.challenge_scores.output.scores,
        template=str(HOME / "scripts/suitability/report/templates/challenge.html"),
        tests=rules.challenge_scores.output.tests,
    output:
        html=report(
            "results/challenge.html",
            caption="captions/challenge.rst",
            category="Challenge",
        ),
    log:
        "logs/challenge/page.log",
    benchmark:
        "benchmarks/challenge/page.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=600,
        runtime=5,
    params:
        code=code_of("challenge/challenge_page"),
        test={key: CHALLENGE[key] for key in ("test", "one_sided")},
    message:
        "Writing the page of the challenge"
    script:
        "../scripts/challenge/challenge_page.py"


rule challenge:
    input:
        rules.challenge_page.output.html,


rule probes:
    input:
        **weights_file(),
        **PREPARED,
        scores=rules.score_table.output.scores,
    output:
        table="results/{dataset}/probes.tsv",
    log:
        "logs/{dataset}/probes.log",
    benchmark:
        "benchmarks/{dataset}/probes.tsv"
    conda:
        "../envs/suitability.yaml"
    threads: 16
    resources:
        mem_mb=memory_of(score_memory),
        runtime=minutes_of("score"),
    params:
        code=code_of("challenge/probes"),
        contest=contest_of,
        seed=config["seed"],
        sets=sets_of,
        win=config["win"],
    message:
        "Counting probes in the feature sets that searches of {wildcards.dataset} choose"
    script:
        "../scripts/challenge/probes.py"
