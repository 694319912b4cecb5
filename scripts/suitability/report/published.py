"""Published numbers beside those computed here."""

import numpy as np
import pandas as pd

from suitability.permutation_tests.measured_errors import measured_errors
from suitability.permutation_tests.p_values import mean_p_value, significant
from suitability.permutation_tests.power import power_of_columns_test, power_of_labels_test
from suitability.permutation_tests.toy_data import TOY_DATA, toy_table
from suitability.reproducibility.index import largest_rms
from suitability.reproducibility.synthetic import Model, bayes_error
from suitability.win.epsilon import p_of

PAPER = "Ojala and Garriga 2010"
WIN_PAPER = "win percentage"
INDEX_PAPER = "Yousefi and Dougherty 2012"
INDEX_SAMPLES = 10_000
# Printed differences of means, to half a unit of the last digit, and their Bayes errors.
THETAS = ((1.0, 0.05, 5, (0.0, 0.0), 0.2), (0.82, 0.005, 5, (0.4, 0.8), 0.1))
THETAS += ((1.167, 0.0005, 2, (0.4, 0.8), 0.1),)
REAL_ERRORS = {
    "Yeoh et al. 2002": (0.080, 0.083, 0.080),
    "Zhan et al. 2006": (0.186, 0.193, 0.188),
    "Chen et al. 2004": (0.154, 0.151, 0.140),
    "Natsoulis et al. 2005": (0.247, 0.258, 0.301),
}
COLUMNS = ["paper", "place", "quantity", "published", "ours", "lower", "upper", "meets"]
# A printed error has two decimals; classifiers of another program differ by this much.
ERROR_MARGIN = 0.02
QUANTITIES = {
    "error": "error, original",
    "test1_error": "error, Test 1",
    "test2_error": "error, Test 2",
}
# The published errors of Adult come from a copy of the class among the features.
NOT_COMPARABLE = ("adult",)
# How many results the paper calls significant, by its tables and Section 5.
SIGNIFICANT = {
    1: {"all": 128},
    2: {"all": 39, "decision_tree": 12, "naive_bayes": 3, "nearest_neighbour": 17, "svm": 7},
}
# Of a normal distribution: two-sided 95%.
Z = 1.959963984540054
NOT_RUN, INCOMPARABLE = "not run", "not comparable"


def published_row(paper, place, quantity, published, ours, margin):
    """Return a published number beside a computed one.

    Parameters
    ----------
    paper, place, quantity : str
    published, ours : float
        `ours` is NaN where it was not computed.
    margin : float
        How far from the published number ours may be; half a unit of the last printed digit, or
        what is random in either.

    Returns
    -------
    dict
        The columns of `results/published.tsv`.
    """
    lower, upper = published - margin, published + margin
    met = NOT_RUN if np.isnan(ours) else "yes" if lower <= ours <= upper else "no"
    values = paper, place, quantity, published, ours, lower, upper, met
    return dict(zip(COLUMNS, values, strict=True))


def permutation_test_rows(published, ours):
    """Return the errors and the verdicts of the paper's Tables 3 to 6 beside ours.

    Parameters
    ----------
    published : pandas.DataFrame
        place, classifier, dataset and what `result_tables.result_row` returns.
    ours : pandas.DataFrame
        The same without place, and significant_1, significant_2; of the tables at hand.

    Returns
    -------
    list of dict
    """
    published = published.assign(
        significant_1=significant(published["test1_p"]),
        significant_2=significant(published["test2_p"]),
    )
    found = ours.set_index(["classifier", "dataset"])
    rows = []
    for row in published.to_dict("records"):
        key = row["classifier"], row["dataset"]
        own = found.loc[key] if key in found.index else None
        of_row = []
        for column, name in QUANTITIES.items():
            sd = row["error_sd" if column == "error" else column.replace("error", "sd")]
            value = np.nan if own is None else own[column]
            # The mean of ten errors, or of all randomisations, varies less than one of them.
            margin = ERROR_MARGIN + sd / np.sqrt(10)
            of_row.append((f"{' '.join(key)}: {name}", row[column], value, margin))
        for number in (1, 2):
            value = np.nan if own is None else float(own[f"significant_{number}"])
            quantity = f"{' '.join(key)}: significant in Test {number}"
            of_row.append((quantity, float(row[f"significant_{number}"]), value, 0.0))
        compared = [published_row(PAPER, row["place"], *each) for each in of_row]
        if row["dataset"] in NOT_COMPARABLE:
            compared = [{**each, "meets": INCOMPARABLE} for each in compared]
        rows += compared
    return rows


def verdict_rows(published, ours):
    """Return how many verdicts are significant by the paper's p-values, and how many of ours agree.

    Parameters
    ----------
    published, ours : pandas.DataFrame
        See `permutation_test_rows`.

    Returns
    -------
    list of dict
    """
    own = ours[~ours["dataset"].isin(NOT_COMPARABLE)].set_index(["classifier", "dataset"])
    by_classifier = published["classifier"]
    rows = []
    for number, counts in SIGNIFICANT.items():
        found = significant(published[f"test{number}_p"])
        for name, count in counts.items():
            chosen = found if name == "all" else found[by_classifier == name]
            quantity = f"significant by the paper's p-values in Test {number}, {name}"
            rows.append(published_row(PAPER, "Section 5", quantity, count, int(chosen.sum()), 0))
        verdicts = pd.Series(found, published.set_index(["classifier", "dataset"]).index)
        both = own.index.intersection(verdicts.index)
        agree = int((own.loc[both, f"significant_{number}"] == verdicts[both]).sum())
        quantity = f"verdicts of Test {number} that agree, of those run"
        row = published_row(PAPER, "Tables 3 to 6", quantity, len(both), agree, 0)
        rows.append(row if len(both) else {**row, "meets": NOT_RUN})
    return rows


def toy_rows(published, seed):
    """Return the paper's Table 1 beside ours: 1-nearest neighbour, leave-one-out.

    Parameters
    ----------
    published : pandas.DataFrame
        data, quantity, published, margin.
    seed : int

    Returns
    -------
    list of dict
    """
    found = {}
    for data in TOY_DATA:
        table, errors = toy_table(data), {}
        for test, count in (("original", 10), ("labels", 1000), ("columns", 1000)):
            errors[test] = measured_errors(
                table, "nearest_neighbour", test, range(count), "leave-one-out", seed, data
            )
        found[data, "error, original"] = errors["original"].mean()
        for name, test in (("Test 1", "labels"), ("Test 2", "columns")):
            found[data, f"error, {name}"] = errors[test].mean()
            found[data, f"standard deviation, {name}"] = errors[test].std()
            found[data, f"smallest error, {name}"] = errors[test].min()
            found[data, f"p, {name}"] = mean_p_value(errors["original"], errors[test])
    return [
        published_row(
            *(PAPER, "Table 1", f"{row['data']}: {row['quantity']}", row["published"]),
            *(float(found[row["data"], row["quantity"]]), row["margin"]),
        )
        for row in published.to_dict("records")
    ]


def power_rows():
    """Return the powers in the text of the paper beside those of its equations."""
    return [
        published_row(
            *(PAPER, "Section 4.4", "power of Test 1, n = 200, t = 0.4, level 0.01", 0.7),
            *(float(power_of_labels_test(200, 0.4, 0.01)), 0.05),
        ),
        published_row(
            *(PAPER, "Section 4.3", "power of Test 2, n = 200, correlation 0.4, level 0.01", 0.9),
            *(float(power_of_columns_test(200, 0.4, 0.01)), 0.05),
        ),
        published_row(
            *(PAPER, "Section 4.3", "power of Test 2, n = 1000, correlation 0.2, level 0.01", 0.9),
            *(float(power_of_columns_test(1000, 0.2, 0.01)), 0.1),
        ),
    ]


def win_percentage_rows(table_2, illustrative, synthetic, fits):
    """Return the numbers of the win-percentage paper beside ours.

    Parameters
    ----------
    table_2 : pandas.DataFrame
        N, epsilon, p as printed, all as text.
    illustrative : pandas.DataFrame
        N, candidate, win: of the paper's example.
    synthetic : pandas.DataFrame
        M, rmse, lower, upper, paper: the error on synthetic data.
    fits : dict of str to dict
        a, a_lower, a_upper, b, b_lower, b_upper of each data set.

    Returns
    -------
    list of dict
    """
    rows = []
    for row in table_2.to_dict("records"):
        n, epsilon, printed = float(row["N"]), float(row["epsilon"]), row["p"]
        quantity = f"p for N = {n:,.0f} and epsilon = {epsilon:g}"
        half_digit = 0.5 * 10.0 ** -len(printed.partition(".")[2])
        ours = p_of(n, epsilon)
        rows.append(published_row(WIN_PAPER, "Table 2", quantity, float(printed), ours, half_digit))
    leaders = illustrative.loc[illustrative.groupby("N")["win"].idxmax()].set_index("candidate")
    for name, ours, printed in (
        ("first", leaders.loc["c2", "N"].min(), 11),
        ("last", leaders.loc["c2", "N"].max(), 25),
    ):
        quantity = f"{name} N at which c2 leads"
        rows.append(
            published_row(WIN_PAPER, "illustrative example", quantity, printed, int(ours), 0)
        )
    for row in synthetic.to_dict("records"):
        of_m = published_row(
            WIN_PAPER, "synthetic data", f"RMSE, M = {row['M']:,.0f}", row["paper"], row["rmse"], 0
        )
        rows.append(of_m | _within(row["paper"], row["lower"], row["upper"]))
    for dataset, fit in fits.items():
        for name, published in (("a", 0.24), ("b", 0.48)):
            of_fit = published_row(
                WIN_PAPER, "Fig. 7", f"{name} of {dataset}", published, fit[name], 0
            )
            rows.append(of_fit | _within(published, fit[f"{name}_lower"], fit[f"{name}_upper"]))
    return rows


def reproducibility_rows(points, expected):
    """Return the numbers of the paper on the reproducibility index beside ours.

    Parameters
    ----------
    points : pandas.DataFrame
        quantity, published, about, index, lower, upper, reported: see `tables.published_points`.
    expected : pandas.DataFrame
        sd, n, rho, tau, mean, se: see `tables.expected_frame`.

    Returns
    -------
    list of dict
    """
    rows = []
    for row in points.to_dict("records"):
        number, value = row["published"], row["index"]
        # Both are simulated, and the paper's with 10,000 studies of which the same share reports.
        paper_se = np.sqrt(value * (1 - value) / (INDEX_SAMPLES * row["reported"]))
        own_se = (row["upper"] - row["lower"]) / (2 * Z)
        margin = Z * np.hypot(paper_se, own_se) + max(row["about"], 0.0005)
        rows.append(published_row(INDEX_PAPER, "text", row["quantity"], number, value, margin))
    for theta, half, dimension, correlations, error in THETAS:
        found = [
            bayes_error(Model(dimension, correlations, theta + change))
            for change in (0, half, -half)
        ]
        quantity = f"Bayes error of theta {theta:g}, {dimension} features, {correlations}"
        row = published_row(INDEX_PAPER, "text", quantity, error, found[0], 0)
        rows.append(row | _within(error, found[1], found[2]))
    for sd, part in expected.groupby("sd", sort=False):
        part = part[np.isclose(part["rho"], 0.01) & np.isclose(part["tau"], 0.2)]
        n = [_crossing(part["n"], part["mean"] + side * part["se"], 0.6) for side in (0, Z, -Z)]
        quantity = f"n for E R(0.01, 0.2) > 0.6, LDA, SD of theta {sd:.3g}"
        row = published_row(INDEX_PAPER, "Fig. 10a", quantity, 82, n[0], 0)
        rows.append(row if np.isnan(n[0]) else row | _within(82, n[1], n[2]))
    rows.append(
        published_row(
            *(INDEX_PAPER, "Fig. 10d", "n for E R(0.05, 0.15) > 0.8, RBF-SVM", 60, np.nan, 0)
        )
    )
    rms = largest_rms(1000)
    row = published_row(
        INDEX_PAPER, "Section 1", "RMS of 1000 test samples, at most", 0.016, rms, 0
    )
    rows.append(row | _within(0.016, 0.0155, 0.0165))
    for name, errors in REAL_ERRORS.items():
        for rule, error in zip(("LDA", "L-SVM", "RBF-SVM"), errors, strict=True):
            quantity = f"true error of {rule}, {name}"
            rows.append(published_row(INDEX_PAPER, "Table 2", quantity, error, np.nan, 0))
    return rows


def _crossing(n, values, wanted):
    """Return the n at which values rise above a wanted one, or NaN; by interpolation."""
    n, values = np.asarray(n, float), np.asarray(values, float)
    above = np.flatnonzero(values > wanted)
    if not len(above):
        return np.nan
    first = above[0]
    if first == 0:
        return n[0]
    return float(np.interp(wanted, values[first - 1 : first + 1], n[first - 1 : first + 1]))


def _within(published, lower, upper):
    """Return the limits of our number, and whether the published one is between them."""
    return {"lower": lower, "upper": upper, "meets": "yes" if lower <= published <= upper else "no"}


def published_table(rows):
    """Return the rows as a table."""
    return pd.DataFrame(rows, columns=COLUMNS)
