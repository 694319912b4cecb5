import numpy as np
import pandas as pd

from suitability.held_out.recurring import recurring_features, recurring_sets


def best(*sets):
    frame = pd.DataFrame(sets, columns=["feature_1", "feature_2"], dtype=object)
    frame.insert(0, "repeat", 1)
    frame.insert(1, "part", np.arange(len(sets)) % 2)
    return frame.assign(inside=0.9, outside=np.linspace(0.8, 0.7, len(sets)))


def test_sets_are_in_the_order_of_their_share_and_performance():
    found = recurring_sets(best(("a", "b"), ("b", "c"), ("b", "c"), ("a", None)))
    assert found["feature_1"].tolist() == ["b", "a", "a"]
    assert found["feature_2"].fillna("").tolist() == ["c", "b", ""]
    assert found["splits"].tolist() == [1.0, 0.5, 0.5]
    assert np.allclose(found["outside"], [0.75, 0.8, 0.7])


def test_features_of_the_only_set_do_not_recur():
    assert recurring_features(best(("a", "b"), ("a", "b"))).empty
    found = recurring_features(best(("a", "b"), ("a", "c")))
    assert found["feature"].tolist() == ["a", "b", "c"]
    assert found["splits"].tolist() == [1.0, 0.5, 0.5]
