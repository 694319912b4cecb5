"""The tables of a model and rule over all Bayes errors."""

from itertools import combinations

import numpy as np
import pandas as pd

from suitability.reproducibility.index import (
    DATA_SETS,
    accuracy,
    best_of,
    best_rule,
    bias_of_report,
    index_table,
)
from suitability.reproducibility.prior import (
    expected_index,
    index_of_nodes,
    smallest_possible_n,
)
from suitability.reproducibility.simulation import ESTIMATORS, estimator_pairs, simulate
from suitability.reproducibility.synthetic import Model, reachable_errors, theta_for

BAYES_ERRORS = tuple(k / 1000 for k in range(25, 401, 25))
# Of the paper's multiple-rule bias: without resubstitution, which is almost always the smallest.
COMPETING = ("leave_one_out", "cross_validation", "bootstrap")


def simulated_errors(dimension, correlations, points, rule, samples, estimation, seed):
    """Return true and estimated errors at every Bayes error that a model can have.

    Parameters
    ----------
    dimension : int
    correlations : (float, float)
    points : int
        Samples of a study, n.
    rule : str
    samples : range
        Which simulated studies of each Bayes error.
    estimation : simulation.Estimation
    seed : int

    Returns
    -------
    pandas.DataFrame
        bayes_error, theta and the columns of `simulation.simulate`.
    """
    frames = []
    for error in reachable_errors(BAYES_ERRORS, dimension, correlations):
        theta = theta_for(error, dimension, correlations)
        model = Model(dimension, correlations, theta)
        frame = simulate(model, points, rule, samples, estimation, seed)
        frame.insert(0, "bayes_error", error)
        frame.insert(1, "theta", theta)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def _estimators(errors):
    return [name for name in ESTIMATORS if name in errors]


def index_frame(errors, points, estimation):
    """Return the index of each Bayes error, estimator and number of data sets.

    Parameters
    ----------
    errors : pandas.DataFrame
        From `simulated_errors`.
    points : int
    estimation : simulation.Estimation

    Returns
    -------
    pandas.DataFrame
        bayes_error, estimator, data_sets (of which the best is reported) and the columns of
        `index.index_table`.
    """
    frames = []
    for error, part in errors.groupby("bayes_error"):
        for estimator in _estimators(errors):
            pairs = estimator_pairs(part, estimator, points, estimation)
            for data_sets in DATA_SETS:
                table = index_table(best_of(pairs, data_sets))
                table.insert(0, "bayes_error", error)
                table.insert(1, "estimator", estimator)
                table.insert(2, "data_sets", data_sets)
                frames.append(table)
    return pd.concat(frames, ignore_index=True)


def accuracy_frame(errors, points, estimation):
    """Return how well each estimator agrees with the true error, and the reporting bias.

    Parameters
    ----------
    errors, points, estimation
        As in `index_frame`.

    Returns
    -------
    pandas.DataFrame
        bayes_error, theta, estimator, those of `index.accuracy`, redrawn (resamples), and
        bias_of_best_2 and so on: the mean of the true less the estimated error of the best data
        set, with its standard error bias_of_best_2_se.
    """
    rows = []
    for (error, theta), part in errors.groupby(["bayes_error", "theta"]):
        for estimator in _estimators(errors):
            pairs = estimator_pairs(part, estimator, points, estimation)
            row = {"bayes_error": error, "theta": theta, "estimator": estimator}
            row |= accuracy(pairs)
            row["redrawn"] = part["redrawn"].sum()
            for data_sets in DATA_SETS:
                mean, se = bias_of_report(best_of(pairs, data_sets))
                row[f"bias_of_best_{data_sets}"] = mean
                row[f"bias_of_best_{data_sets}_se"] = se
            rows.append(row)
    return pd.DataFrame(rows)


def rules_frame(errors_of_rules, points, estimation):
    """Return the index where the smallest of all estimates of several rules is reported.

    Parameters
    ----------
    errors_of_rules : list of pandas.DataFrame
        From `simulated_errors`, on the same samples.
    points : int
    estimation : simulation.Estimation

    Returns
    -------
    pandas.DataFrame
        bayes_error, rules (how many, of which every collection is taken, and the mean is shown),
        models (rules times estimators), bias (true less smallest estimate) and the columns of
        `index.index_table`; intervals are the mean of those of the collections.
    """
    totals = estimation.totals(points)
    frames = []
    for error in errors_of_rules[0]["bayes_error"].unique():
        parts = [each[each["bayes_error"] == error] for each in errors_of_rules]
        for count in range(1, len(parts) + 1):
            tables = []
            for chosen in combinations(parts, count):
                columns = [
                    (part["true"], part[name] / totals[name])
                    for part in chosen
                    for name in COMPETING
                    if name in part
                ]
                true, estimates = (np.column_stack(each) for each in zip(*columns, strict=True))
                pairs = best_rule(true, estimates)
                table = index_table(pairs)
                table.insert(0, "bayes_error", error)
                table.insert(1, "rules", count)
                table.insert(2, "models", len(columns))
                table.insert(3, "bias", bias_of_report(pairs)[0])
                tables.append(table)
            together = pd.concat(tables)
            frames.append(
                together.groupby(["bayes_error", "rules", "rho", "tau"], as_index=False).mean()
            )
    return pd.concat(frames, ignore_index=True)


# Of Figure 10.
EXPECTED_N = (20, 40, 60, 80, 100, 120, 140)
EXPECTED_TAUS = (0.1, 0.15, 0.2, 0.3)


def expected_frame(prior, rule, samples, estimation, seed):
    """Return the expected index of a rule with the 0.632 bootstrap for several n (Figure 10).

    Parameters
    ----------
    prior : prior.Prior
    rule : str
    samples : int
        Simulated studies of each node and n.
    estimation : simulation.Estimation
    seed : int

    Returns
    -------
    pandas.DataFrame
        sd (of the prior), n, rho, tau, mean, least, mean_less_2_sd and empty: see
        `prior.expected_index`; se, the Monte-Carlo standard error of the mean.
    """
    frames, least = [], smallest_possible_n(prior.dimension, rule, estimation)
    for n in filter(lambda n: n >= least, EXPECTED_N):
        tables = index_of_nodes(prior, n, rule, "bootstrap", samples, estimation, seed)
        indices = np.stack([table["index"] for table in tables])
        reported = np.stack([table["reported"] for table in tables]) * samples
        variance = indices * (1 - indices) / np.where(reported > 0, reported, np.nan)
        known = np.isfinite(indices).sum(axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            se = np.sqrt(np.nansum(variance, axis=0)) / known
        frame = tables[0][["rho", "tau"]].assign(**expected_index(indices), se=se)
        frame.insert(0, "sd", prior.sd)
        frame.insert(1, "n", n)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


CROSS_VALIDATION = ("cross_validation", "leave_one_out")
REAL_COLUMNS = ["rule", "estimator", "rho", "tau", "reported", "index", "lower", "upper", "bound"]
REAL_ACCURACY = ["rule", "estimator", "draws", "mean_true", "mean_estimate", "sd_true"]
REAL_ACCURACY += ["sd_estimate", "bias", "deviation_sd", "rms", "correlation"]


def _real_pairs(errors, points, estimation):
    for rule, part in errors.groupby("rule", sort=False):
        for estimator in CROSS_VALIDATION:
            yield rule, estimator, estimator_pairs(part, estimator, points, estimation)


def real_index(errors, points, estimation):
    """Return the index of studies that are drawn from a data set.

    Parameters
    ----------
    errors : pandas.DataFrame
        From `real_data.real_errors`; none where too few samples are left.
    points : int
    estimation : simulation.Estimation

    Returns
    -------
    pandas.DataFrame
        rule, estimator and the columns of `index.index_table`.
    """
    frames = [
        index_table(pairs).assign(rule=rule, estimator=estimator)
        for rule, estimator, pairs in _real_pairs(errors, points, estimation)
    ]
    if not frames:
        return pd.DataFrame(columns=REAL_COLUMNS)
    return pd.concat(frames, ignore_index=True)[REAL_COLUMNS]


def real_accuracy(errors, points, estimation):
    """Return the mean errors (Table 2) and the accuracy of the estimators: see `real_index`."""
    rows = [
        {"rule": rule, "estimator": estimator, "draws": len(pairs.true), **accuracy(pairs)}
        for rule, estimator, pairs in _real_pairs(errors, points, estimation)
    ]
    return pd.DataFrame(rows, columns=REAL_ACCURACY)


POINT_COLUMNS = ["quantity", "published", "about", "index", "lower", "upper", "reported"]
# The largest index over these Bayes errors, of which the paper shows a surface.
SURFACE_ERRORS = (0.1, 0.2, 0.3, 0.4)


def published_points(rules, samples, estimation, seed):
    """Return the index where the paper states it.

    Parameters
    ----------
    rules : sequence of str
        Those that are run; RBF-SVM takes hours.
    samples : int
        Simulated studies.
    estimation : simulation.Estimation
    seed : int

    Returns
    -------
    pandas.DataFrame
        quantity, published, about (how far from it the paper's words reach), index, lower, upper,
        reported (of the studies); the last four are empty where the rule is not run.
    """
    equal, unequal = (0.0, 0.0), (0.4, 0.8)

    def point(quantity, published, rule, points, model, rho, *, about=0.0, tau=0.3, data_sets=1):
        row = {"quantity": f"R_{points}({rho:g}, {tau or 'tau'}), {rule}, {quantity}"}
        row |= {"published": published, "about": about}
        if rule not in rules:
            return row
        errors = simulate(model, points, rule, range(samples), estimation, seed)
        pairs = best_of(estimator_pairs(errors, "cross_validation", points, estimation), data_sets)
        table = index_table(pairs, [rho])
        if tau is None:
            found = table.loc[table["index"].where(table["reported"] >= 0.01).idxmax()]
        else:
            found = table[np.isclose(table["tau"], tau)].iloc[0]
        return row | found[["index", "lower", "upper", "reported"]].to_dict()

    at_0_2 = Model(5, equal, theta_for(0.2, 5, equal))
    at_0_1725 = Model(5, unequal, theta_for(0.1725, 5, unequal))
    rows = [
        point("Bayes error 0.2", 0.832, "LDA", 60, at_0_2, 0.05),
        point("theta 1.0", 0.832, "LDA", 60, Model(5, equal, 1.0), 0.05),
        point("Bayes error 0.1725", 0.244, "LDA", 120, at_0_1725, 0.01),
        point("theta 0.436", 0.244, "LDA", 120, Model(5, unequal, 0.436), 0.01),
        point("Bayes error 0.1725", 0.575, "RBF-SVM", 120, at_0_1725, 0.01),
        # "Almost half" and "almost zero" in the paper.
        point("best of 5", 0.416, "LDA", 60, at_0_2, 0.05, about=0.1, data_sets=5),
        point("best of 5", 0.0, "LDA", 60, at_0_2, 0.0005, about=0.1, data_sets=5),
    ]
    for n in (60, 120):
        models = [Model(5, equal, theta_for(error, 5, equal)) for error in SURFACE_ERRORS]
        found = [
            point("largest in Fig. 4", 0.5, "LDA", n, model, 0.0005, about=0.05, tau=None)
            for model in models
        ]
        rows.append(max(found, key=lambda row: row.get("index", 0)))
    return pd.DataFrame(rows, columns=POINT_COLUMNS)
