"""A classifier to carry away: one feature set and candidate, fitted on all samples."""

import numpy as np

import suitability
from suitability.core.errors import InputError
from suitability.core.text import some
from suitability.data.plausibility import on_another_scale
from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.rules import covariances, fit, log_ratio
from suitability.held_out.choice import at, not_worse, simplest
from suitability.report.answers import NO
from suitability.scoring.top_sets import places_of_sets

# Covariances of more features are not stored: of 8,000 they would take 2 GB.
MOST_STORED = 100


def fit_model(problem, answers, held_out, recurring_sets, summary):
    """Return the recommended model of an endpoint, fitted on all samples.

    The set is the one that is most often among the best of outer splits; the candidate is the
    simplest of those that are not shown to be worse at the recommended N, a built-in one if there
    is one.

    Parameters
    ----------
    problem : core.problem.Problem
    answers : pandas.DataFrame
        Of the endpoint, at all N.
    held_out, recurring_sets : pandas.DataFrame
    summary : dict

    Returns
    -------
    dict
        For JSON: endpoint and signal; without signal no more. Else candidate, features, classes,
        means and covariances (of each class, as a built-in candidate assumes them; not of more than
        `MOST_STORED` features), lowest, highest
        (value of each feature seen), preprocessing, N, and expected (performance, lower, upper):
        the held-out performance of searches of N sets with this candidate.
    """
    row = answers[answers["recommended"]].iloc[0]
    model = {
        "suitability": suitability.__version__,
        "endpoint": row["endpoint"],
        "signal": row["signal"],
    }
    if row["signal"] == NO or recurring_sets.empty:
        return model
    behind = at(held_out, row["N"])
    chosen = not_worse(behind)
    candidate = simplest([name for name in chosen if name in CANDIDATES] or chosen)
    ((*places,),) = places_of_sets(recurring_sets.head(1), problem.features)
    values = problem.values[:, places]
    fitted = {}
    if candidate in CANDIDATES and len(places) <= MOST_STORED:
        gaussians = fit(values[:, None, :], problem.labels)
        fitted = {
            "means": gaussians.means[:, 0].tolist(),
            "covariances": covariances(candidate, gaussians)[:, 0].tolist(),
        }
    expected = behind.set_index("candidate").loc[candidate]
    return model | {
        "candidate": candidate,
        "features": [problem.features[place] for place in places],
        "classes": [", ".join(labels) for labels in summary["class_labels"]],
        **fitted,
        "lowest": values.min(axis=0).tolist(),
        "highest": values.max(axis=0).tolist(),
        "preprocessing": summary["record"]["preprocessing"],
        "N": int(row["N"]),
        "expected": {
            "performance": expected["outside"],
            "lower": expected["lower"],
            "upper": expected["upper"],
        },
    }


def apply_model(model, values, features, samples, path):
    """Return the class that a model calls for each new sample.

    Parameters
    ----------
    model : dict
        From `fit_model`.
    values : float64 array, shape (features, samples)
    features, samples : list of str
    path : path
        The file of values, for messages.

    Returns
    -------
    classes : list of str
    log_ratios : float64 array, shape (samples,)
        Log-likelihood ratio of class 1; the class is the second one where it is above zero.

    Raises
    ------
    InputError
        If the model has no classifier, a feature is not there or has missing values, or its values
        are on another scale.
    """
    if "candidate" not in model:
        raise InputError(
            f"the model of {model['endpoint']} has no classifier, as there is no signal; use that "
            "of another endpoint"
        )
    if "means" not in model:
        raise InputError(
            f"the model of {model['endpoint']} names {model['candidate']}, which is not stored, as "
            f"it is not built in or has more than {MOST_STORED} features; fit it to the features "
            "that the model names"
        )
    place = {name: i for i, name in enumerate(features)}
    missing = [name for name in model["features"] if name not in place]
    if missing:
        raise InputError(
            f"{path}: lacks the feature {some(missing)} of the model; give values of the same "
            "platform, with the same names"
        )
    points = values[[place[name] for name in model["features"]]].T
    unknown = np.isnan(points).any(axis=1)
    if unknown.any():
        named = some(samples[i] for i in np.flatnonzero(unknown))
        raise InputError(
            f"{path}: a feature of the model has no value in {named}; "
            "leave these samples out, or fill the values in"
        )
    _check_scale(model, points, path)
    means, assumed = (np.array(model[key])[:, None] for key in ("means", "covariances"))
    ratios = log_ratio(points[:, None], means, assumed)[:, 0]
    return [model["classes"][int(ratio > 0)] for ratio in ratios], ratios


def _check_scale(model, points, path):
    lowest, highest = np.array(model["lowest"]), np.array(model["highest"])
    other = on_another_scale(points, lowest, highest)
    if other.any():
        i = int(np.flatnonzero(other)[0])
        middle = np.median(points[:, i])
        raise InputError(
            f"{path}: {model['features'][i]} is on another scale: its median is {middle:.4g}, "
            f"and the model has seen {lowest[i]:.4g} to {highest[i]:.4g}; prepare the values as "
            "those of the study"
        )
