"""Functions of the rules of the other methods."""

from suitability.workflow.method_minutes import (
    challenge_minutes,
    challenge_shape,
    reproducibility_minutes,
)


def tested_memory(wildcards):
    """Return the MB that the tests of a table take."""
    return table_memory(wildcards.classifier, TESTED["tables"][wildcards.table])


def tested_minutes(wildcards):
    """Return the minutes that a block of the tests of a table may take."""
    stanza = TESTED["tables"][wildcards.table]
    expected = table_minutes(wildcards.classifier, stanza, TESTED["repeats"])
    return int(10 + 4 * expected / TESTED["blocks"])


def minutes_of_tables():
    """Return the minutes of the permutation tests of each table."""
    return {
        name: sum(
            table_minutes(classifier, stanza, TESTED["repeats"])
            for classifier in CLASSIFIERS
        )
        for name, stanza in TESTED["tables"].items()
    }


def minutes_of_methods():
    """Return the minutes of the targets of the other methods; None where data are to be fetched."""
    shapes = [
        challenge_shape(CHALLENGE["data"][name], files)
        for name, files in CHALLENGE_FILES.items()
        if files
    ]
    methods, protocols = CHALLENGE["methods"], len(CHALLENGE["protocols"])
    return {
        "permutation_tests": sum(minutes_of_tables().values()),
        "reproducibility": reproducibility_minutes(
            [each["size"] for each in MODELS.values()],
            REPRODUCED["rules"],
            REPRODUCED["samples"],
        ),
        "challenge": (
            None if None in shapes else challenge_minutes(shapes, methods, protocols)
        ),
    }


def samples_of_part(wildcards):
    """Return the first simulated study of a shard, and the first one after it."""
    first, shards = int(wildcards.part), REPRODUCED["shards"]
    return [REPRODUCED["samples"] * part // shards for part in (first, first + 1)]


def generated_memory(name):
    """Return the MB that generating a data set takes: some arrays of its values."""
    size = CHALLENGE["data"][name]["generate"]
    samples = sum(size[split] for split in ("train", "valid", "test"))
    return int(1000 + 60e-6 * size["features"] * samples)


def challenge_files(name):
    """Return the files of a data set of the challenge by their meaning."""
    stanza = CHALLENGE["data"][name]
    ends = SPLIT_FILES | {"parameters": ".param", "probes": ".probes"}
    if stanza["generate"]:
        folder = "results/challenge/generated"
        return {what: f"{folder}/{name}{end}" for what, end in ends.items()}
    folder, key = stanza["folder"], f"challenge.data.{name}.folder"
    found = {}
    for what, end in ends.items():
        path = as_rules_name(f"{folder}/{name}{end}", DOWNLOADS)
        if path in DOWNLOADS:
            found[what] = path
        elif any((place / path).is_file() for place in (Path.cwd(), HOME)):
            found[what] = find_file(path, key)
        elif what in MUST_BE_THERE and stanza["if_present"]:
            return {}
        elif what in MUST_BE_THERE:
            find_file(path, key)
    return found


def challenge_records(name):
    """Return the records of those files of a data set that are fetched."""
    return [
        f"{path}.json" for path in CHALLENGE_FILES[name].values() if path in DOWNLOADS
    ]


def entry_files(name):
    """Return the files of an entry that was made elsewhere."""
    path = Path(
        find_file(CHALLENGE["entries"][name]["path"], f"challenge.entries.{name}.path")
    )
    if not path.is_dir():
        return [str(path)]
    return sorted(str(each) for each in path.rglob("*") if each.is_file())
