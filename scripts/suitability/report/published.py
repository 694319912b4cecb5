"""Published numbers beside those computed here."""

import numpy as np
import pandas as pd

from suitability.permutation_tests.measured_errors import measured_errors
from suitability.permutation_tests.p_values import mean_p_value, significant
from suitability.permutation_tests.power import power_of_columns_test, power_of_labels_test
from suitability.permutation_tests.toy_data import TOY_DATA, toy_table
from suitability.win.epsilon import p_of

PAPER = "Ojala and Garriga 2010"
WIN_PAPER = "win percentage"
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


def _within(published, lower, upper):
    """Return the limits of our number, and whether the published one is between them."""
    return {"lower": lower, "upper": upper, "meets": "yes" if lower <= published <= upper else "no"}


def published_table(rows):
    """Return the rows as a table."""
    return pd.DataFrame(rows, columns=COLUMNS)
