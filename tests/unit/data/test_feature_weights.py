import numpy as np
import pytest
from scipy import stats

from suitability.core.errors import InputError
from suitability.core.problem import Problem
from suitability.data.feature_weights import feature_weights, read_weights


def test_t_is_that_of_the_textbook():
    generator = np.random.default_rng(1)
    values, labels = generator.normal(size=(20, 9)), np.arange(20) % 3 // 2
    found = feature_weights("t", None, Problem(values, labels, None))
    expected = stats.ttest_ind(values[labels == 1], values[labels == 0]).statistic
    assert found == pytest.approx(np.abs(expected))


def test_no_weights_are_none():
    assert feature_weights(None, None, None) is None


def test_weights_come_from_a_table_in_any_order(tmp_path):
    path = tmp_path / "weights.tsv"
    path.write_text("feature\tweight\nb\t2\nother\tnone\n01\t0.5\na\t0\n")
    assert read_weights(path, ["a", "01", "b"]).tolist() == [0, 0.5, 2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\t1\n", "1 of 2 features have no weight, such as 'b'; a weight of 0 leaves"),
        ("a\t1\nb\tmuch\n", "feature 'b': 'much' is not a weight; write a number of at least 0"),
        ("a\t1\nb\t-1\n", "feature 'b': '-1' is not a weight"),
        ("a\t1\nb\tnan\n", "feature 'b': 'nan' is not a weight"),
        ("a\tinf\nb\t1\n", "feature 'a': 'inf' is not a weight"),
        ("a\t1_0\nb\t1\n", "feature 'a': '1_0' is not a weight"),
    ],
)
def test_a_table_of_weights_that_is_wrong_is_refused(tmp_path, text, message):
    path = tmp_path / "weights.tsv"
    path.write_text("feature\tweight\n" + text)
    with pytest.raises(InputError) as raised:
        read_weights(path, ["a", "b"])
    assert str(raised.value).startswith(f"{path}: ")
    assert message in str(raised.value)


def test_weights_without_a_header_are_refused(tmp_path):
    path = tmp_path / "weights.tsv"
    path.write_text("a\t1\nb\t2\n")
    with pytest.raises(InputError, match="line 1 holds the feature 'a' where column names"):
        read_weights(path, ["a", "b"])
