import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitability.core.tables import write_tsv
from suitability.plan import main, plan
from suitability.win.epsilon import epsilon_of, n_of, p_of
from suitability.win.planning import (
    PAPER_CURVE,
    sets_needed,
    sets_needed_table,
    table_2,
)
from suitability.win.sampling_error import (
    FIT_COLUMNS,
    fit_power_law,
    fit_with_intervals,
    fitted_points,
)

PUBLISHED = {
    (1, 1e-3): "0.999",
    (10, 1e-3): "0.499",
    (100, 1e-3): "0.0667",
    (1_000, 1e-3): "0.00688",
    (10_000, 1e-3): "0.000691",
    (1, 1e-6): "1",
    (10, 1e-6): "0.749",
    (100, 1e-6): "0.129",
    (1_000, 1e-6): "0.0137",
    (10_000, 1e-6): "0.00138",
}
CURVE = {
    **{"a": 0.22, "a_lower": 0.2, "a_upper": 0.24, "b": 0.48, "b_lower": 0.47, "b_upper": 0.49},
    **{"m_over_n_for_1pct": 626.0, "a_b_correlation": 0.9},
}


def test_table_2_is_that_of_the_paper():
    table = table_2().set_index(["N", "epsilon"])
    for cell, digits in PUBLISHED.items():
        assert f"{table.loc[cell, 'p']:.3g}" == digits
    assert f"{table.loc[(10**6, 1e-3), 'p_approximate'] * 1e6:.3g}" == "6.91"
    assert f"{table.loc[(10**6, 1e-6), 'p_approximate'] * 1e6:.3g}" == "13.8"
    many = table.loc[[10**5, 10**6]]
    assert many["p"].tolist() == pytest.approx(many["p_approximate"].tolist(), rel=1e-4)


@given(st.integers(1, 40), st.integers(1, 99), st.integers(1, 99))
def test_n_is_the_smallest_that_suffices(halvings, percent, epsilon_percent):
    """Also where the exact result is a whole number, in spite of rounding."""
    p, epsilon = Fraction(percent, 100), Fraction(epsilon_percent, 100)
    n = n_of(float(p), float(epsilon))
    assert (1 - p) ** n <= epsilon
    assert n == 1 or (1 - p) ** (n - 1) > epsilon
    assert n_of(float(p), float((1 - p) ** halvings)) == halvings


@given(st.integers(1, 10**9), st.floats(1e-9, 0.999))
def test_each_of_the_three_follows_from_the_others(n, epsilon):
    p = p_of(n, epsilon)
    assert 0 < p < 1
    assert epsilon_of(n, p) == pytest.approx(epsilon, rel=1e-6)
    assert n_of(p, epsilon) == pytest.approx(n, rel=1e-6, abs=1)


def test_searches_fail_as_often_as_computed():
    """In 20,000 searches, within four standard errors."""
    n, p, searches = 20, 0.1, 20_000
    ranks = np.random.default_rng(1).random((searches, n))
    failed = (ranks.min(axis=1) > p).mean()
    expected = epsilon_of(n, p)
    assert abs(failed - expected) < 4 * np.sqrt(expected * (1 - expected) / searches)


def test_the_paper_s_curve_needs_750_sets_per_draw():
    needed, lower, upper = sets_needed(1, 0.01, PAPER_CURVE)
    assert round(needed, -1) == 750
    assert math.isnan(lower)
    assert math.isnan(upper)


@given(st.floats(0.001, 0.05), st.integers(1, 10**10))
def test_the_sets_needed_give_the_wanted_error(rmse, n):
    needed, lower, upper = sets_needed(n, rmse, CURVE)
    assert CURVE["a"] * (n / needed) ** CURVE["b"] == pytest.approx(rmse, rel=1e-9)
    assert lower < needed < upper


def test_at_least_ten_sets_per_draw_are_needed():
    assert sets_needed(7, 0.5, CURVE) == (70, 70, 70)


def test_an_unknown_curve_gives_no_number():
    assert np.isnan(sets_needed(10, 0.01, dict.fromkeys(FIT_COLUMNS, np.nan))).all()


def test_a_flat_curve_needs_infinitely_many_sets():
    assert sets_needed(10, 0.01, {"a": 0.2, "b": 1e-4})[0] == np.inf


@pytest.mark.parametrize("rmse", [0.02, 0.01, 0.002])
def test_the_interval_is_that_of_the_trials(rmse):
    """The limits from a, b and their correlation are those of the bootstrap itself."""
    sizes = np.repeat([1e3, 1e4, 1e5, 1e6], 8)
    n = np.tile(np.logspace(0, 5, 8), 4)
    rng = np.random.default_rng(2)
    # Each trial differs from the curve by a factor and by a slope.
    off = rng.normal(size=(30, 2)) * (0.3, 0.03)
    ratio = n / sizes
    curves = 0.22 * np.exp(off[:, :1]) * ratio ** (0.48 + off[:, 1:])
    errors = curves**2 * rng.lognormal(sigma=0.3, size=curves.shape)
    fit = fit_with_intervals(sizes, n, 10**12, errors, np.random.default_rng(3))
    _, lower, upper = sets_needed(1, rmse, fit)

    fitted = fitted_points(sizes, n, 10**12)
    drawn = np.random.default_rng(3).integers(30, size=(1000, 30))
    a, b = fit_power_law(ratio[fitted], np.sqrt(errors[:, fitted][drawn].mean(axis=1)))
    direct = np.log(np.quantile((a / rmse) ** (1 / b), [0.025, 0.975]))
    width = direct[1] - direct[0]
    assert np.log([lower, upper]) == pytest.approx(direct, abs=0.1 * width)


def test_a_curve_without_spread_has_no_interval():
    fit = {**CURVE, "a_lower": 0.22, "a_upper": 0.22, "b_lower": 0.48, "b_upper": 0.48}
    needed, lower, upper = sets_needed(5, 0.01, fit)
    assert lower == needed == upper


def test_the_table_has_a_row_for_each_data_set_search_and_error():
    table = sets_needed_table(["x", "y"], [CURVE, PAPER_CURVE], [10, 20], (1, 100), (0.01, 0.005))
    assert len(table) == 8
    row = table.query("dataset == 'x' and N == 100 and rmse == 0.005").iloc[0]
    assert (row["M"], row["lower"], row["upper"]) == sets_needed(100, 0.005, CURVE)
    assert table.groupby("dataset")["sets"].unique().map(list).to_dict() == {"x": [10], "y": [20]}


@pytest.fixture
def fit(tmp_path):
    def write(curve):
        write_tsv(pd.DataFrame([curve]), tmp_path / "fit.tsv")
        return str(tmp_path / "fit.tsv")

    return write


@pytest.mark.parametrize(
    ("arguments", "values"),
    [
        ("--p 0.0005 --epsilon 0.01", {"N": 9209, "p": 0.0005, "epsilon": 0.01}),
        ("--N 1e4 --epsilon 0.001", {"N": 1e4, "p": 0.000691, "epsilon": 0.001}),
        ("--N 100 --p 0.0667", {"N": 100, "p": 0.0667, "epsilon": 0.001}),
        ("--N 10000 --rmse 0.01", {"N": 1e4, "M": 7.51e6}),
        (
            "--N 100 --p 0.0667 --rmse 0.01",
            {"N": 100, "p": 0.0667, "epsilon": 0.001, "M": 75_100},
        ),
    ],
)
def test_the_third_follows_from_two(arguments, values):
    found = {name: value for name, value, _ in plan(arguments.split())}
    assert found == pytest.approx(values, rel=0.01)
    assert list(found) == list(values)


def test_a_fitted_curve_gives_an_interval(fit, capsys):
    assert main(["--N", "1000", "--rmse", "0.01", "--fit", fit(CURVE)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "N        1000         feature sets that the search draws",
        "M        626000       feature sets to score for an RMSE of 0.01 "
        "(95% interval 572000 to 686000)",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "give two of --N, --p and --epsilon, or --N and --rmse"),
        ("--N 10", "give two of --N, --p and --epsilon, or --N and --rmse"),
        (
            "--N 10 --p 0.1 --epsilon 0.1",
            "give two of --N, --p and --epsilon, or --N and --rmse",
        ),
        ("--p 0 --N 10", "--p: 0 given; allowed: from 1e-15 to below 1"),
        ("--p nan --N 10", "--p: nan given; allowed: from 1e-15 to below 1"),
        ("--p 0.1 --epsilon 1", "--epsilon: 1 given; allowed: from 1e-15 to below 1"),
        ("--N 10 --rmse -1", "--rmse: -1 given; allowed: from 1e-15 to below 1"),
        ("--N 0 --p 0.1", "--N: 0 given; allowed: a whole number from 1 to 1e+15"),
        ("--N 1.5 --p 0.1", "--N: 1.5 given; allowed: a whole number from 1 to 1e+15"),
        ("--N inf --p 0.1", "--N: inf given; allowed: a whole number from 1 to 1e+15"),
        ("--N ten --p 0.1", "argument --N: 'ten' is not a number; --help shows what is allowed"),
        ("--n 10", "unrecognized arguments: --n 10; --help shows what is allowed"),
        (
            "--N 10 --p 0.1 --fit f.tsv",
            "--fit: used only with --rmse; add --rmse, or omit --fit",
        ),
        (
            "--N 10 --rmse 0.01 --fit no/such.tsv",
            "no/such.tsv: is not a table of a fitted error curve; "
            "give the rmse_fit.tsv of a data set",
        ),
    ],
)
def test_one_line_says_what_is_wrong(arguments, message, capsys):
    assert main(arguments.split()) == 1
    printed = capsys.readouterr()
    assert printed.err == f"error: {message}\n"
    assert printed.out == ""


@pytest.mark.parametrize("content", ["", "a\tb\n", "a\tb\n1\t2\n", "\x00\n", "\udcff"])
def test_other_files_are_refused(content, tmp_path, capsys):
    path = tmp_path / "fit.tsv"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    assert main(["--N", "10", "--rmse", "0.01", "--fit", str(path)]) == 1
    assert "is not a table of a fitted error curve" in capsys.readouterr().err


@pytest.mark.parametrize("value", [np.nan, 0.0, -1.0])
def test_a_table_without_a_fitted_curve_is_refused(value, fit, capsys):
    path = fit(dict.fromkeys(FIT_COLUMNS, value))
    assert main(["--N", "10", "--rmse", "0.01", "--fit", path]) == 1
    assert "contains no fitted curve" in capsys.readouterr().err


def test_help_is_shown(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["--help"])
    assert stop.value.code == 0
    assert "--epsilon" in capsys.readouterr().out


def test_the_errors_planned_for_are_two_percent_one_and_a_half():
    table = sets_needed_table(["x"], [CURVE], [10])
    assert table["rmse"].unique().tolist() == [0.02, 0.01, 0.005]
