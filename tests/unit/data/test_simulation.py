import numpy as np
import pandas as pd
import pytest

from suitability.data.simulation import simulated_tables


def test_a_table_has_the_given_shape_and_balanced_classes():
    values, samples = simulated_tables(30, 11, np.random.default_rng(1))
    assert values.shape == (30, 12)
    assert list(values.columns[1:]) == samples["sample"].tolist()
    assert values["feature"].is_unique
    assert samples["class"].tolist() == [0, 1] * 5 + [0]


def test_the_same_generator_gives_the_same_table():
    (values, samples), (again, as_well) = (
        simulated_tables(5, 8, np.random.default_rng(2)) for _ in range(2)
    )
    pd.testing.assert_frame_equal(values, again)
    pd.testing.assert_frame_equal(samples, as_well)


def test_the_classes_differ_in_a_tenth_of_the_features():
    values, samples = simulated_tables(2000, 400, np.random.default_rng(3))
    x = values.iloc[:, 1:].to_numpy()
    of_class = [x[:, samples["class"] == c] for c in (0, 1)]
    difference = of_class[1].mean(axis=1) - of_class[0].mean(axis=1)
    t = difference / np.sqrt(sum(part.var(axis=1, ddof=1) / part.shape[1] for part in of_class))
    # 0.27% of features without an effect exceed 3, and about half of those with an effect.
    assert (np.abs(t) > 3).mean() == pytest.approx(0.05, abs=0.02)
