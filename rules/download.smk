import re

from suitability.addresses import check_url, missing_offline


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
        # What lies there already, such as a file put there by hand, is checked and kept: so no
        # edit of the code fetches it again.
        file=update("downloads/{download}"),
        record=update("downloads/{download}.json"),
    log:
        "logs/downloads/{download}.log",
    benchmark:
        "benchmarks/downloads/{download}.tsv"
    # Nodes of a cluster often have no network.
    localrule: True
    conda:
        "../envs/suitability.yaml"
    threads: 1
    resources:
        mem_mb=400,
        runtime=240,
    params:
        source=lambda wildcards: config["downloads"][wildcards.download],
    message:
        "Fetching {wildcards.download}"
    script:
        "../scripts/download.py"
