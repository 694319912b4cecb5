# The values of a data set are an array, not those of a data frame.

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from configured import arguments
from suitability.core.errors import InputError
from suitability.core.problem import read_problem
from suitability.core.randomness import stream
from suitability.core.resampling import stratified_folds
from suitability.core.tables import read_parquet, read_tsv, write_tsv
from suitability.data.datasets import (
    FEATURES_PER_BLOCK,
    examine_features,
    read_dataset,
    save_dataset,
    without_rounding,
)
from suitability.data.normality import TESTS, kurtosis_test
from suitability.data.preprocessing import normalise_quantiles

DATA = Path(__file__).parents[3] / "data"
B_CELL = {"BT": ["B", "B1", "B2", "B3", "B4"]}
SEX = {"column": "sex", "negative": ["F"], "positive": ["M"]}
GROUP = {"column": "group", "negative": ["control"], "positive": ["case"]}


def read(name, expression, samples, where=(), endpoint=GROUP, **other):
    """Read a data set; `other` holds keys of its stanza or of the whole config."""
    config = {
        "normality": {key: other.pop(key) for key in ("z", "test") if key in other},
        "cross_validation": {
            key: other.pop(key) for key in ("repeats", "folds", "group") if key in other
        },
        "seed": other.pop("seed", 1),
    }
    plain = {key: value for key, value in endpoint.items() if key != "permuted"}
    stanza = {"expression": str(expression), "where": dict(where), "endpoint": plain, **other}
    if samples is not None:
        stanza["samples"] = str(samples)
    given = arguments(name, stanza, **config)
    given["stanza"]["endpoint"] = endpoint
    return read_dataset(**given)


def read_all(endpoint, where=(), name="all"):
    return read(name, DATA / "all/expression.tsv.gz", DATA / "all/samples.tsv", where, endpoint)


def class_sizes(dataset):
    return tuple(np.bincount(dataset.samples["class"]))


# The data sets that ship


@pytest.mark.parametrize(
    ("where", "endpoint", "sizes", "kept"),
    [
        (
            B_CELL,
            {"column": "mol.biol", "negative": ["NEG"], "positive": ["BCR/ABL"]},
            (42, 37),
            8388,
        ),
        ({}, {"column": "relapse", "negative": ["False"], "positive": ["True"]}, (35, 65), 7920),
        ({}, SEX, (42, 83), 7150),
        ({}, {"random": True}, (64, 64), 7134),
    ],
    ids=["bcr-abl", "relapse", "sex", "random"],
)
def test_leukaemia_endpoints_have_the_known_samples_and_features(where, endpoint, sizes, kept):
    dataset = read_all(endpoint, where)
    assert class_sizes(dataset) == sizes
    assert len(dataset.features) == 12_625
    assert len(dataset.kept) == kept
    assert dataset.values.shape == (sum(sizes), kept)
    # No feature is missing or constant, so kurtosis alone decides.
    assert set(dataset.features["reason"]) == {"", "not Gaussian"}


def test_golub_leukaemia_has_the_known_samples():
    dataset = read(
        "golub",
        DATA / "golub/expression.tsv.gz",
        DATA / "golub/samples.tsv",
        endpoint={"column": "leukaemia", "negative": ["ALL"], "positive": ["AML"]},
    )
    assert class_sizes(dataset) == (27, 11)
    assert len(dataset.features) == 3051


def test_ids_keep_leading_zeros_and_values_their_positions():
    dataset = read_all(SEX)
    assert dataset.samples["sample"].iloc[0] == "01005"
    assert dataset.samples.iloc[2].tolist() == ["03002", 0, "F"]
    assert dataset.features["feature"].iloc[0] == "1000_at"
    raw = pd.read_csv(DATA / "all/expression.tsv.gz", sep="\t", index_col=0)
    assert (dataset.values == raw.loc[dataset.kept, dataset.samples["sample"]].to_numpy().T).all()


# Simulated data


@pytest.fixture
def study(tmp_path):
    """Return a function that writes a small study: 8 controls, 7 cases, 2 others, 5 features."""
    groups = ["control"] * 8 + ["case"] * 7 + ["other"] * 2
    ids = [f"0{i}" for i in range(len(groups))]
    samples = pd.DataFrame({"id": ids, "group": groups, "site": [*("ab" * 8), "c"]})
    values = np.random.default_rng(3).uniform(size=(5, len(ids)))
    expression = pd.DataFrame(values, [f"g{i}" for i in range(5)], ids)

    def write(expression=expression, samples=samples):
        write_tsv(expression.rename_axis("feature").reset_index(), tmp_path / "e.tsv")
        write_tsv(samples, tmp_path / "s.tsv")
        return tmp_path / "e.tsv", tmp_path / "s.tsv"

    write.expression, write.samples = expression, samples
    return write


def message(*args, **options):
    with pytest.raises(InputError) as caught:
        read("mine", *args, **options)
    return str(caught.value)


def test_samples_with_other_values_are_left_out(study):
    dataset = read("mine", *study())
    assert class_sizes(dataset) == (8, 7)
    assert dataset.samples["label"].tolist() == ["control"] * 8 + ["case"] * 7
    assert dataset.samples["sample"].tolist() == study.samples["id"].tolist()[:15]


def test_where_chooses_samples_by_every_column(study):
    dataset = read(
        "mine", *study(), where={"site": ["a", "c"], "group": ["case", "control"]}, folds=2
    )
    assert dataset.samples["sample"].tolist() == ["00", "02", "04", "06", "08", "010", "012", "014"]


def test_several_values_make_one_class(study):
    endpoint = {**GROUP, "positive": ["case", "other"]}
    dataset = read("mine", *study(), endpoint=endpoint)
    assert class_sizes(dataset) == (8, 9)
    assert dataset.samples["label"].tolist()[-1] == "other"


def test_the_order_of_columns_does_not_matter(study):
    backwards = read("mine", *study(study.expression.iloc[:, ::-1]))
    straight = read("mine", *study())
    assert (backwards.values == straight.values).all()


def test_samples_left_out_do_not_matter(study):
    plain = read("mine", *study())
    changed = study.expression.copy()
    changed.iloc[0, -1] = np.nan
    changed.iloc[1, -1] = 1e9
    again = read("mine", *study(changed))
    assert (again.values == plain.values).all()
    pd.testing.assert_frame_equal(again.features, plain.features)


def test_saving_and_loading_changes_nothing(study, tmp_path):
    changed = study.expression.copy()
    changed.iloc[3] = 1.0
    dataset = read("mine", *study(changed))
    paths = {
        key: tmp_path / f"saved.{key}"
        for key in ("expression", "samples", "features", "folds", "record")
    }
    save_dataset(dataset, **paths)
    problem = read_problem(paths["expression"], paths["samples"], paths["folds"])
    values, labels, folds = problem.values, problem.labels, problem.folds
    assert (values == dataset.values).all()
    assert labels.tolist() == dataset.samples["class"].tolist()
    assert (folds == dataset.folds).all()
    assert read_parquet(paths["expression"])["feature"].tolist() == dataset.kept
    samples = read_tsv(paths["samples"], text=["sample", "label"])
    pd.testing.assert_frame_equal(samples, dataset.samples)
    again = read_tsv(paths["features"], text=["feature", "reason"])
    pd.testing.assert_frame_equal(again, dataset.features, rtol=1e-9)


def test_the_folds_table_names_every_sample_once_per_repeat(study):
    dataset = read("mine", *study())
    table = dataset.folds_table
    assert table.columns.tolist() == ["sample", "repeat", "fold"]
    assert table.groupby("repeat")["sample"].apply(list).tolist() == 2 * [
        dataset.samples["sample"].tolist()
    ]
    assert set(table["fold"]) == {1, 2, 3}


# Other formats of the same data, and preprocessing


def table_of(study, orientation):
    frame = study.expression.rename_axis("id")
    return frame.T.rename_axis("id") if orientation == "columns" else frame


@pytest.mark.parametrize("name", ["e.csv", "e.tsv.gz", "e.parquet"])
@pytest.mark.parametrize("orientation", ["rows", "columns"])
@pytest.mark.parametrize("stated", [False, True])
def test_every_kind_of_table_gives_the_same_data_set(study, tmp_path, name, orientation, stated):
    plain = read("mine", *study())
    table = table_of(study, orientation)
    if name.endswith("parquet"):
        table.to_parquet(tmp_path / name)
    else:
        table.to_csv(tmp_path / name, sep="," if "csv" in name else "\t", float_format="%.10g")
    again = read(
        "mine",
        tmp_path / name,
        tmp_path / "s.tsv",
        features_in=orientation if stated else "auto",
    )
    np.testing.assert_allclose(again.values, plain.values, rtol=1e-9)
    pd.testing.assert_frame_equal(again.samples, plain.samples)
    assert (again.folds == plain.folds).all()


def test_a_file_of_values_can_describe_its_samples(study, tmp_path):
    table = study.expression.T.rename_axis("id").assign(
        group=study.samples["group"].to_numpy(), site=study.samples["site"].to_numpy()
    )
    table.to_csv(tmp_path / "e.csv")
    alone = read("mine", tmp_path / "e.csv", None, annotation=["group", "site"])
    plain = read("mine", *study())
    np.testing.assert_allclose(alone.values, plain.values, rtol=1e-9)
    pd.testing.assert_frame_equal(alone.samples, plain.samples)


def test_the_record_names_samples_left_out_and_preprocessing(study):
    paths = study(study.expression * 1000 + 1)
    done = read("mine", *paths, preprocess={"log2": True, "quantile": True}, z=100).record
    assert done == {
        "samples": ["2 samples left out: other values of 'group' ('other' 2)"],
        "preprocessing": ["logarithm to base 2 taken", "quantile normalisation over 15 samples"],
        "warnings": [],
        "similar_samples": [],
        "normality": {
            "strongest": 5,
            "kept": {"pooled": 5, "within_class": 5, "none": 5},
            "best_left_out": None,
        },
    }
    plain = read("mine", *paths)
    assert plain.record["preprocessing"] == []
    assert plain.record["warnings"][0].startswith("values do not look like logarithms")


def test_values_are_preprocessed_over_the_samples_that_take_part(study):
    dataset = read("mine", *study(), preprocess={"quantile": True}, z=100)
    chosen = study.expression.iloc[:, :15].to_numpy()
    expected = normalise_quantiles(chosen).T
    np.testing.assert_allclose(dataset.values, expected, rtol=1e-8)


def test_replicates_are_averaged_or_the_first_is_kept(study):
    patients = ["p0", "p0", *(f"p{i}" for i in range(2, 17))]
    samples = study.samples.assign(patient=patients)
    mean = read(
        "mine", *study(samples=samples), replicates={"column": "patient", "how": "mean"}, z=100
    )
    first = read(
        "mine", *study(samples=samples), replicates={"column": "patient", "how": "first"}, z=100
    )
    raw = study.expression.to_numpy().T[:15]
    assert mean.samples["sample"].tolist() == ["00", *samples["id"][2:15]]
    pd.testing.assert_frame_equal(first.samples, mean.samples)
    np.testing.assert_allclose(mean.values[0], raw[:2].mean(axis=0), rtol=1e-8)
    np.testing.assert_allclose(mean.values[1:], raw[2:], rtol=1e-8)
    np.testing.assert_allclose(first.values, raw[[0, *range(2, 15)]], rtol=1e-8)
    assert mean.record["preprocessing"] == [
        "15 samples combined into 14: mean of those with the same 'patient'"
    ]


def test_random_labels_are_drawn_for_patients_not_for_replicates(study):
    samples = study.samples.assign(patient=[f"p{i // 2}" for i in range(17)])
    dataset = read(
        "mine",
        *study(samples=samples),
        endpoint={"random": True},
        replicates={"column": "patient", "how": "first"},
        folds=2,
    )
    assert len(dataset.samples) == 9
    assert class_sizes(dataset) == (5, 4)


def test_probes_become_genes_and_features_of_low_variance_are_left_out(study, tmp_path):
    (tmp_path / "genes.tsv").write_text("probe\tgene\ng0\tA\ng1\tA\ng2\tB\ng3\tC\n")
    dataset = read(
        "mine",
        *study(),
        z=100,
        preprocess={"variance": 0.6, "probe_to_gene": str(tmp_path / "genes.tsv")},
    )
    assert dataset.features["feature"].tolist() == ["A", "B", "C"]
    made = study.expression.iloc[:, :15].to_numpy()
    genes = np.array([made[:2].mean(axis=0), made[2], made[3]])
    lowest = genes.var(axis=1).argmin()
    assert (dataset.features["reason"] == "low variance").to_numpy().nonzero()[0] == lowest
    np.testing.assert_allclose(dataset.values.T, np.delete(genes, lowest, axis=0), rtol=1e-8)


def test_a_table_of_probes_without_a_header_does_not_lose_its_first_probe(study, tmp_path):
    path = tmp_path / "map.tsv"
    path.write_text("g0\tA\ng1\tA\ng2\tB\n")
    assert message(*study(), preprocess={"probe_to_gene": str(path)}) == (
        f"{path}: line 1 holds the feature 'g0' where column names are expected; add a header line "
        "above it"
    )


def test_features_have_the_names_of_a_table(study, tmp_path):
    path = tmp_path / "names.tsv"
    path.write_text("probe\tgene\ng1\tA\ng0\t---\ng1\tA\ng1\tB\nother\tC\n")
    dataset = read("mine", *study(), feature_names=str(path))
    names = dict(zip(dataset.features["feature"], dataset.features["name"], strict=True))
    assert {name: text for name, text in names.items() if text} == {"g1": "A, B"}
    assert dataset.features.columns.tolist()[:2] == ["feature", "name"]
    path.write_text("probe\tgene\nother\tC\n")
    assert message(*study(), feature_names=str(path)).startswith(f"{path}: names none of the ")


def test_a_permutation_keeps_samples_and_class_sizes_and_nothing_else(study):
    plain = read("mine", *study())
    permuted = read("shuffled", *study(), endpoint={**GROUP, "permuted": True})
    assert permuted.samples["sample"].tolist() == plain.samples["sample"].tolist()
    assert class_sizes(permuted) == class_sizes(plain)
    assert (permuted.samples["class"] == (permuted.samples["label"] == "case")).all()
    assert permuted.samples["class"].tolist() != plain.samples["class"].tolist()
    again = read("shuffled", *study(), endpoint={**GROUP, "permuted": True}, z=100)
    assert again.samples.equals(permuted.samples)
    other = read("shuffled", *study(), endpoint={**GROUP, "permuted": True}, seed=2)
    assert other.samples["class"].tolist() != permuted.samples["class"].tolist()


def series_matrix(tmp_path, platforms):
    """Write a series matrix of 16 samples with their classes in the characteristics."""
    values = np.random.default_rng(4).normal(8, 1, size=(6, 16))
    ids = [f"GSM{i}" for i in range(16)]

    def line(name, cells):
        return "\t".join([name, *(f'"{cell}"' for cell in cells)]) + "\n"

    (tmp_path / "GSE1_series_matrix.txt").write_text(
        line("!Sample_geo_accession", ids)
        + line("!Sample_title", [f"P{i}" for i in range(16)])
        + line("!Sample_characteristics_ch1", ["outcome: good", "age: 50"] * 8)
        + line("!Sample_characteristics_ch1", ["age: 40", "outcome: bad"] * 8)
        + line("!Sample_platform_id", platforms)
        + "!series_matrix_table_begin\n"
        + line('"ID_REF"', ids)
        + "".join(line(f'"p{i}"', [f"{x:.4f}" for x in row]) for i, row in enumerate(values))
        + "!series_matrix_table_end\n"
    )
    return tmp_path / "GSE1_series_matrix.txt", values


OUTCOME = {"column": "outcome", "negative": ["good"], "positive": ["bad"]}


def test_a_geo_series_needs_no_table_of_samples(tmp_path):
    path, values = series_matrix(tmp_path, ["GPL96"] * 16)
    dataset = read("geo", path, None, endpoint=OUTCOME, z=100)
    assert class_sizes(dataset) == (8, 8)
    np.testing.assert_allclose(dataset.values, np.round(values, 4).T)
    by_words = {
        "column": "characteristics",
        "regex": True,
        "negative": ["outcome: good"],
        "positive": ["outcome: bad"],
    }
    again = read("geo", path, None, endpoint=by_words, z=100)
    assert again.samples["class"].tolist() == dataset.samples["class"].tolist()


def test_a_geo_series_can_be_joined_with_a_table_by_titles(tmp_path):
    path, values = series_matrix(tmp_path, ["GPL96"] * 16)
    rows = "".join(f"P{i}.CEL,{i % 2},{60 + i}\n" for i in reversed(range(17)))
    (tmp_path / "s.csv").write_text("file,died,age\n" + rows)
    dataset = read(
        "geo",
        path,
        tmp_path / "s.csv",
        endpoint={"column": "age", "threshold": 67},
        join={"values": "title", "samples": "file", "pattern": r"(.+)\.CEL", "unmatched": "drop"},
        z=100,
    )
    assert dataset.samples["sample"].tolist()[0] == "GSM15"
    assert dataset.samples["class"].tolist() == [1] * 8 + [0] * 8
    np.testing.assert_allclose(dataset.values, np.round(values, 4).T[::-1])
    assert dataset.record["samples"] == ["1 samples left out: only in the table of samples"]


def test_several_platforms_are_refused_until_one_is_chosen(tmp_path):
    path, _ = series_matrix(tmp_path, ["GPL96"] * 12 + ["GPL97"] * 4)
    assert message(path, None, endpoint=OUTCOME) == (
        f"{path}: the chosen samples were measured on 2 platforms, 'GPL96', 'GPL97'; choose one "
        "with where: {platform_id: [...]}"
    )
    dataset = read("geo", path, None, {"platform_id": ["GPL96"]}, OUTCOME, z=100)
    assert class_sizes(dataset) == (6, 6)


def test_features_of_a_platform_that_is_not_chosen_are_no_features(tmp_path):
    text = ""
    for i in range(16):
        array = "ab"[i // 12]
        text += (
            f"^SAMPLE = S{i}\n!Sample_platform_id = {array}\n"
            f"!Sample_characteristics_ch1 = outcome: {'good' if i % 2 else 'bad'}\n"
            "#ID_REF = p\n#VALUE = v\n!sample_table_begin\nID_REF\tVALUE\n"
            + "".join(f"{array}{j}\t{(i * 7 + j * j * 5) % 11 / 3}\n" for j in range(4))
            + "!sample_table_end\n"
        )
    (tmp_path / "e.soft").write_text(text)
    dataset = read("geo", tmp_path / "e.soft", None, {"platform_id": ["a"]}, OUTCOME, z=100)
    assert dataset.features["feature"].tolist() == ["a0", "a1", "a2", "a3"]


def test_one_of_several_rows_of_a_sample_can_be_chosen(study):
    twice = pd.concat([study.samples.assign(dye="green"), study.samples.assign(dye="red")])
    paths = study(samples=twice)
    dataset = read("mine", *paths, where={"dye": ["red"]})
    assert dataset.samples["sample"].tolist() == study.samples["id"].tolist()[:15]
    assert message(*paths) == (f"{paths[1]}: row 19 repeats the sample id '00'; ids must be unique")
    assert message(*paths, where={"site": ["a", "b"]}) == (
        f"{paths[1]}: sample '00' is in several of the chosen rows; ids must be unique: choose one "
        "row with where"
    )


def marker(study):
    """Return expression values of which feature g0 separates the classes and is not Gaussian."""
    changed = study.expression.copy()
    changed.iloc[0] = np.where(study.samples["group"] == "control", 1.0, 9.0)
    changed.iloc[0] += np.random.default_rng(1).normal(scale=0.01, size=17)
    return changed


def test_a_marker_that_is_not_gaussian_is_named_in_a_warning(study):
    endpoint = {**GROUP, "positive": ["case", "other"]}
    record = read("mine", *study(marker(study)), endpoint=endpoint, z=1.3).record
    best = record["normality"]["best_left_out"]
    assert (best["feature"], best["reason"]) == ("g0", "not Gaussian")
    assert best["t"] > 100
    assert record["normality"]["kept"]["none"] == 5
    kept = record["normality"]["kept"]["pooled"]
    assert kept < 4
    (warning,) = record["warnings"]
    assert warning.startswith(
        f"only {kept} of the 5 features with the largest |t| take part (normality.test pooled; "
        "within_class keeps "
    )
    assert warning.endswith(f"left out is 'g0' (|t| {best['t']:.3g}, not Gaussian)")
    assert (
        read("mine", *study(marker(study)), endpoint=endpoint, test="none").record["warnings"] == []
    )


def test_a_test_within_classes_brings_a_warning(study):
    (warning,) = read("mine", *study(), test="within_class", z=100).record["warnings"]
    assert warning.startswith("normality.test within_class chooses features with the observed")


def test_random_labels_bring_no_warning_of_strong_features(study):
    paths = study(marker(study))
    for name, endpoint in {
        "random": {"random": True},
        "permuted": {**GROUP, "permuted": True},
    }.items():
        assert read(name, *paths, endpoint=endpoint, z=1.3).record["warnings"] == []


# Refused input


def test_sample_missing_from_either_table_is_named(study):
    expression, samples = study(samples=study.samples.iloc[2:])
    assert message(expression, samples) == (
        f"{expression}: 2 of 17 samples are not in {samples}: '00', '01'; "
        "both files must have the same samples, or set join: {unmatched: drop}"
    )
    expression, samples = study(study.expression.iloc[:, :3])
    assert message(expression, samples) == (
        f"{samples}: 14 of 17 samples are not in {expression}: '010', '011', '012', '013', '014', "
        "'015', '016', '03', '04', '05', '06', '07', ...; both files must have the same samples, "
        "or set join: {unmatched: drop}"
    )


def test_unknown_column_is_named(study):
    expression, samples = study()
    columns = "its columns are 'id', 'group', 'site'"
    assert message(expression, samples, endpoint={**GROUP, "column": "Group"}) == (
        f"{samples}: there is no column 'Group'; {columns}; did you mean 'group'?"
    )
    assert message(expression, samples, where={"sex": ["F"]}) == (
        f"{samples}: there is no column 'sex'; {columns}"
    )


def test_unknown_value_is_named(study):
    expression, samples = study()
    assert message(expression, samples, endpoint={**GROUP, "positive": ["cases"]}) == (
        f"{samples}: column 'group' has no value 'cases' among the chosen samples; "
        "it has 'case', 'control', 'other'"
    )
    assert message(expression, samples, where={"site": ["a", "A"]}) == (
        f"{samples}: column 'site' has no value 'A' among the chosen samples; it has 'a', 'b', 'c'"
    )


def test_value_that_where_has_left_out_is_named(study):
    expression, samples = study()
    assert message(expression, samples, where={"group": ["other"]}) == (
        f"{samples}: column 'group' has no value 'control' among the chosen samples; it has 'other'"
    )


def test_value_of_both_classes_is_named(study):
    assert message(*study(), endpoint={**GROUP, "negative": ["control", "case"]}) == (
        "config: endpoint 'group' has 'case' both as negative and as positive; assign it to one "
        "class"
    )


def test_class_too_small_for_its_folds_is_named(study):
    expression, samples = study()
    rest = "; choose other values or fewer folds"
    assert class_sizes(read("mine", expression, samples, folds=3)) == (8, 7)
    assert message(expression, samples, folds=4) == (
        f"{samples}: class 1 of data set 'mine' has 7 samples, but 4 folds need at least 8{rest}"
    )
    assert message(expression, samples, endpoint={"random": True}, folds=5) == (
        f"{samples}: class 0 of data set 'mine' has 9 samples, but 5 folds need at least 10{rest}"
    )


def test_too_few_features_left_are_counted_with_the_reason_and_a_way_out(study):
    spoilt = study.expression.copy()
    spoilt.iloc[:4] = 1.0
    expression, samples = study(spoilt)
    left = f"{expression}: 1 of {{}} features are left for data set 'mine', two are needed; "
    assert message(expression, samples) == (
        left.format(5) + "most frequent reason: constant in a fold; check the values"
    )
    study(study.expression.iloc[:1])
    assert message(expression, samples) == left.format(1) + "use a table with more features"
    spoilt = study.expression.iloc[:2].copy()
    spoilt.iloc[1, 0] = 40.0
    study(spoilt)
    assert message(expression, samples) == (
        left.format(2) + "most frequent reason: not Gaussian; raise normality.z, or set normality: "
        "{test: none}"
    )
    spoilt.iloc[1, 0] = np.nan
    study(spoilt)
    assert message(expression, samples) == (
        left.format(2) + "most frequent reason: missing value; fill missing values in"
    )
    study(study.expression.iloc[:2])
    assert message(expression, samples, preprocess={"variance": 0.5}) == (
        left.format(2) + "most frequent reason: low variance; raise preprocess.variance"
    )


def rna_seq(study):
    """Return counts with so few reads in most samples that no feature is Gaussian."""
    rng = np.random.default_rng(1)
    depth = np.where(np.arange(17) % 8 == 0, 300, 3)
    counts = rng.poisson(depth * rng.uniform(1, 3, size=(40, 1)), size=(40, 17))
    return pd.DataFrame(
        counts.astype(float), [f"g{i}" for i in range(40)], study.expression.columns
    )


def test_the_message_names_the_option_where_no_feature_is_left_on_counts(study):
    counts = rna_seq(study)
    expression, samples = study(counts)
    most = counts.iloc[:, :15].to_numpy().max()
    assert message(expression, samples) == (
        f"{expression}: 0 of 40 features are left for data set 'mine', two are needed; most "
        "frequent reason: not Gaussian; values look like counts (whole numbers up to "
        f"{most:g}); if they are RNA-seq counts, set preprocess: {{counts: tmm}}, if they are "
        "intensities, {log2: true}; raise normality.z, or set normality: {test: none}"
    )
    for how in ("logcpm", "tmm"):
        dataset = read("mine", expression, samples, preprocess={"counts": how})
        assert len(dataset.kept) > 20


def test_messages_with_line_breaks_in_names_have_one_line(study):
    odd = study.samples.rename(columns={"group": "gr\noup"})
    assert len(message(*study(samples=odd)).splitlines()) == 1
    odd = study.samples.assign(id=["0\n0", *study.samples["id"][1:]])
    assert len(message(*study(samples=odd)).splitlines()) == 1


# Copies of arrays


@pytest.fixture
def copied():
    return CASES / "duplicate-arrays"


OUTCOME_OF_CASES = {"column": "outcome", "negative": ["cured"], "positive": ["relapse"]}


def test_arrays_under_two_ids_are_found_and_named(copied):
    record = read(
        "mine",
        copied / "values.tsv",
        copied / "samples.tsv",
        endpoint=OUTCOME_OF_CASES,
        test="none",
    ).record
    assert record["similar_samples"] == [
        {"samples": [f"s{i:02d}", f"s{i + 12:02d}"], "equal": True, "classes": [(i - 1) % 2]}
        for i in range(1, 13)
    ]
    assert record["warnings"] == [
        "samples 's01' and 's13', 's02' and 's14', 's03' and 's15', 's04' and 's16', 's05' and "
        "'s17', 's06' and 's18' and 6 more groups have equal values throughout; they are not "
        "independent, so performances are too high and p-values too small; name the column of "
        "patients under replicates, or leave copies out with where"
    ]


def test_replicates_are_a_way_out(copied, tmp_path):
    samples = read_tsv(copied / "samples.tsv", text=["sample"])
    samples["patient"] = [f"p{i % 12}" for i in range(24)]
    write_tsv(samples, tmp_path / "s.tsv")
    record = read(
        "mine",
        copied / "values.tsv",
        tmp_path / "s.tsv",
        endpoint=OUTCOME_OF_CASES,
        replicates={"column": "patient", "how": "first"},
        test="none",
    ).record
    assert record["similar_samples"] == []
    assert record["warnings"] == []


# Which features take part


LABELS = np.repeat([0, 1], 9)
FOLDS = np.array([[0, 1, 2] * 6, [1, 1, 1, 0, 0, 0, 2, 2, 2] * 2])


@pytest.fixture
def values():
    return np.random.default_rng(5).uniform(size=(18, 4))


def reasons(values, z=2, folds=FOLDS, test="pooled", low_variance=False):
    normality = {"z": z, "test": test}
    table = examine_features(values, LABELS, folds, normality, low_variance)
    assert (table["kept"] == (table["reason"] == "")).all()
    return table["reason"].tolist()


def test_sound_features_are_kept_for_no_reason(values):
    assert reasons(values) == ["", "", "", ""]


@pytest.mark.parametrize("label", [0, 1])
@pytest.mark.parametrize(("repeat", "fold"), [(0, 0), (0, 2), (1, 1)])
def test_constant_in_one_class_of_one_training_fold_is_dropped(values, label, repeat, fold):
    training = (FOLDS[repeat] != fold) & (label == LABELS)
    values[training, 2] = 0.5
    assert reasons(values) == ["", "", "constant in a fold", ""]
    assert reasons(values, folds=FOLDS[[1 - repeat]]) == ["", "", "", ""]


def test_constant_in_a_test_fold_only_is_kept(values):
    values[(FOLDS[0] == 1) & (LABELS == 0), 2] = 0.5
    assert reasons(values) == ["", "", "", ""]


def test_one_value_that_differs_in_each_training_fold_is_enough_to_be_kept(values):
    values[LABELS == 1, 0] = 0.5
    values[[9, 10, 11], 0] = 0.51
    assert reasons(values, folds=FOLDS[[0]], z=100) == ["", "", "", ""]


def test_constant_everywhere_is_dropped_without_a_warning(values):
    values[:, 1] = 0.1
    for test in TESTS:
        assert reasons(values, test=test)[1] == "constant in a fold"


# Rounding

ROUNDED = {
    # The mean of equal numbers: 0.1 + 0.1 + 0.1 is not 0.3.
    "mean": np.where(np.arange(18) % 3, 0.1, sum([0.1] * 3) / 3),
    "mean of a hundred": np.where(np.arange(18) % 2, 7.3, np.add.reduce([7.3] * 97) / 97),
    "mean of logarithms": np.where(np.arange(18) % 3, np.log2(12), sum([np.log2(12)] * 5) / 5),
    "logarithm": np.log2(np.where(np.arange(18) % 2, 5.0, np.nextafter(5, 6))),
    "logarithm near one": np.log2(np.where(np.arange(18) % 2, 1.0, np.nextafter(1, 2))),
    "text of 15 digits": np.where(np.arange(18) % 2, 2 / 3, float(f"{2 / 3:.15g}")),
    "large": np.where(np.arange(18) % 4, 1e15 + 1 / 8, 1e15),
}


@pytest.mark.parametrize("name", ROUNDED)
@pytest.mark.parametrize("test", TESTS)
def test_what_varies_by_rounding_only_is_constant(values, name, test):
    values[:, 2] = ROUNDED[name]
    assert len(set(ROUNDED[name])) == 2
    assert reasons(values, test=test) == ["", "", "constant in a fold", ""]
    normality = {"z": 2, "test": test}
    table = examine_features(values, LABELS, FOLDS, normality)
    assert table.loc[2, ["kurtosis", "z"]].isna().all()


def test_rounding_that_differs_in_the_classes_is_no_difference(values):
    values[:, 0] = np.where(LABELS == 1, 0.1, sum([0.1] * 3) / 3)
    assert reasons(values, z=100)[0] == "constant in a fold"


@pytest.mark.parametrize("scale", [1e-150, 1e-9, 1, 1e9, 1e150])
def test_small_variation_that_is_no_rounding_is_kept(values, scale):
    values[:, 1] = (1 + 1e-11 * values[:, 1]) * scale
    values[:, [0, 2, 3]] *= scale
    assert reasons(values, z=100) == ["", "", "", ""]


def test_features_in_small_units_are_not_taken_for_rounding(values):
    values[:, 1] *= 1e-12
    values[:, 2] *= 1e6
    assert reasons(values) == ["", "", "", ""]


def test_values_that_differ_by_rounding_become_equal_and_no_others(values):
    plain = values.copy()
    assert without_rounding(values) is values
    values[:9, 1] = np.where(np.arange(9) % 2, 0.1, sum([0.1] * 3) / 3)
    values[3, 1] = np.nan
    merged = without_rounding(values)
    assert set(merged[[0, 1, 2, 4, 5, 6, 7, 8], 1]) == {0.1}
    assert np.isnan(merged[3, 1])
    assert (merged[9:] == values[9:]).all()
    assert (np.delete(merged, 1, axis=1) == np.delete(plain, 1, axis=1)).all()
    # The values given are unchanged.
    assert len(set(values[:, 1])) == 12


def test_the_last_of_many_features_is_examined_for_rounding():
    values = np.random.default_rng(1).normal(size=(12, 2 * FEATURES_PER_BLOCK + 1))
    values[:, -1] = np.where(np.arange(12) % 2, 0.1, sum([0.1] * 3) / 3)
    merged = without_rounding(values)
    assert len(set(merged[:, -1])) == 1
    assert (merged[:, :-1] == values[:, :-1]).all()


CASES = Path(__file__).parents[2] / "data"


def test_the_mean_of_equal_replicates_is_constant():
    """Features 1 to 5 are 0.1 on every array; patients have one to three arrays."""
    folder = CASES / "replicate-mean-rounding"
    outcome = {"column": "outcome", "negative": ["cured"], "positive": ["relapse"]}
    dataset = read(
        "mine",
        folder / "values.tsv",
        folder / "samples.tsv",
        endpoint=outcome,
        replicates={"column": "patient", "how": "mean"},
        z=100,
    )
    examined = dataset.features.set_index("feature")
    equal = [f"gene00{i}" for i in range(1, 6)]
    assert (examined.loc[equal, "reason"] == "constant in a fold").all()
    assert examined.drop(index=equal)["kept"].all()


def test_a_missing_value_is_the_first_reason(values):
    values[:, 3] = 1.0
    values[4, 3] = np.nan
    values[0, 0] = np.nan
    assert reasons(values) == ["missing value", "", "", "missing value"]


def test_low_variance_is_the_second_reason(values):
    values[4, 3] = np.nan
    values[:, 0] = 1.0
    low = np.array([True, False, True, True])
    assert reasons(values, low_variance=low) == [
        *("low variance", "", "low variance", "missing value"),
    ]


@pytest.mark.parametrize("factor", [1e-200, 1e306])
def test_values_out_of_range_are_not_called_not_gaussian(values, factor):
    assert set(reasons(values * factor)) == {"values too large or too small"}


def test_features_far_from_gaussian_are_dropped_by_their_kurtosis(values):
    values[0, 1] = 50.0
    assert reasons(values) == ["", "not Gaussian", "", ""]
    assert reasons(values, z=np.inf) == ["", "", "", ""]
    assert reasons(values, z=0.001, test="none") == ["", "", "", ""]


def test_the_kurtosis_of_all_samples_is_shown_where_no_feature_is_left_out_for_it(values):
    normality = {"test": "pooled", "z": 2}
    tables = [
        examine_features(values, LABELS, FOLDS, normality | {"test": test})
        for test in ("pooled", "none")
    ]
    pd.testing.assert_frame_equal(*(table[["kurtosis", "z"]] for table in tables))


@pytest.mark.parametrize("test", ["pooled", "within_class"])
def test_the_limit_itself_is_kept(values, test):
    z = np.abs(kurtosis_test(values, LABELS, test)[1])
    for place in range(4):
        at = reasons(values, z=z[place], test=test)
        below = reasons(values, z=np.nextafter(z[place], 0), test=test)
        assert (at[place], below[place]) == ("", "not Gaussian")


# Random labels and folds


def random_classes(study, name="mine", **options):
    return read(name, *study(), endpoint={"random": True}, **options).samples["class"].tolist()


def test_random_labels_are_half_and_half(study):
    dataset = read("mine", *study(), endpoint={"random": True})
    assert class_sizes(dataset) == (9, 8)
    even = read("mine", *study(), endpoint={"random": True}, where={"site": ["a", "b"]})
    assert class_sizes(even) == (8, 8)
    words = dataset.samples["class"].map({0: "random 0", 1: "random 1"})
    assert dataset.samples["label"].tolist() == words.tolist()


def test_random_labels_depend_on_seed_and_name_only(study):
    plain = random_classes(study)
    assert random_classes(study, z=100, repeats=5, folds=2, test="within_class") == plain
    shuffled = study.expression.iloc[:, ::-1] + 1
    again = read("mine", *study(shuffled), endpoint={"random": True})
    assert again.samples["class"].tolist() == plain
    assert random_classes(study, seed=2) != plain
    assert random_classes(study, name="other") != plain


def test_folds_depend_on_labels_seed_and_name_only(study):
    plain = read("mine", *study())
    assert (plain.folds == read("mine", *study(study.expression + 1), z=100).folds).all()
    assert (plain.folds != read("mine", *study(), seed=2).folds).any()
    assert (plain.folds != read("other", *study()).folds).any()
    labels = plain.samples["class"].to_numpy()
    assert (plain.folds == stratified_folds(labels, 2, 3, stream(1, "mine", "folds"))).all()


# Groups of samples that depend on each other


@pytest.fixture
def pairs(study):
    """Return paths of tumour and normal tissue of eight patients, the tumours first."""
    samples = study.samples.iloc[:16].assign(
        group=["case"] * 8 + ["control"] * 8, patient=[f"p{i}" for i in range(8)] * 2
    )
    return study(study.expression.iloc[:, :16], samples)


def test_pairs_stay_in_one_fold_and_are_named_in_the_tables(pairs):
    dataset = read("mine", *pairs, group="patient", z=100)
    assert dataset.samples["group"].tolist() == [f"p{i}" for i in range(8)] * 2
    assert (dataset.folds[:, :8] == dataset.folds[:, 8:]).all()
    assert dataset.record["samples"] == [
        "samples with the same 'patient' are in one fold (8 groups)"
    ]
    assert "group" not in read("mine", *pairs, z=100).samples


def test_groups_are_read_back_by_name(pairs, tmp_path):
    expression, samples = pairs
    table = read_tsv(samples, text=["id", "patient"])
    # Names that are equal as numbers.
    table["patient"] = ["1e2", "100", *table["patient"][2:8]] * 2
    write_tsv(table, samples)
    dataset = read("mine", expression, samples, group="patient", z=100)
    paths = {
        key: tmp_path / f"saved.{key}"
        for key in ("expression", "samples", "features", "folds", "record")
    }
    save_dataset(dataset, **paths)
    problem = read_problem(paths["expression"], paths["samples"], paths["folds"])
    assert problem.groups.tolist() == [*range(8)] * 2
    assert read_problem(*saved_without_groups(pairs, tmp_path)).groups is None


def saved_without_groups(pairs, folder):
    paths = {
        key: folder / f"plain.{key}"
        for key in ("expression", "samples", "features", "folds", "record")
    }
    save_dataset(read("mine", *pairs, z=100), **paths)
    return paths["expression"], paths["samples"], paths["folds"]


def test_permuted_labels_of_pairs_are_exchanged_within_pairs(pairs):
    labels = read(
        "shuffled", *pairs, endpoint={**GROUP, "permuted": True}, group="patient", z=100
    ).samples["class"]
    assert (labels[:8].to_numpy() + labels[8:].to_numpy() == 1).all()
    assert 0 < labels[:8].sum() < 8


def test_random_labels_are_equal_within_groups(pairs):
    dataset = read("mine", *pairs, endpoint={"random": True}, group="patient", folds=2, z=100)
    labels = dataset.samples["class"].to_numpy()
    assert (labels[:8] == labels[8:]).all()
    assert labels.sum() == 8


def test_folds_that_groups_do_not_allow_are_named(study):
    samples = study.samples.assign(patient=[f"p{i // 4}" for i in range(17)])
    expression, path = study(samples=samples)
    endpoint = {**GROUP, "positive": ["case", "other"]}
    assert message(expression, path, endpoint=endpoint, group="patient") == (
        f"{path}: groups of column 'patient': class 0 has samples in 2 groups and class 1 in 3, so "
        "that 3 folds of whole groups cannot all have both classes; at most 2 folds are possible"
    )
    assert message(expression, path, endpoint=endpoint, group="patient", folds=2).startswith(
        f"{path}: groups of column 'patient': each group has one class"
    )
    assert message(expression, path, group="family") == (
        f"{path}: there is no column 'family'; its columns are 'id', 'group', 'site', 'patient'"
    )


def test_a_sample_without_a_group_is_named(study):
    patients = [f"p{i}" for i in range(17)]
    patients[9] = " "
    expression, path = study(samples=study.samples.assign(patient=patients))
    assert message(expression, path, group="patient") == (
        f"{path}: sample '09' has nothing in column 'patient', which cross_validation.group names; "
        "fill it in"
    )


def test_copies_within_a_group_bring_no_warning(copied, tmp_path):
    samples = read_tsv(copied / "samples.tsv", text=["sample"])
    samples["patient"] = [f"p{i % 12}" for i in range(24)]
    write_tsv(samples, tmp_path / "s.tsv")
    paths = copied / "values.tsv", tmp_path / "s.tsv"
    record = read("mine", *paths, endpoint=OUTCOME_OF_CASES, group="patient", test="none").record
    assert record["similar_samples"] == []
