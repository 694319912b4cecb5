"""The methods that ship, their data, and what they declare."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.feature_selection import f_classif, mutual_info_classif
from sklearn.metrics import balanced_accuracy_score, roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC

from suitability.challenge import criteria
from suitability.challenge import data as data_module
from suitability.challenge.data import ChallengeData, load_data, read_data, save_data, uncorrelated
from suitability.challenge.entries import make_entry, others_permuted
from suitability.challenge.generator import INFORMATIVE, generate
from suitability.challenge.methods import fitted, used_features
from suitability.challenge.monte_carlo import MonteCarlo, usable_features
from suitability.challenge.results import METHODS
from suitability.challenge.steps import RandomProbes, Ranked
from suitability.core.errors import InputError
from suitability.data.formats import challenge_data as formats

GRID = {
    "features": [2, 5],
    "C": [0.1],
    "C_gaussian": [1],
    "width": [1],
    "neighbours": [3],
    "l1": [2],
    "components": [2],
    "probe_share": [0.1],
    "sets": 200,
}
SETTINGS = {"folds": 2, "grid": GRID}
SPLITS = {"train": slice(0, 60), "valid": slice(60, 90), "test": slice(90, 120)}


@pytest.fixture(scope="module")
def simple():
    """Return data in which some features differ between the classes, as a dense array."""
    rng = np.random.default_rng(1)
    labels = np.where(np.arange(120) % 3 == 0, 1, -1)
    values = rng.normal(size=(120, 30))
    values[:, :4] += labels[:, None]
    return values, labels


def data_of(values, labels, kind):
    values = sparse.csr_array(values) if kind != formats.DENSE else values
    return ChallengeData(
        kind,
        {split: values[rows] for split, rows in SPLITS.items()},
        {split: labels[rows] for split, rows in SPLITS.items()},
    )


@pytest.fixture(scope="module")
def datasets(simple):
    values, labels = simple
    cut = np.where(values > 0.5, values, 0)
    return {
        formats.DENSE: data_of(values, labels, formats.DENSE),
        formats.SPARSE: data_of(cut, labels, formats.SPARSE),
        formats.BINARY: data_of((cut > 0).astype(float), labels, formats.BINARY),
    }


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("kind", formats.KINDS)
@pytest.mark.parametrize("method", METHODS)
def test_a_method_makes_an_entry_that_declares_what_it_uses(datasets, monkeypatch, method, kind):
    monkeypatch.setattr(criteria, "TREES", 5)
    data = datasets[kind]
    made, record = make_entry("toy", data, "december_1", method, SETTINGS, 1)
    assert made.covers(SPLITS)
    assert not record["undeclared"]
    assert record["features"] == len(made.features) <= 30
    assert len(set(made.features.tolist())) == len(made.features)
    error = 1 - balanced_accuracy_score(data.labels["test"], made.classes["test"])
    assert error < 0.35
    if kind != formats.DENSE:
        return
    again, _ = make_entry("toy", data, "december_1", method, SETTINGS, 1)
    np.testing.assert_array_equal(again.confidences["test"], made.confidences["test"])


def test_the_second_protocol_trains_on_validation_data_too(datasets):
    data = datasets[formats.SPARSE]
    assert data.training("december_1")[0].shape == (60, 30)
    X, y = data.training("december_8")
    assert X.shape == (90, 30)
    assert len(y) == 90


def test_a_feature_that_is_used_but_not_declared_is_found(datasets):
    values = datasets[formats.DENSE].values["test"]
    rng = np.random.default_rng(1)
    for each in (values, sparse.csr_array(values)):
        other = others_permuted(each, np.array([0, 2]), rng)
        own, other = (x.toarray() if sparse.issparse(x) else x for x in (each, other))
        np.testing.assert_array_equal(other[:, [0, 2]], own[:, [0, 2]])
        assert not np.array_equal(other[:, 1], own[:, 1])
        np.testing.assert_array_equal(np.sort(other[:, 1]), np.sort(own[:, 1]))


def test_used_features_of_mixed_and_of_zero_coefficients(simple):
    values, labels = simple
    linear = make_pipeline(Ranked("fisher", 3), StandardScaler(), LinearSVC(dual=False))
    linear.fit(values, labels)
    linear.steps[-1][1].coef_[0, 1] = 0
    chosen = linear.steps[0][1].chosen_
    assert used_features(linear, 30).tolist() == chosen[[0, 2]].tolist()


def test_criteria_are_those_of_scikit_learn(simple):
    values, labels = simple
    f, _ = f_classif(values, labels)
    found = criteria.correlation(values, labels)
    np.testing.assert_allclose(found**2, f / (f + len(labels) - 2))
    np.testing.assert_allclose(criteria.correlation(sparse.csr_array(values), labels), found)
    np.testing.assert_allclose(
        criteria.fisher(sparse.csr_array(values), labels), criteria.fisher(values, labels)
    )
    binary = (values > 0).astype(float)
    known = mutual_info_classif(binary, labels, discrete_features=True)
    found = criteria.mutual_information(sparse.csr_array(binary), labels)
    np.testing.assert_allclose(found, known, atol=1e-12)
    dense = criteria.mutual_information(values, labels)
    assert set(np.argsort(-dense)[:4]) == {0, 1, 2, 3}
    # Five bins by the quintiles of the values.
    codes = np.array([np.searchsorted(np.sort(x)[[23, 47, 71, 95]], x) for x in values.T]).T
    known = mutual_info_classif(codes, labels, discrete_features=True)
    np.testing.assert_allclose(dense, known, atol=1e-12)


def test_a_constant_feature_is_of_no_use(simple):
    values, labels = simple
    values = np.hstack([values, np.ones((120, 1)), labels[:, None]])
    for criterion in (criteria.fisher, criteria.correlation, criteria.mutual_information):
        found = criterion(values, labels)
        assert found[-2] == 0
        assert np.argmax(found) == 31


def test_elimination_orders_all_features(simple):
    values, labels = simple
    places = criteria.elimination(values, labels, 0)
    assert sorted(places) == list(range(1, 31))
    assert set(np.argsort(-places)[:4]) == {0, 1, 2, 3}


def test_random_probes_keep_what_differs_between_the_classes(simple):
    values, labels = simple
    chosen = RandomProbes(0.05).fit(values, labels).chosen_
    assert {0, 1, 2, 3} <= set(chosen) and len(chosen) < 8
    # Probes have the distribution of the features, sparse or not.
    rng = np.random.default_rng(1)
    probes = criteria.probe_correlations(sparse.csr_array(values), rng, labels, block=7)
    assert probes.shape == (30,)
    assert probes.max() < 0.4


def test_the_monte_carlo_search_finds_a_pair(simple):
    values, labels = simple
    found = MonteCarlo(sets=435).fit(values, labels)
    assert set(found.chosen_) <= {0, 1, 2, 3}
    assert 1 / 6 < found.win_ <= 1
    assert balanced_accuracy_score(labels, found.predict(values)) > 0.85


def test_binary_features_that_are_constant_in_a_class_take_no_part(simple):
    values, labels = simple
    binary = (values > 0).astype(float)
    binary[:, 5] = labels == 1
    binary[:, 6] = 0
    folds = np.arange(120)[None] // 40
    found = usable_features(sparse.csr_array(binary), (labels == 1).astype(int), folds)
    assert found.tolist() == [*range(5), *range(7, 30)]
    nothing = MonteCarlo().fit(sparse.csr_array(np.zeros((120, 3))), labels)
    assert len(nothing.chosen_) == 0
    assert set(nothing.predict(values)) == {-1}


def test_generated_data_need_a_gaussian_kernel():
    data = generate(1600, 60, np.random.default_rng(1))
    assert (~data.probes).sum() == INFORMATIVE
    informative = data.values[:, ~data.probes]
    train, test = slice(0, 1000), slice(1000, None)
    errors = []
    for machine in (SVC(), SVC(kernel="linear", C=0.01)):
        model = make_pipeline(StandardScaler(), machine)
        model.fit(informative[train], data.labels[train])
        calls = model.predict(informative[test])
        errors.append(1 - balanced_accuracy_score(data.labels[test], calls))
    assert errors[0] < 0.15
    assert errors[1] > 0.25
    areas = [roc_auc_score(data.labels, column) for column in informative.T]
    assert max(max(area, 1 - area) for area in areas) < 0.8
    # Probes have no relation to the class or to any other feature.
    probes = [roc_auc_score(data.labels, column) for column in data.values[:, data.probes].T]
    assert np.abs(np.array(probes) - 0.5).max() < 0.08
    np.testing.assert_array_equal(uncorrelated(data.values), data.probes)


def test_correlations_in_blocks_are_those_of_all_pairs(monkeypatch):
    rng = np.random.default_rng(1)
    values = rng.normal(size=(30, 23)) + rng.normal(size=(30, 1)) * (np.arange(23) < 5)
    values[:, 7] = 1
    varying = np.delete(values, 7, axis=1)
    expected = np.abs(np.corrcoef(varying.T)) - np.eye(22)
    monkeypatch.setattr(data_module, "FEATURES_PER_BLOCK", 4)
    found = uncorrelated(values)
    assert found[7]
    assert np.delete(found, 7).tolist() == (expected.max(axis=0) < data_module.CORRELATED).tolist()


@pytest.mark.filterwarnings("ignore")
def test_few_training_samples_are_enough_or_refused():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(64, 70)), np.repeat([-1, 1], 32)
    settings = {"folds": 3, "grid": GRID | {"components": [5, 50]}}
    pipeline, _ = fitted("pca_knn", X, y, formats.DENSE, settings, 1)
    assert pipeline.predict(X).shape == (64,)
    with pytest.raises(InputError, match="a class has one training sample"):
        fitted("pca_knn", X[:33], y[:33], formats.DENSE, SETTINGS, 1)


def test_a_data_set_is_read_from_the_challenges_files(tmp_path, datasets):
    for kind, data in datasets.items():
        files = {}
        for split in ("train", "valid"):
            files[split] = tmp_path / f"toy_{split}.data"
            formats.write_values(data.values[split], files[split], kind)
            files[f"{split}_labels"] = tmp_path / f"toy_{split}.labels"
            formats.write_lines(data.labels[split].tolist(), files[f"{split}_labels"])
        given = {"features": 30, "kind": kind, "infer_probes": False}
        read = read_data(files, given)
        assert read.scored_split == "valid"
        assert read.probes is None
        save_data(read, tmp_path / "toy.npz")
        again = load_data(tmp_path / "toy.npz")
        assert again.kind == kind
        assert sparse.issparse(again.values["train"]) == (kind != formats.DENSE)
        difference = again.values["valid"] - data.values["valid"]
        assert abs(difference).max() == 0
        np.testing.assert_array_equal(again.labels["valid"], data.labels["valid"])
        with pytest.raises(InputError, match="its features is given neither in"):
            read_data(files, {**given, "features": None})
        formats.write_lines(["Number of features: 31"], tmp_path / "toy.param")
        with pytest.raises(InputError, match="states 31 features, the config gives 30"):
            read_data({**files, "parameters": tmp_path / "toy.param"}, given)
