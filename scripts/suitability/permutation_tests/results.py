"""The paper's Tables 3 to 6: errors and p-values of a classifier on every data set."""

import pandas as pd

from suitability.permutation_tests.errors import ORIGINAL
from suitability.permutation_tests.p_values import mean_p_value, significant

TESTS = {"labels": "test1", "columns": "test2"}


def result_row(errors):
    """Return the means, standard deviations and p-values of a classifier on a data set.

    Parameters
    ----------
    errors : pandas.DataFrame
        test, index, error.

    Returns
    -------
    dict
        error, error_sd and, of each test, error, sd and p.
    """
    of_test = {test: group["error"].to_numpy() for test, group in errors.groupby("test")}
    observed = of_test[ORIGINAL]
    row = {"error": observed.mean(), "error_sd": observed.std()}
    for test, name in TESTS.items():
        randomised = of_test[test]
        row[f"{name}_error"] = randomised.mean()
        row[f"{name}_sd"] = randomised.std()
        row[f"{name}_p"] = mean_p_value(observed, randomised)
    return row


def result_table(rows):
    """Return the results of all classifiers, with those that are significant.

    The false discovery rate is 5% over all rows, separately for each test.

    Parameters
    ----------
    rows : list of dict
        dataset, classifier and what `result_row` returns.

    Returns
    -------
    pandas.DataFrame
    """
    table = pd.DataFrame(rows)
    table["significant_1"] = significant(table["test1_p"])
    table["significant_2"] = significant(table["test2_p"])
    return table


def rendered(tables):
    """Return the tables as HTML, as in the paper: nonsignificant p-values are bold.

    Parameters
    ----------
    tables : dict of str to pandas.DataFrame
        By the classifier's name.

    Returns
    -------
    str
    """
    parts = [
        "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>Permutation tests</title>",
        "<style>body{font-family:sans-serif}td,th{padding:2px 10px;text-align:right}"
        "td:first-child{text-align:left}</style>",
    ]
    for name, table in tables.items():
        shown = pd.DataFrame({"data set": table["dataset"]})
        shown["error (sd)"] = _with_sd(table["error"], table["error_sd"])
        for number, test in enumerate(TESTS.values(), 1):
            shown[f"test {number} error (sd)"] = _with_sd(
                table[f"{test}_error"], table[f"{test}_sd"]
            )
            shown[f"test {number} p"] = [
                f"{p:.3f}" if is_significant else f"<b>{p:.3f}</b>"
                for p, is_significant in zip(
                    table[f"{test}_p"], table[f"significant_{number}"], strict=True
                )
            ]
        parts += [f"<h2>{name}</h2>", shown.to_html(index=False, escape=False, border=0)]
    parts.append("<p>Bold: not significant at a false discovery rate of 5%.</p></html>")
    return "\n".join(parts) + "\n"


def _with_sd(values, deviations):
    return [f"{v:.2f} ({sd:.2f})" for v, sd in zip(values, deviations, strict=True)]
