import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitability.core.errors import InputError
from suitability.core.randomness import stream
from suitability.core.resampling import (
    check_permutable,
    folds_frame,
    groups_of_classes,
    permuted_order,
    random_labels,
    stratified_folds,
)


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


# Groups


def paired(patients):
    """Return labels and groups of two samples of each patient, one of each class."""
    return np.tile([0, 1], patients), np.repeat(np.arange(patients), 2)


def one_class_each(seed, sizes):
    """Return labels and groups of shuffled samples; every second group is of class 1."""
    rng = np.random.default_rng(seed)
    groups = rng.permutation(np.repeat(np.arange(len(sizes)), sizes))
    return groups % 2, groups


@given(
    st.integers(2, 5),
    st.lists(st.integers(1, 4), min_size=20, max_size=30),
    st.integers(0, 2**32),
)
def test_groups_stay_in_one_fold_and_each_fold_has_both_classes(folds, sizes, seed):
    labels, groups = one_class_each(seed, sizes)
    result = stratified_folds(labels, 2, folds, np.random.default_rng(seed), groups)
    assert result.shape == (2, len(labels))
    for repeat in result:
        assert set(repeat.tolist()) == set(range(folds))
        for group in range(len(sizes)):
            assert len(set(repeat[groups == group])) == 1
        for fold in range(folds):
            assert np.bincount(labels[repeat == fold], minlength=2).min() >= 1
            assert np.bincount(labels[repeat != fold], minlength=2).min() >= 2


def test_pairs_are_divided_evenly():
    labels, groups = paired(15)
    (result,) = stratified_folds(labels, 1, 3, np.random.default_rng(1), groups)
    assert (result[::2] == result[1::2]).all()
    assert np.bincount(result).tolist() == [10, 10, 10]


def test_folds_of_groups_depend_on_the_generator_and_differ_between_repeats():
    labels, groups = paired(12)
    first, again, other = (
        stratified_folds(labels, 4, 3, stream(seed, "a", "folds"), groups) for seed in (1, 1, 2)
    )
    assert (first == again).all()
    assert (first != other).any()
    assert len({tuple(repeat) for repeat in first.tolist()}) == 4


def test_the_number_of_folds_that_groups_allow_is_named():
    labels, groups = np.repeat([0, 1], [12, 8]), np.repeat(np.arange(10), 2)
    assert groups_of_classes(labels, groups) == (6, 4)
    stratified_folds(labels, 2, 4, np.random.default_rng(1), groups)
    with pytest.raises(InputError) as caught:
        stratified_folds(labels, 2, 5, np.random.default_rng(1), groups)
    assert str(caught.value) == (
        "class 0 has samples in 6 groups and class 1 in 4, so that 5 folds of whole groups cannot "
        "all have both classes; at most 4 folds are possible"
    )


@pytest.mark.parametrize("sizes", [[12, 8], [6, 7, 1, 6]])
def test_groups_that_allow_no_folds_are_an_error(sizes):
    """In the second case one sample of class 1 would be left outside some fold."""
    groups = np.repeat(np.arange(len(sizes)), sizes)
    with pytest.raises(InputError, match="no folds are possible"):
        stratified_folds(groups % 2, 1, 2, np.random.default_rng(1), groups)


@given(st.integers(1, 12), st.integers(0, 100))
def test_random_labels_are_equal_within_groups(groups, seed):
    codes = np.random.default_rng(seed).permutation(np.repeat(np.arange(groups), 3))
    labels = random_labels(len(codes), np.random.default_rng(seed), codes)
    per_group = [set(labels[codes == group].tolist()) for group in range(groups)]
    assert all(len(found) == 1 for found in per_group)
    assert sum(found.pop() for found in per_group) == groups // 2


def test_without_groups_any_order_is_drawn():
    labels = np.repeat([0, 1], 10)
    order = permuted_order(labels, np.random.default_rng(3))
    assert (order == np.random.default_rng(3).permutation(20)).all()


def orders(labels, groups, count=300):
    rng = np.random.default_rng(1)
    drawn = np.stack([permuted_order(labels, rng, groups) for _ in range(count)])
    assert (np.sort(drawn, axis=1) == np.arange(len(labels))).all()
    return drawn


def test_samples_of_pairs_change_places_within_their_pair():
    labels, groups = paired(6)
    drawn = orders(labels, groups)
    assert (groups[drawn] == groups).all()
    # Each pair is exchanged in half of the orders, independently of the others.
    changed = (labels[drawn] != labels)[:, ::2]
    np.testing.assert_allclose(changed.mean(axis=0), 0.5, atol=4 * np.sqrt(0.25 / 300))
    assert len(np.unique(changed, axis=0)) > 60


def test_groups_of_one_class_change_places_as_a_whole():
    groups = np.array([0, 1, 0, 2, 1, 3, 4, 5, 5, 6, 7])
    labels = np.array([0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1])
    size = np.bincount(groups)[groups]
    folds = np.array([0, 1, 2, 0, 1, 2, 0, 1])[groups]
    drawn = orders(labels, groups)
    for order in drawn:
        assert (size[order] == size).all()
        assert sorted(labels[order]) == sorted(labels)
        for group in range(8):
            assert len(set(groups[order][groups == group])) == 1
            assert len(set(folds[order][groups == group])) == 1
    # Of the three pairs each takes the place of each; so do the five single samples.
    for place, of_size in ((0, 2), (3, 1)):
        counts = np.bincount(groups[drawn[:, place]], minlength=8)[np.bincount(groups) == of_size]
        share = 1 / len(counts)
        assert (np.abs(counts / 300 - share) < 4 * np.sqrt(share * (1 - share) / 300)).all()


def test_labels_of_several_samples_a_group_can_be_permuted_within_it():
    labels, groups = np.tile([0, 0, 1], 5), np.repeat(np.arange(5), 3)
    assert (groups[orders(labels, groups)] == groups).all()
    check_permutable(labels, groups)


def refusal(labels, groups):
    with pytest.raises(InputError) as caught:
        check_permutable(np.asarray(labels), np.asarray(groups))
    return str(caught.value)


def test_what_permutations_groups_allow_is_said():
    check_permutable(*paired(5))
    assert refusal(*paired(4)) == (
        "labels are permuted within 4 groups, which is possible in 16 ways only; at least 20 are "
        "needed: use more groups"
    )
    labels, groups = paired(10)
    labels[[0, 3]] = [1, 0]
    assert refusal(labels, groups) == (
        "8 of 10 groups have samples of both classes, the others of one; labels can be permuted "
        "within groups if all have both classes, or between groups if each has one: leave the "
        "others out with where"
    )
    check_permutable(np.array([0, 1] * 3), np.arange(6))
    check_permutable(np.repeat([0, 1] * 3, 4), np.repeat(range(6), 4))
    # All groups of one size are of one class.
    assert refusal(np.repeat([0, 1], [6, 12]), np.repeat(range(12), [1] * 6 + [2] * 6)) == (
        "each group has one class, so that labels are permuted between groups of equal size, "
        "which is possible in 1 ways only; at least 20 are needed: leave samples out with where, "
        "so that more groups have the same size"
    )


def test_the_table_of_folds_counts_repeats_and_folds_from_one():
    frame = folds_frame(["a", "b", "c"], np.array([[0, 1, 2], [2, 0, 1]]))
    assert frame.to_dict("list") == {
        "sample": ["a", "b", "c"] * 2,
        "repeat": [1, 1, 1, 2, 2, 2],
        "fold": [1, 2, 3, 3, 1, 2],
    }
