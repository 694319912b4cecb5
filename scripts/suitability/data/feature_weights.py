"""Sampling weights of features: from a table, or from their t-statistics."""

import numpy as np

from suitability.core.errors import InputError
from suitability.core.text import shown
from suitability.data.formats.matrix import is_number
from suitability.data.formats.text_table import check_has_header, read_text_table


def feature_weights(weights, path, problem):
    """Return the sampling weights that the config states.

    Parameters
    ----------
    weights : str or None
        `t`, the path of a table, or None.
    path : path or None
        The table.
    problem : core.problem.Problem

    Returns
    -------
    float64 array, shape (features,), or None
    """
    if weights is None:
        return None
    if weights == "t":
        return t_weights(problem.values, problem.labels)
    return read_weights(path, list(problem.features))


def t_weights(values, labels):
    """Return each feature's absolute two-sample t-statistic, with the pooled variance.

    With more than two classes it is the largest one, of a class against all others.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labels : int array, shape (samples,)

    Returns
    -------
    float64 array, shape (features,)
    """
    classes = int(labels.max()) + 1
    if classes > 2:
        of_each = [t_weights(values, (labels == c).astype(int)) for c in range(classes)]
        return np.max(of_each, axis=0)
    class_0, class_1 = (np.ascontiguousarray(values[labels == c]) for c in (0, 1))
    n0, n1 = len(class_0), len(class_1)
    means = [x.sum(axis=0) / len(x) for x in (class_0, class_1)]
    squares = sum(
        ((x - mean) ** 2).sum(axis=0) for x, mean in zip((class_0, class_1), means, strict=True)
    )
    error = np.sqrt(squares / (n0 + n1 - 2) * (1 / n0 + 1 / n1))
    return np.abs(means[1] - means[0]) / error


def read_weights(path, features):
    """Read the sampling weights of features from a table.

    Parameters
    ----------
    path : path
        A table with a header and two columns: feature, weight. It may have more features.
    features : list of str

    Returns
    -------
    float64 array, shape (features,)

    Raises
    ------
    InputError
        If the table has no header, or a weight is missing or is not a finite number of at least 0.
    """
    table = read_text_table(path)
    check_has_header(path, table, features)
    absent = [name for name in features if name not in table.index]
    if absent:
        raise InputError(
            f"{path}: {len(absent)} of {len(features)} features have no weight, such as "
            f"{shown(absent[0])}; a weight of 0 leaves a feature out"
        )
    words = table.iloc[:, 0].loc[features]
    weights = np.empty(len(features))
    for place, (name, word) in enumerate(words.items()):
        weights[place] = float(word) if is_number(word) else np.nan
        if not 0 <= weights[place] < np.inf:
            raise InputError(
                f"{path}: feature {shown(name)}: {shown(word)} is not a weight; write a "
                "number of at least 0"
            )
    return weights
