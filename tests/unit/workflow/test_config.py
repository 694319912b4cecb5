import copy
from datetime import date
from pathlib import Path

import pytest
import yaml

from suitability.core.errors import InputError
from suitability.workflow.config import (
    check_permutations,
    check_repeated_keys,
    complete,
    describe,
    endpoint_of,
)

HOME = Path(__file__).parents[3]
SCHEMA = yaml.safe_load((HOME / "config/schema-with-defaults.yaml").read_text())
COLUMN = {"column": "tumour", "negative": ["no"], "positive": ["yes"]}
EITHER = (
    "allowed is one of: column, negative and positive (and regex); column and threshold; time, "
    "event, cutoff, negative and positive; column and classes; random alone; permutation_of alone"
)
STANZA_KEYS = ", ".join(SCHEMA["properties"]["datasets"]["additionalProperties"]["properties"])
ENDPOINT_KEYS = (
    "column, negative, positive, regex, threshold, time, event, cutoff, classes, random, "
    "permutation_of"
)
TOP_KEYS = ", ".join(SCHEMA["properties"])


def study(endpoint=COLUMN, name="one", stanza=(), **sections):
    dataset = {"expression": "e.tsv", "samples": "s.tsv", "endpoint": endpoint, **dict(stanza)}
    return {"datasets": {name: dataset}, **sections}


def entries(schema, path=()):
    """Yield (path, schema of the key, whether it is required) for every key, at every level."""
    for key, entry in schema.get("properties", {}).items():
        yield (*path, key), entry, key in schema.get("required", [])
        yield from entries(entry, (*path, key))
    if isinstance(schema.get("additionalProperties"), dict):
        yield (*path, "NAME"), schema["additionalProperties"], True
        yield from entries(schema["additionalProperties"], (*path, "NAME"))


ENTRIES = list(entries(SCHEMA))
# Sections whose keys exclude each other.
ALTERNATIVES = ("endpoint", "search")


TABLE = {"file": "", "numeric": [], "folds": 10, "training_rows": None, "randomisations": 100}
FILES = {"generate": None, "folder": "", "kind": None, "features": None}
NO_FILES = {**FILES, "infer_probes": False, "if_present": False}
METHODS = [
    *("fisher_svm", "correlation_rbf", "l1_logistic", "forest_rbf", "rfe_svm", "pca_knn"),
    *("linear_ard", "information_bayes", "random_probes", "monte_carlo"),
]
CHALLENGE = {
    "data": {
        "generated": NO_FILES
        | {"generate": {"features": 200, "train": 800, "valid": 400, "test": 1200}},
        "madelon": NO_FILES
        | {"folder": "downloads", "kind": "dense", "features": 500}
        | {"infer_probes": True, "if_present": True},
    },
    "methods": METHODS,
    "protocols": ["december_1"],
    "folds": 5,
    "grid": {
        "features": [5, 10, 20, 50, 100],
        "C": [0.01, 0.1, 1],
        "C_gaussian": [1, 10],
        "width": [1, 4],
        "l1": [1.5, 3, 6, 12],
        "neighbours": [5, 15, 45],
        "components": [2, 5, 10, 20, 50],
        "probe_share": [0.01, 0.05, 0.2, 0.5],
        "sets": 10_000,
    },
    "entries": {},
    "test": "ber",
    "one_sided": False,
}


def test_the_least_config_gets_every_default():
    assert complete(study(), SCHEMA) == {
        "seed": 1,
        "datasets": {
            "one": {
                "title": "",
                "expression": "e.tsv",
                "format": "auto",
                "features_in": "auto",
                "feature_names": "",
                "annotation": [],
                "samples": "s.tsv",
                "join": {"values": "", "samples": "", "pattern": "", "unmatched": "error"},
                "where": {},
                "endpoint": COLUMN,
                "set_size": None,
                "replicates": {"column": "", "how": "error"},
                "preprocess": {
                    "floor": 0,
                    "log2": False,
                    "missing": "drop",
                    "counts": "none",
                    "quantile": False,
                    "probe_to_gene": "",
                    "variance": 1,
                },
                "validation": {"expression": "", "samples": "", "where": {}},
                "role": "endpoint",
                "expected": {"features": 0, "kept": 0, "samples": 0, "positive": 0},
            }
        },
        "normality": {"test": "pooled", "z": 2},
        "probes": {"fraction": 0},
        "cross_validation": {"repeats": 2, "folds": 3, "group": ""},
        "candidates": ["NC", "DLDA", "LDA", "SDA", "UDA", "QDA"],
        "score": {
            "shards": 1,
            "tie_tolerance": 0,
            "most_core_hours": 24,
            "sensitivity_weight": 0.5,
            "sets": {"size": 2, "sample": None, "replacement": True, "weights": None},
        },
        "search": {"N": 10_000},
        "win": {"n_max": 1e10, "points_per_decade": 10},
        "sampled": {
            "M": [1000, 10_000, 100_000, 1_000_000],
            "trials": 100,
            "replacement": True,
        },
        "null": {"level": 0.05, "permutations": 200, "sets": 100_000},
        "held_out": {
            "splits": 50,
            "outer_folds": 5,
            "outer_repeats": 10,
            "sets": 1_000_000,
            "region": 0.01,
        },
        "permutation_tests": {
            "tables": {
                name: TABLE | stanza
                for name, stanza in {
                    "iris": {"bundled": "iris"},
                    "wine": {"bundled": "wine"},
                    "breast-cancer-wisconsin": {"bundled": "breast_cancer", "randomisations": 50},
                }.items()
            },
            "scatter": {"table": None, "features": []},
            "repeats": 10,
            "blocks": 1,
            "sets": 1000,
            "set_randomisations": 399,
            "simulated": 100,
        },
        "reproducibility": {
            "dimensions": [5],
            "correlations": [[0, 0], [0.4, 0.8]],
            "sizes": [30, 60, 120],
            "rules": ["LDA"],
            "estimators": ["resubstitution", "leave_one_out", "cross_validation", "bootstrap"],
            "samples": 10_000,
            "shards": 1,
            "folds": 5,
            "repeats": 10,
            "resamples": 100,
            "prior": {
                "mean": 1.167,
                "sds": [0.18974, 0.036],
                "dimension": 2,
                "correlations": [0.4, 0.8],
                "samples": 1000,
            },
            "real": {"samples": 60, "features": 5, "draws": 100},
            "search": {"sets": 20_000, "searches": 20},
        },
        "challenge": CHALLENGE,
        "downloads": {},
        "simulated": {},
        "offline": False,
    }


def test_a_section_given_in_part_keeps_what_is_given_and_gets_the_rest():
    done = complete(study(score={"shards": 4}, sampled={"M": [50]}), SCHEMA)
    assert done["score"] == {**complete(study(), SCHEMA)["score"], "shards": 4}
    assert done["sampled"] == {"M": [50], "trials": 100, "replacement": True}


def test_each_data_set_gets_its_own_copy_of_the_defaults():
    config = study(stanza={"title": "First", "where": {"sex": ["F"]}})
    config["datasets"]["two"] = study()["datasets"]["one"]
    config["datasets"]["three"] = study()["datasets"]["one"]
    done = complete(config, SCHEMA)["datasets"]
    assert [stanza["title"] for stanza in done.values()] == ["First", "", ""]
    assert done["one"]["where"] == {"sex": ["F"]}
    done["two"]["where"]["sex"] = ["M"]
    assert done["three"]["where"] == {}


def test_neither_the_config_nor_the_schema_is_changed():
    config = study(seed="7", score={"shards": "4"}, sampled={"M": [1e3]})
    before, schema = copy.deepcopy(config), copy.deepcopy(SCHEMA)
    done = complete(config, SCHEMA)
    done["datasets"]["one"]["endpoint"]["negative"].append("maybe")
    done["candidates"].append("none")
    assert config == before
    assert schema == SCHEMA


def test_a_complete_config_stays_as_it_is():
    done = complete(study(), SCHEMA)
    assert complete(done, SCHEMA) == done


@pytest.mark.parametrize("path", [HOME / "config.yaml", *(HOME / "config").glob("*.yaml")], ids=str)
def test_every_study_that_ships_is_valid(path):
    config = yaml.safe_load(path.read_text())
    if "datasets" in config:
        assert complete(config, SCHEMA)["datasets"].keys() == config["datasets"].keys()


@pytest.mark.parametrize(
    ("section", "key", "given", "meant"),
    [
        ("win", "n_max", "1e6", 1e6),
        ("normality", "z", "2.5", 2.5),
        ("normality", "z", "3", 3),
        ("score", "tie_tolerance", "1e-3", 0.001),
        ("sampled", "M", ["1e3", "20", 1e4], [1000, 20, 10_000]),
        ("cross_validation", "repeats", 2.0, 2),
        ("sampled", "trials", "30", 30),
    ],
)
def test_a_number_as_text_becomes_a_number(section, key, given, meant):
    done = complete(study(**{section: {key: given}}), SCHEMA)[section][key]
    assert repr(done) == repr(meant)


def test_a_long_seed_as_text_keeps_all_its_digits():
    assert complete(study(seed="9007199254740993"), SCHEMA)["seed"] == 9007199254740993


def test_text_that_looks_like_a_number_stays_text_where_text_is_required():
    done = complete(study(endpoint={**COLUMN, "negative": ["0"], "positive": ["1"]}), SCHEMA)
    assert done["datasets"]["one"]["endpoint"]["negative"] == ["0"]


def test_the_key_null_without_quotes_names_the_section():
    config = yaml.safe_load("null: {level: 0.01}") | study()
    assert None in config
    assert complete(config, SCHEMA)["null"]["level"] == 0.01


BAD = {
    "unknown key at the top": (
        study(sead=2),
        f"top level: unknown key 'sead'; did you mean 'seed'? allowed: {TOP_KEYS}",
    ),
    "estimators that the figures lack": (
        study(reproducibility={"estimators": ["resubstitution"]}),
        "reproducibility.estimators: ['resubstitution'] given; allowed are lists with "
        "cross_validation, which the figures show",
    ),
    "unknown key like no other": (
        study(zzz=2),
        f"top level: unknown key 'zzz'; allowed: {TOP_KEYS}",
    ),
    "unknown key with a line break": (
        study(**{"zz\nz": 2}),
        f"top level: unknown key 'zz\\nz'; allowed: {TOP_KEYS}",
    ),
    "counts beside a logarithm": (
        study(stanza={"preprocess": {"counts": "tmm", "log2": True}}),
        "datasets.one.preprocess: {'counts': 'tmm', 'log2': True} given; allowed is counts without "
        "log2 and floor, since it takes the logarithm itself",
    ),
    "counts beside a floor": (
        study(stanza={"preprocess": {"floor": 1.5, "counts": "logcpm"}}),
        "datasets.one.preprocess: {'floor': 1.5, 'counts': 'logcpm'} given; allowed is counts "
        "without log2 and floor, since it takes the logarithm itself",
    ),
    "unknown key in a section": (
        study(cross_validation={"fold": 3}),
        "cross_validation: unknown key 'fold'; did you mean 'folds'? allowed: repeats, folds, "
        "group",
    ),
    "unknown key in a data set": (
        study(stanza={"sample": "s.tsv"}),
        f"datasets.one: unknown key 'sample'; did you mean 'samples'? allowed: {STANZA_KEYS}",
    ),
    "unknown key in an endpoint": (
        study({"colum": "a", "negative": ["no"], "positive": ["yes"]}),
        "datasets.one.endpoint: unknown key 'colum'; did you mean 'column'? "
        f"allowed: {ENDPOINT_KEYS}",
    ),
    "a key of one level at another": (
        study(folds=3),
        f"top level: unknown key 'folds'; allowed: {TOP_KEYS}",
    ),
    "no config": (None, "top level: the key 'datasets' is missing; add it"),
    "empty config": ({}, "top level: the key 'datasets' is missing; add it"),
    "missing key": (
        {"datasets": {"one": {"samples": "s.tsv", "endpoint": COLUMN}}},
        "datasets.one: the key 'expression' is missing; add it",
    ),
    "no endpoint": (
        {"datasets": {"one": {"samples": "s.tsv", "expression": "e.tsv"}}},
        "datasets.one: the key 'endpoint' is missing; add it",
    ),
    "no data sets": ({"datasets": {}}, "datasets: 0 given; allowed is at least 1"),
    "data sets with nothing in them": (
        {"datasets": None},
        "datasets: nothing given; allowed is a mapping",
    ),
    "data sets as a list": (
        {"datasets": ["one"]},
        "datasets: ['one'] given; allowed is a mapping",
    ),
    "a data set with nothing in it": (
        {"datasets": {"one": None}},
        "datasets.one: nothing given; allowed is a mapping",
    ),
    "a section with nothing in it": (
        study(score=None),
        "score: nothing given; allowed is a mapping",
    ),
    "a key with nothing after it": (
        study(seed=None),
        "seed: nothing given; allowed is a whole number",
    ),
    "a list in place of a section": (
        study(score=[4]),
        "score: [4] given; allowed is a mapping",
    ),
    "text in place of a number": (
        study(seed="one"),
        "seed: 'one' given; allowed is a whole number",
    ),
    "fraction in place of a whole number": (
        study(cross_validation={"folds": 2.5}),
        "cross_validation.folds: 2.5 given; allowed is a whole number",
    ),
    "fraction as text": (
        study(score={"shards": "1e-1"}),
        "score.shards: 0.1 given; allowed is a whole number",
    ),
    "truth in place of a number": (
        study(cross_validation={"folds": True}),
        "cross_validation.folds: true given; allowed is a whole number",
    ),
    "text in place of truth": (
        study(normality={"test": "each"}),
        "normality.test: 'each' given; allowed: pooled, within_class, none",
    ),
    "not a number": (
        study(normality={"z": float("nan")}),
        "normality.z: nan given; allowed is a number",
    ),
    "not a number, as text": (
        study(win={"n_max": "nan"}),
        "win.n_max: nan given; allowed is a number",
    ),
    "infinity in place of a number": (
        study(stanza={"preprocess": {"floor": float("inf")}}),
        "datasets.one.preprocess.floor: inf given; allowed is a number",
    ),
    "infinity as text": (
        study(normality={"z": "1e400"}),
        "normality.z: inf given; allowed is a number",
    ),
    "an infinite probability of a size": (
        study(score={"sets": {"sample": 100, "size": {"1": float("inf"), "2": 1}}}),
        "score.sets.size.1: inf given; allowed is a number",
    ),
    "probabilities of sizes whose sum is infinite": (
        study(score={"sets": {"sample": 100, "size": {"1": 1, "2": 1e308}}}),
        "score.sets.size.2: 1e+308 given; allowed is at most 1000000000.0",
    ),
    "a number beyond the largest float": (
        study(stanza={"preprocess": {"floor": 10**400}}),
        f"datasets.one.preprocess.floor: 1{56 * '0'}... given; allowed is a number",
    ),
    "a level that no number of permutations reaches": (
        study(**{"null": {"level": 1e-320}}),
        "null.level: 1e-320 given; allowed is at least 1e-05",
    ),
    "too much made-up data": (
        study(simulated={"s": {"features": 10**7, "samples": 10}}),
        "simulated.s.features: 10000000 given; allowed is at most 1000000",
    ),
    "too many made-up samples": (
        study(simulated={"s": {"features": 10, "samples": 10**6}}),
        "simulated.s.samples: 1000000 given; allowed is at most 100000",
    ),
    "replicates without a column": (
        study(stanza={"replicates": {"how": "mean"}}),
        "datasets.one.replicates.how: 'mean' given without a column that identifies replicates; "
        "name it under column",
    ),
    "nothing to join": (
        study(stanza={"samples": "", "join": {"pattern": "(x"}}),
        "datasets.one.join: given without a table of samples to join; name it under samples, or "
        "remove join",
    ),
    "infinity in place of a whole number": (
        study(sampled={"M": ["inf"]}),
        "sampled.M.0: inf given; allowed is a whole number",
    ),
    "below the least": (study(seed=-1), "seed: -1 given; allowed is at least 0"),
    "above the most": (
        study(cross_validation={"folds": 101}),
        "cross_validation.folds: 101 given; allowed is at most 100",
    ),
    "on an open lower limit": (
        study(normality={"z": 0}),
        "normality.z: 0 given; allowed is more than 0",
    ),
    "on an open upper limit": (
        study(null={"level": 1}),
        "null.level: 1 given; allowed is less than 1",
    ),
    "one of a list out of range": (
        study(sampled={"M": [1000, 5]}),
        "sampled.M.1: 5 given; allowed is at least 10",
    ),
    "empty list": (study(sampled={"M": []}), "sampled.M: 0 given; allowed is at least 1"),
    "one value twice": (
        study(sampled={"M": [10, "1e1"]}),
        "sampled.M: [10, 10] given; each value is allowed once",
    ),
    "candidates not a list": (
        study(candidates="LDA"),
        "candidates: 'LDA' given; allowed is a list",
    ),
    "no candidate": (study(candidates=[]), "candidates: 0 given; allowed is at least 1"),
    "unknown role": (
        study(stanza={"role": "control"}),
        "datasets.one.role: 'control' given; allowed: endpoint, positive control, negative control",
    ),
    "a path that is a number": (
        study(stanza={"samples": 5}),
        "datasets.one.samples: 5 is not text; put the value in quotes, as it is written in the "
        "file",
    ),
    "truth in place of text": (
        study({**COLUMN, "negative": [False]}),
        "datasets.one.endpoint.negative.0: false is not text; "
        "put the value in quotes, as it is written in the file",
    ),
    "a number in place of text": (
        study(stanza={"where": {"stage": ["1", 2]}}),
        "datasets.one.where.stage.1: 2 is not text; "
        "put the value in quotes, as it is written in the file",
    ),
    "a date in place of text": (
        study(stanza={"where": {"day": [date(2020, 1, 31)]}}),
        "datasets.one.where.day.0: 2020-01-31 is not text; "
        "put the value in quotes, as it is written in the file",
    ),
    "nothing in place of text": (
        study({**COLUMN, "positive": [None]}),
        "datasets.one.endpoint.positive.0: nothing given; allowed is text",
    ),
    "text in place of a list": (
        study({**COLUMN, "positive": "yes"}),
        "datasets.one.endpoint.positive: 'yes' given; allowed is a list",
    ),
    "no values for a class": (
        study({**COLUMN, "positive": []}),
        "datasets.one.endpoint.positive: 0 given; allowed is at least 1",
    ),
    "no values to choose samples": (
        study(stanza={"where": {"sex": []}}),
        "datasets.one.where.sex: 0 given; allowed is at least 1",
    ),
    "random and column": (
        study({"random": True, "column": "a"}),
        f"datasets.one.endpoint: {{'random': True, 'column': 'a'}} given; {EITHER}",
    ),
    "random and all else": (
        study({**COLUMN, "random": True}),
        "datasets.one.endpoint: {'column': 'tumour', 'negative': ['no'], 'positive': ['ye... "
        f"given; {EITHER}",
    ),
    "half an endpoint": (
        study({"column": "a", "negative": ["b"]}),
        f"datasets.one.endpoint: {{'column': 'a', 'negative': ['b']}} given; {EITHER}",
    ),
    "empty endpoint": (study({}), f"datasets.one.endpoint: {{}} given; {EITHER}"),
    "values and a threshold": (
        study({**COLUMN, "threshold": 5}),
        "datasets.one.endpoint: {'column': 'tumour', 'negative': ['no'], 'positive': ['ye... "
        f"given; {EITHER}",
    ),
    "survival without an event": (
        study({"time": "days", "cutoff": 900}),
        f"datasets.one.endpoint: {{'time': 'days', 'cutoff': 900}} given; {EITHER}",
    ),
    "a cut-off at the start": (
        study({"time": "t", "event": "e", "cutoff": 0, "negative": ["0"], "positive": ["1"]}),
        "datasets.one.endpoint.cutoff: 0 given; allowed is more than 0",
    ),
    "a threshold that is no number": (
        study({"column": "age", "threshold": "old"}),
        "datasets.one.endpoint.threshold: 'old' given; allowed is a number",
    ),
    "unknown format": (
        study(stanza={"format": "tsv"}),
        "datasets.one.format: 'tsv' given; allowed: auto, table, parquet, series_matrix, soft, "
        "gct, arff, challenge, h5ad, mage_tab, r",
    ),
    "features in neither rows nor columns": (
        study(stanza={"features_in": "lines"}),
        "datasets.one.features_in: 'lines' given; allowed: auto, rows, columns",
    ),
    "unknown step of preprocessing": (
        study(stanza={"preprocess": {"log": True}}),
        "datasets.one.preprocess: unknown key 'log'; did you mean 'log2'? "
        "allowed: floor, log2, missing, counts, quantile, probe_to_gene, variance",
    ),
    "missing values to be filled in": (
        study(stanza={"preprocess": {"missing": "median"}}),
        "datasets.one.preprocess.missing: 'median' given; allowed: drop, error",
    ),
    "no feature of largest variance": (
        study(stanza={"preprocess": {"variance": 0}}),
        "datasets.one.preprocess.variance: 0 given; allowed is more than 0",
    ),
    "replicates in an unknown way": (
        study(stanza={"replicates": {"column": "patient", "how": "last"}}),
        "datasets.one.replicates.how: 'last' given; allowed: first, mean, error",
    ),
    "unmatched samples in an unknown way": (
        study(stanza={"join": {"unmatched": "keep"}}),
        "datasets.one.join.unmatched: 'keep' given; allowed: error, drop",
    ),
    "random: false": (
        study({"random": False}),
        "datasets.one.endpoint.random: false given; allowed: true",
    ),
    "a data set whose name is a number": (
        study(name=1),
        "datasets: the key 1 is not text; put it in quotes",
    ),
    "a data set named no": (
        study(name=False),
        "datasets: the key false is not text; put it in quotes",
    ),
    "a column whose name is a year": (
        study(stanza={"where": {2020: ["a"]}}),
        "datasets.one.where: the key 2020 is not text; put it in quotes",
    ),
}


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_config_is_told_in_one_line(bad):
    config, message = BAD[bad]
    with pytest.raises(InputError) as caught:
        complete(config, SCHEMA)
    assert str(caught.value) == f"config: {message}"


@pytest.mark.parametrize("name", ["../x", "a b", "<script>", "", "-a", "a/b", "é", "a.b", "a\nb"])
def test_a_data_set_name_that_makes_no_plain_folder_is_refused(name):
    with pytest.raises(InputError) as caught:
        complete(study(name=name), SCHEMA)
    message = str(caught.value)
    assert message.startswith(f"config: datasets: {name!r} given; allow")
    assert "\n" not in message


@pytest.mark.parametrize("name", ["a", "ALL-bcr_abl", "3"])
def test_a_plain_data_set_name_is_taken(name):
    assert list(complete(study(name=name), SCHEMA)["datasets"]) == [name]


def test_a_random_endpoint_needs_nothing_else():
    assert complete(study({"random": True}), SCHEMA)["datasets"]["one"]["endpoint"] == {
        "random": True
    }


@pytest.mark.parametrize(("path", "entry", "_"), ENTRIES, ids=lambda x: str(x)[:40])
def test_every_key_is_described_in_a_sentence(path, entry, _):
    assert entry["description"].endswith("."), path


@pytest.mark.parametrize(("path", "entry", "required"), ENTRIES, ids=lambda x: str(x)[:40])
def test_every_key_is_required_or_has_a_default_or_is_an_alternative(path, entry, required):
    assert required or "default" in entry or path[-2] in ALTERNATIVES
    assert not (required and "default" in entry)


@pytest.mark.parametrize(("path", "entry", "_"), ENTRIES, ids=lambda x: str(x)[:40])
def test_every_mapping_is_closed(path, entry, _):
    if entry["type"] == "object":
        assert entry.get("additionalProperties") is not None, path


@pytest.mark.parametrize(("path", "entry", "_"), ENTRIES, ids=lambda x: str(x)[:40])
def test_the_default_of_a_section_is_that_of_its_keys(path, entry, _):
    if isinstance(entry.get("default"), dict) and "properties" in entry:
        if path[-1] in ALTERNATIVES:
            assert set(entry["default"]) < set(entry["properties"])
            return
        assert entry["default"] == {}


def test_describe_lists_every_key_with_its_default():
    head, rule, *rows = describe(SCHEMA).splitlines()
    assert head == "| key | type | default | meaning |"
    assert rule == "| --- | --- | --- | --- |"
    cells = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows]
    assert [cell[0] for cell in cells] == [f"`{'.'.join(path)}`" for path, _, _ in ENTRIES]
    assert [cell[3] for cell in cells] == [entry["description"] for _, entry, _ in ENTRIES]
    shown = {cell[0].strip("`"): cell[2] for cell in cells}
    assert shown["cross_validation.folds"] == "`3`"
    assert shown["normality.test"] == "`pooled`"
    assert shown["candidates"] == "`[NC, DLDA, LDA, SDA, UDA, QDA]`"
    assert shown["datasets.NAME.title"] == '`""`'
    assert shown["datasets.NAME.expression"] == ""


def test_a_download_gets_its_defaults():
    done = complete(study(downloads={"v.gz": {"url": "https://data.example/v.gz"}}), SCHEMA)
    assert done["downloads"] == {
        "v.gz": {
            "url": "https://data.example/v.gz",
            "sha256": "",
            "bytes": 0,
            "max_bytes": 4_000_000_000,
            "insecure": False,
        }
    }


@pytest.mark.parametrize(
    ("name", "source", "message"),
    [
        ("../v.gz", {}, "downloads: '../v.gz' given; allowed are up to 200 letters"),
        ("a/v.gz", {}, "downloads: 'a/v.gz' given; allowed are up to 200 letters"),
        (".v.gz", {}, "downloads: '.v.gz' given; allowed are up to 200 letters"),
        ("v.gz.json", {}, "downloads: 'v.gz.json' given; allowed are up to 200 letters"),
        ("v\n.gz", {}, r"downloads: 'v\n.gz' given; allowed are up to 200 letters"),
        ("v.gz", {"sha256": "12ab"}, "sha256: '12ab' given; allowed are 64 hexadecimal digits"),
        ("v.gz", {"bytes": -1}, "downloads.v.gz.bytes: -1 given; allowed is at least 0"),
        ("v.gz", {"sha": "0"}, "downloads.v.gz: unknown key 'sha'; did you mean 'sha256'?"),
    ],
)
def test_a_download_that_is_not_allowed_is_refused(name, source, message):
    stanza = {"url": "https://data.example/v.gz", **source}
    with pytest.raises(InputError) as info:
        complete(study(downloads={name: stanza}), SCHEMA)
    assert message in str(info.value)


@pytest.mark.parametrize(("given", "meant"), [("true", True), ("False", False), (True, True)])
def test_true_and_false_may_come_from_the_command_line(given, meant):
    assert complete(study(offline=given), SCHEMA)["offline"] is meant


# Permutations


def with_permutation(of="one", stanza=(), endpoint=COLUMN):
    config = study(endpoint)
    config["datasets"]["two"] = study({"permutation_of": of}, stanza=stanza)["datasets"]["one"]
    return config


def test_a_permutation_takes_the_endpoint_of_the_other_data_set():
    datasets = complete(with_permutation(), SCHEMA)["datasets"]
    assert endpoint_of(datasets, "one") == COLUMN
    assert endpoint_of(datasets, "two") == {**COLUMN, "permuted": True}


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (
            with_permutation("three"),
            "'three' given; there is no such data set: one, two are there",
        ),
        (
            with_permutation("two"),
            "'two' is a control without observed labels to permute; name another data set",
        ),
        (
            with_permutation(endpoint={"random": True}),
            "'one' is a control without observed labels to permute; name another data set",
        ),
        (
            with_permutation(stanza={"where": {"sex": ["F"]}}),
            "'one' has another where ({}) than this data set ({'sex': ['F']}); make them equal",
        ),
        (
            with_permutation(stanza={"samples": "t.tsv"}),
            "'one' has another samples ('s.tsv') than this data set ('t.tsv'); make them equal",
        ),
    ],
)
def test_a_permutation_that_cannot_be_is_refused(config, message):
    with pytest.raises(InputError) as caught:
        complete(config, SCHEMA)
    assert str(caught.value) == f"config: datasets.two.endpoint.permutation_of: {message}"


def test_the_lowest_level_is_that_of_the_most_permutations():
    limits = SCHEMA["properties"]["null"]["properties"]
    check_permutations(limits["level"]["minimum"], limits["permutations"]["maximum"])


@pytest.mark.parametrize(
    ("text", "line", "key", "first"),
    [
        ("datasets:\n  mine: {a: 1}\n  yours: {a: 1}\n  mine: {a: 2}\n", 4, "'mine'", 2),
        ("seed: 1\ndatasets: {}\nseed: 2\n", 3, "'seed'", 1),
        ("a:\n- {b: 1}\n- b: 1\n  'b': 2\n", 4, "'b'", 3),
        ('"null": {}\nnull: {}\n"null": {}\n', 3, "'null'", 1),
    ],
)
def test_a_repeated_key_is_refused(tmp_path, text, line, key, first):
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        check_repeated_keys(path)
    assert str(error.value) == (
        f"{path}: line {line}: the key {key} is already in line {first}; keep one of them, or "
        "rename it"
    )


@pytest.mark.parametrize("text", ["", "a: &x {b: 1}\nc: *x\nd: [*x, {<<: *x, b: 2}]\n", "[1, 1]"])
def test_a_key_may_be_used_in_several_mappings(tmp_path, text):
    (tmp_path / "mine.yaml").write_text(text)
    check_repeated_keys(tmp_path / "mine.yaml")


def test_a_json_config_may_be_indented_by_tabs(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text('{\n\t"seed": 1,\n\t"datasets": {"mine": {"a": [1, {"a": 2}]}}\n}\n')
    check_repeated_keys(path)
    path.write_text('{\n\t"seed": 1,\n\t"datasets": {"mine": {"a": 1, "b": 2, "a": 3}}\n}\n')
    with pytest.raises(InputError) as error:
        check_repeated_keys(path)
    assert str(error.value) == f"{path}: the key 'a' is repeated; keep one of them, or rename it"


def test_blanks_at_the_ends_of_texts_do_not_count():
    plain = {
        "expression": "e.tsv",
        "where": {"set": ["train", "test"]},
        "join": {"samples": "id", "pattern": " x "},
        "endpoint": {"column": "group", "negative": ["a b"], "positive": ["c"]},
        "samples": "s.tsv",
    }
    untidy = {
        "expression": " e.tsv",
        "where": {"\ufeffset": ["train\xa0", "test\u200b"]},
        "join": {"samples": "id ", "pattern": " x "},
        "endpoint": {"column": " group", "negative": ["a b\n"], "positive": ["\tc"]},
        "samples ": "s.tsv",
    }
    assert complete({"datasets": {"mine": untidy}}, SCHEMA) == complete(
        {"datasets": {"mine": plain}}, SCHEMA
    )
    assert untidy["endpoint"]["positive"] == ["\tc"]
    expressions = {**plain["endpoint"], "negative": ["a "], "positive": [" c"], "regex": True}
    completed = complete({"datasets": {"mine": {**plain, "endpoint": expressions}}}, SCHEMA)
    assert completed["datasets"]["mine"]["endpoint"] == expressions
    with pytest.raises(InputError) as error:
        complete({"datasets": {"mine": {**plain, "where": {"a": ["b"], "a ": ["b"]}}}}, SCHEMA)
    assert str(error.value) == (
        "config: datasets.mine.where: the key 'a ' is there twice, but for blanks; keep one of them"
    )


def test_a_third_class_is_refused():
    endpoint = {**COLUMN, "unsure": ["maybe"]}
    with pytest.raises(InputError) as error:
        complete({"datasets": {"mine": {"expression": "e.tsv", "endpoint": endpoint}}}, SCHEMA)
    assert str(error.value) == (
        "config: datasets.mine.endpoint: the key 'unsure' is given beside negative and positive, "
        "but an endpoint has two classes; add its values to one of them, or leave them out"
    )


def test_a_level_needs_enough_permutations():
    check_permutations(0.05, 19)
    with pytest.raises(InputError) as error:
        check_permutations(0.01, 98)
    assert str(error.value) == (
        "config: null.permutations: 98 given; a null.level of 0.01 needs at least 99"
    )


EITHER_SETS = (
    "allowed is either one size without weights, all sets of which are scored, or a sample: the "
    "number of sets to draw"
)


@pytest.mark.parametrize(
    ("given", "filled"),
    [
        ({"size": 1}, {"size": 1}),
        ({"size": "2", "sample": "1e6"}, {"size": 2, "sample": 1_000_000}),
        ({"sample": 1e3, "weights": "t"}, {"size": 2, "sample": 1000, "weights": "t"}),
        (
            {"size": {"1": "0.5", "3": 1}, "sample": 50, "replacement": False},
            {"size": {"1": 0.5, "3": 1}, "sample": 50, "replacement": False},
        ),
    ],
)
def test_feature_sets_may_be_all_of_a_size_or_a_sample(given, filled):
    default = {"size": 2, "sample": None, "replacement": True, "weights": None}
    completed = complete(study(score={"sets": given}), SCHEMA)
    assert completed["score"]["sets"] == {**default, **filled}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"size": 0, "sample": 50}, "score.sets.size: 0 given; allowed is at least 1"),
        (
            {"size": "two"},
            "score.sets.size: 'two' given; allowed are a number, sizes with their probabilities",
        ),
        (
            {"size": {"0": 1}, "sample": 50},
            'score.sets.size: \'0\' given; allowed are sizes such as "1" and "10"',
        ),
        (
            {"size": {2: 1}, "sample": 50},
            "score.sets.size: the key 2 is not text; put it in quotes",
        ),
        ({"size": {"2": 0}, "sample": 50}, "score.sets.size.2: 0 given; allowed is more than 0"),
        ({"size": {}, "sample": 50}, "score.sets.size: 0 given; allowed is at least 1"),
        ({"sample": 9}, "score.sets.sample: 9 given; allowed is at least 10"),
        (
            {"sample": "many"},
            "score.sets.sample: 'many' given; allowed is a whole number or null",
        ),
        ({"size": {"1": 1, "2": 1}}, EITHER_SETS),
        ({"weights": "t"}, EITHER_SETS),
        ({"weights": "{x}", "sample": 50}, "allowed is `t` or a path without braces"),
    ],
)
def test_feature_sets_that_cannot_be_chosen_are_explained(given, message):
    with pytest.raises(InputError) as raised:
        complete(study(score={"sets": given}), SCHEMA)
    assert message in str(raised.value)


@pytest.mark.parametrize("budget", [{"N": 100}, {"p": 0.01, "epsilon": 0.05}])
def test_the_budget_of_a_search_stays_as_given(budget):
    assert complete(study(search=budget), SCHEMA)["search"] == budget


@pytest.mark.parametrize(
    ("budget", "message"),
    [
        ({}, "allowed is either N alone, or p and epsilon"),
        ({"p": 0.1}, "allowed is either N alone, or p and epsilon"),
        ({"N": 10, "p": 0.1, "epsilon": 0.1}, "allowed is either N alone, or p and epsilon"),
        ({"N": 0}, "search.N: 0 given; allowed is at least 1"),
        ({"p": 1, "epsilon": 0.1}, "search.p: 1 given; allowed is less than 1"),
    ],
)
def test_the_budget_of_a_search_is_one_of_two(budget, message):
    with pytest.raises(InputError) as raised:
        complete(study(search=budget), SCHEMA)
    assert message in str(raised.value)
