"""Published numbers beside those computed here."""

import numpy as np
import pandas as pd

from suitability.permutation_tests.p_values import significant
from suitability.permutation_tests.power import power_of_columns_test, power_of_labels_test

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
        place, classifier, dataset and what `results.result_row` returns.
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


def win_percentage_rows(synthetic, fits):
    """Return the numbers of the win-percentage paper beside ours.

    Parameters
    ----------
    synthetic : pandas.DataFrame
        M, rmse, lower, upper, paper: the error on synthetic data.
    fits : dict of str to dict
        a, a_lower, a_upper, b, b_lower, b_upper of each data set.

    Returns
    -------
    list of dict
    """
    rows = []
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
