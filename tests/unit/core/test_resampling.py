import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitability.core.randomness import stream
from suitability.core.resampling import random_labels, stratified_folds


def draws(*where):
    return stream(*where).integers(2**32, size=4).tolist()


def test_a_stream_is_the_same_each_time_and_in_any_order():
    names = [(1, "a", "folds", 0), (1, "a", "folds", 1), (1, "b", "labels", 0)]
    forwards = [draws(*name) for name in names]
    backwards = [draws(*name) for name in reversed(names)]
    assert forwards == backwards[::-1]


def test_a_stream_does_not_depend_on_other_streams():
    one, two = stream(1, "a", "folds"), stream(1, "a", "labels")
    mixed = []
    for _ in range(4):
        mixed.append(int(one.integers(2**32)))
        two.random(7)
    assert mixed == [int(x) for x in stream(1, "a", "folds").integers(2**32, size=4)]


def test_streams_differ_by_seed_data_set_purpose_and_index():
    where = [
        (seed, dataset, purpose, index)
        for seed in (0, 1, 2)
        for dataset in ("a", "b", "folds")
        for purpose in ("folds", "labels", "a")
        for index in (0, 1, 2**31)
    ]
    assert len({tuple(draws(*name)) for name in where}) == len(where)


def test_the_first_index_is_the_default():
    assert draws(1, "a", "folds") == draws(1, "a", "folds", 0)


def test_streams_are_the_same_in_every_version():
    assert draws(1, "all-sex", "folds") == [3343888859, 22550292, 3412378772, 698529016]


@given(
    st.integers(2, 6),
    st.integers(1, 4),
    st.integers(0, 2**32),
    st.data(),
)
def test_folds_hold_both_classes_in_proportion(folds, repeats, seed, data):
    sizes = data.draw(st.tuples(*2 * [st.integers(folds, 30)]))
    labels = np.random.default_rng(seed).permutation(np.repeat([0, 1], sizes))
    result = stratified_folds(labels, repeats, folds, np.random.default_rng(seed))
    # One number per sample and repeat: each sample is tested exactly once in each repeat.
    assert result.shape == (repeats, len(labels))
    assert result.dtype == np.int64
    assert set(result.ravel().tolist()) == set(range(folds))
    for repeat in result:
        for c in (0, 1):
            count = np.bincount(repeat[labels == c], minlength=folds)
            assert count.max() - count.min() <= 1


def test_folds_depend_on_the_generator_only():
    labels = np.repeat([0, 1], 20)
    first = stratified_folds(labels, 2, 3, stream(1, "a", "folds"))
    assert (first == stratified_folds(labels, 2, 3, stream(1, "a", "folds"))).all()
    assert (first != stratified_folds(labels, 2, 3, stream(2, "a", "folds"))).any()


def test_each_repeat_has_other_folds():
    folds = stratified_folds(np.repeat([0, 1], 20), 5, 3, stream(1, "a", "folds"))
    assert len({tuple(repeat) for repeat in folds.tolist()}) == 5


def test_any_two_samples_of_a_class_share_a_fold_as_often_as_expected():
    repeats = 600
    folds = stratified_folds(np.repeat([0, 1], 6), repeats, 3, stream(1, "a", "folds"))
    together = (folds[:, 0] == folds[:, 1]).mean()
    # Of the other five, one is in the same fold.
    assert together == pytest.approx(1 / 5, abs=4 * np.sqrt(0.16 / repeats))


@given(st.integers(0, 50), st.integers(0, 100))
def test_half_of_the_random_labels_are_1_and_an_odd_one_is_0(samples, seed):
    labels = random_labels(samples, np.random.default_rng(seed))
    assert labels.dtype == np.int64
    assert len(labels) == samples
    assert set(labels.tolist()) <= {0, 1}
    assert labels.sum() == samples // 2


def test_every_sample_is_as_often_1_as_0():
    rng = stream(1, "a", "labels")
    share = np.mean([random_labels(10, rng) for _ in range(2000)], axis=0)
    np.testing.assert_allclose(share, 0.5, atol=4 * np.sqrt(0.25 / 2000))
