from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from suitability.core.errors import InputError
from suitability.data.counts import log_cpm, normalise_counts, tmm_factors

EDGER = Path(__file__).parents[2] / "data/counts"
TABLES = ("deep", "shallow", "sparse")


def table(name):
    return pd.read_csv(EDGER / f"{name}.tsv", sep="\t", index_col=0).to_numpy(float)


def normalise(counts, how):
    features, samples = (
        [f"{x}{i}" for i in range(1, n + 1)] for x, n in zip("gs", counts.shape, strict=True)
    )
    return normalise_counts(counts, features, samples, how, "e.tsv")


@pytest.mark.parametrize("name", TABLES)
def test_tmm_factors_are_those_of_edger(name):
    np.testing.assert_allclose(tmm_factors(table(name)), table(f"{name}-factors")[0], rtol=1e-12)


@pytest.mark.parametrize("how", ["logcpm", "tmm"])
@pytest.mark.parametrize("name", TABLES)
def test_values_are_those_of_edger(name, how):
    expected = table(f"{name}-{how}")
    np.testing.assert_allclose(normalise(table(name), how), expected, rtol=1e-10)


def test_factors_correct_for_a_few_genes_with_most_counts():
    counts = np.full((200, 4), 100.0)
    counts[:10, 3] = 2000
    factors = tmm_factors(counts)
    values = log_cpm(counts, counts.sum(axis=0) * factors)
    np.testing.assert_allclose(values[10:, 3], values[10:, 0], atol=1e-2)


def test_equal_proportions_have_equal_values():
    counts = np.random.default_rng(1).poisson(20, size=(50, 1)) * np.array([[1.0, 4, 10]])
    values = normalise(counts, "logcpm")
    np.testing.assert_allclose(values[:, 1:], values[:, :1].repeat(2, axis=1), rtol=1e-12)


@pytest.mark.parametrize("how", ["logcpm", "tmm"])
def test_a_feature_with_a_missing_count_is_not_used(how):
    counts = table("deep")
    counts[3, 2] = np.nan
    values = normalise(counts, how)
    assert np.isnan(values[3]).all()
    others = np.delete(counts, 3, axis=0)
    np.testing.assert_array_equal(np.delete(values, 3, axis=0), normalise(others, how))


def test_counts_below_zero_and_samples_without_counts_are_named():
    counts = np.array([[1.0, 2, np.nan], [3, -7, 4]])
    with pytest.raises(InputError) as caught:
        normalise(counts, "tmm")
    assert str(caught.value) == (
        "e.tsv: feature 'g2', sample 's2': -7 is below zero, which no count is; leave "
        "preprocess.counts out, or correct the file"
    )
    with pytest.raises(InputError) as caught:
        normalise(np.array([[1.0, 0, 3], [3, 0, 4]]), "logcpm")
    assert str(caught.value) == (
        "e.tsv: sample 's2' has no count above zero; leave it out with where"
    )
