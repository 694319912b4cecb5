import numpy as np
import pytest

from suitability.data import similarity
from suitability.data.similarity import (
    FEATURES_PER_BLOCK,
    SAMPLES_PER_BLOCK,
    similar_samples,
    similarity_record,
    warn_of_similarity,
)


def found(values, **options):
    return [group.tolist() for group in similar_samples(values, **options)]


@pytest.fixture
def values():
    """Return 30 samples that share 8 correlated factors and large differences between features."""
    rng = np.random.default_rng(1)
    factors = rng.normal(size=(30, 8)) @ rng.normal(size=(8, 400))
    return factors + rng.normal(size=(30, 400)) + rng.normal(8, 10, size=400)


def with_copies(values, copies):
    """Return the values with copies of samples, by the index of the original."""
    return np.vstack([values, *(values[[i]] for i in copies)])


def test_features_are_standardised_without_missing_values(values):
    values[0, 0], values[:, 1] = np.nan, 5
    centre, scale = similarity._centre_and_scale(values)
    assert centre == pytest.approx(np.nanmean(values, axis=0))
    assert scale[1] == np.inf
    assert np.delete(scale, 1) == pytest.approx(np.delete(np.nanstd(values, axis=0), 1))


def test_independent_samples_are_not_similar(values):
    assert np.corrcoef(values)[np.triu_indices(30, 1)].min() > 0.5
    assert found(values) == []


def test_copies_are_found_in_groups(values):
    assert found(with_copies(values, [4, 9, 4])) == [[4, 30, 32], [9, 31]]


@pytest.mark.parametrize("scale", [1e-8, 1, 1e8])
def test_units_do_not_matter(values, scale):
    values[:, :200] *= scale
    assert found(values) == []
    assert found(with_copies(values, [3])) == [[3, 30]]


def test_small_changes_do_not_hide_a_copy(values):
    rng = np.random.default_rng(2)
    for change in (
        lambda x: np.round(x),
        lambda x: x + rng.normal(scale=0.3, size=x.shape),
        lambda x: np.where(rng.random(x.shape) < 0.02, 0, x),
    ):
        copied = with_copies(values, [3])
        copied[-1] = change(copied[-1])
        assert found(copied) == [[3, 30]]


def test_a_shared_class_difference_makes_no_samples_similar(values):
    effect = np.random.default_rng(3).normal(scale=1.5, size=400)
    assert found(values + np.repeat([0, 1], 15)[:, None] * effect) == []


def test_missing_values_and_constant_features_do_not_matter(values):
    values[:, 0] = 3.0
    values[:, 1] = np.nan
    values[np.random.default_rng(4).random(values.shape) < 0.05] = np.nan
    assert found(values) == []
    assert found(with_copies(values, [3])) == [[3, 30]]


def test_samples_of_one_group_are_not_compared(values):
    copied = with_copies(values, [4, 9])
    groups = np.arange(32)
    groups[30] = 4
    assert found(copied, groups=groups) == [[9, 31]]


def test_few_features_need_equal_values_and_very_few_are_not_compared():
    rng = np.random.default_rng(5)
    values = rng.normal(size=(30, 50))
    near = with_copies(values, [3])
    near[-1] += rng.normal(scale=0.1, size=50)
    assert found(near) == []
    assert found(with_copies(values, [3])) == [[3, 30]]
    assert found(with_copies(values[:, :19], [3])) == []


def test_many_samples_are_compared_in_blocks():
    values = np.random.default_rng(6).normal(size=(SAMPLES_PER_BLOCK + 10, 120))
    values[[SAMPLES_PER_BLOCK + 5, SAMPLES_PER_BLOCK + 7]] = values[[5, SAMPLES_PER_BLOCK + 6]]
    expected = [[5, SAMPLES_PER_BLOCK + 5], [SAMPLES_PER_BLOCK + 6, SAMPLES_PER_BLOCK + 7]]
    assert found(values) == expected


def test_features_beyond_the_first_block_count():
    values = np.random.default_rng(7).normal(size=(12, 3 * FEATURES_PER_BLOCK))
    values[3, :FEATURES_PER_BLOCK] = values[4, :FEATURES_PER_BLOCK]
    assert found(values) == []
    values[3] = values[4]
    assert found(values) == [[3, 4]]


def test_the_record_says_which_are_equal_and_in_which_classes(values):
    copied = with_copies(values, [4, 9])
    copied[-1, 0] += 0.1
    copied[[4, 30], 1] = np.nan
    ids = [f"s{i}" for i in range(32)]
    labels = np.arange(32) % 2
    record = similarity_record(similar_samples(copied), copied, ids, labels)
    assert record == [
        {"samples": ["s4", "s30"], "equal": True, "classes": [0]},
        {"samples": ["s9", "s31"], "equal": False, "classes": [1]},
    ]


def group(*samples, equal=True, classes=(0,)):
    return {"samples": list(samples), "equal": equal, "classes": list(classes)}


def test_a_warning_names_the_samples_and_the_way_out():
    advice = (
        "; they are not independent, so performances are too high and p-values too small; name the "
        "column of patients under replicates, or leave copies out with where"
    )
    assert warn_of_similarity([]) == []
    assert warn_of_similarity([group("a", "b")]) == [
        f"samples 'a' and 'b' have equal values throughout{advice}"
    ]
    assert warn_of_similarity([group("a", "b"), group("c", "d", "e", equal=False)]) == [
        "samples 'a' and 'b', 'c' and 'd' and 'e' have equal or nearly equal values "
        f"throughout{advice}"
    ]
    assert warn_of_similarity([group("a", "b", classes=(0, 1))]) == [
        f"samples 'a' and 'b' have equal values throughout{advice}; they are in different classes: "
        "correct their labels"
    ]
    assert warn_of_similarity([group("a", "b"), group("c", "d", classes=(0, 1))]) == [
        f"samples 'a' and 'b', 'c' and 'd' have equal values throughout{advice}; 'c' and 'd' are "
        "in different classes: correct their labels"
    ]
