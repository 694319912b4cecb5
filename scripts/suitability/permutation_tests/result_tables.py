"""The paper's Tables 3 to 6: errors and p-values of a classifier on every data set."""

import pandas as pd

from suitability.permutation_tests.classifiers.of_paper import CLASSIFIERS
from suitability.permutation_tests.measured_errors import ORIGINAL
from suitability.permutation_tests.p_values import (
    mean_p_value,
    monte_carlo_error,
    significant,
)

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
        error, error_sd, randomisations and, of each test, error, sd and p.
    """
    of_test = {test: group["error"].to_numpy() for test, group in errors.groupby("test")}
    observed = of_test[ORIGINAL]
    row = {"error": observed.mean(), "error_sd": observed.std()}
    row["randomisations"] = len(of_test["labels"])
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


def rendered(tables, published):
    """Return the tables as HTML, as in the paper: nonsignificant p-values are bold.

    Parameters
    ----------
    tables : dict of str to pandas.DataFrame
        By the classifier's key.
    published : pandas.DataFrame
        The paper's tables: classifier, dataset, test1_p, test2_p.

    Returns
    -------
    str
        With the paper's verdicts beside ours, how many agree, and the paper's data sets that are
        missing.
    """
    verdicts = published.set_index(["classifier", "dataset"])[[]].assign(
        significant_1=significant(published["test1_p"]).tolist(),
        significant_2=significant(published["test2_p"]).tolist(),
    )
    parts, agree = [], {1: [], 2: []}
    for name, table in tables.items():
        shown = pd.DataFrame({"data set": table["dataset"]})
        shown["error (sd)"] = _with_sd(table["error"], table["error_sd"])
        paper = verdicts.loc[name].reindex(table["dataset"]).reset_index(drop=True)
        for number, test in enumerate(TESTS.values(), 1):
            found = table[f"significant_{number}"].reset_index(drop=True)
            error, sd, p = (table[f"{test}_{column}"] for column in ("error", "sd", "p"))
            shown[f"test {number} error (sd)"] = _with_sd(error, sd)
            shown[f"test {number} p"] = [
                text if is_significant else f"<b>{text}</b>"
                for text, is_significant in zip(
                    _with_monte_carlo_error(p, table["randomisations"]), found, strict=True
                )
            ]
            known = paper[f"significant_{number}"]
            words = known.map({True: "significant", False: "not significant"}).fillna("")
            shown[f"test {number} in the paper"] = words.tolist()
            agree[number] += (found == known)[known.notna()].tolist()
        title = CLASSIFIERS[name]
        parts += [f"<h2>{title}</h2>", shown.to_html(index=False, escape=False, border=0)]
    counts = " ".join(
        f"Verdicts of Test {number} that agree with the paper's: {sum(found)} of {len(found)}."
        for number, found in agree.items()
    )
    at_hand = set().union(*(table["dataset"] for table in tables.values()))
    missing = sorted(set(published["dataset"]) - at_hand)
    return "\n".join(
        [
            "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>Permutation tests</title>",
            "<style>body{font-family:sans-serif}td,th{padding:2px 10px;text-align:right}"
            "td{white-space:nowrap}td:first-child{text-align:left}</style>",
            *parts,
            "<p>Bold: not significant at a false discovery rate of 5% over all tables and "
            "classifiers. After ±: the Monte-Carlo error of p.</p>",
            f"<p>{counts}</p>",
            f"<p>Data sets of the paper that are missing: {', '.join(missing) or 'none'}.</p>",
            "</html>",
            "",
        ]
    )


def _with_monte_carlo_error(p, randomisations):
    errors = monte_carlo_error(p, randomisations)
    return [f"{value:.3f} ± {error:.3f}" for value, error in zip(p, errors, strict=True)]


def _with_sd(values, deviations):
    return [f"{v:.2f} ({sd:.2f})" for v, sd in zip(values, deviations, strict=True)]
