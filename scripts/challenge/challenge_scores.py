"""Score the entries of the challenge against each other."""

from itertools import product

import pandas as pd

from suitability.challenge.data import load_data
from suitability.challenge.results import methods_table
from suitability.challenge.scores import Entry, Truth, compare_tests, pair_table, score_table
from suitability.core.errors import InputError
from suitability.core.jobs import inform, job
from suitability.core.tables import read_json, read_tsv, write_tsv
from suitability.data.formats.challenge_entry import read_entry


def challenge_scores(inputs, outputs, datasets, made, others, test):
    if not datasets:
        raise InputError("config: challenge.data: the files of no data set are there; add some")
    if not made and not others:
        raise InputError("config: challenge.methods: no entries; give methods or entries")
    sizes, truths = {}, {}
    for name, path in zip(datasets, inputs["data"], strict=True):
        data = load_data(path)
        split = data.scored_split
        sizes[name] = {part: values.shape[0] for part, values in data.values.items()}
        about = split, data.features, data.probes, tuple(data.values)
        # Validation labels are known to those who train on them.
        unknown = split == "valid"
        truths[name] = {
            "december_1": Truth(data.labels[split], *about),
            "december_8": Truth(None if unknown else data.labels[split], *about),
        }
    features = {name: of_set["december_1"].features for name, of_set in truths.items()}
    entries = made_entries(inputs, datasets, made, sizes, features)
    for name, stanza in others.items():
        given = Entry(name, stanza["team"] or name, read_entry([stanza["path"]], sizes, features))
        entries.setdefault(stanza["protocol"], []).append(given)
    parts = {"scores": [], "pairs": [], "tests": []}
    for protocol, of_protocol in entries.items():
        against = {name: of_set[protocol] for name, of_set in truths.items()}
        pairs = pair_table(of_protocol, against, **test)
        found = {
            "scores": score_table(of_protocol, against, pairs),
            "pairs": pairs,
            "tests": compare_tests(of_protocol, against),
        }
        for what, table in found.items():
            table.insert(0, "protocol", protocol)
            parts[what].append(table)
    for what, tables in parts.items():
        write_tsv(pd.concat(tables), outputs[what])
    write_tsv(pd.concat([read_tsv(path) for path in inputs["summaries"]]), outputs["data"])
    write_tsv(methods_table([method for _, method in made], others), outputs["methods"])


def made_entries(inputs, datasets, made, sizes, features):
    """Return the entries of the methods that ship, by protocol; each is a team."""
    keys = list(product(map(tuple, made), datasets))
    files = dict(zip(keys, inputs["entries"], strict=True))
    records = dict(zip(keys, inputs["records"], strict=True))
    entries = {}
    for each in map(tuple, made):
        protocol, method = each
        undeclared = {name for name in datasets if read_json(records[each, name])["undeclared"]}
        predictions = read_entry([files[each, name] for name in datasets], sizes, features)
        entry = Entry(method, method, predictions, frozenset(undeclared))
        entries.setdefault(protocol, []).append(entry)
    return entries


if __name__ == "__main__":
    with job(snakemake.log[0]):
        for name in snakemake.params.left_out:
            inform(f"challenge: {name} is left out, as its files are not there")
        challenge_scores(
            inputs=dict(snakemake.input.items()),
            outputs=dict(snakemake.output.items()),
            datasets=snakemake.params.datasets,
            made=snakemake.params.made,
            others=snakemake.params.others,
            test=snakemake.params.test,
        )
