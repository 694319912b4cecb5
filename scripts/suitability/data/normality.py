"""The excess kurtosis of features, by which they count as Gaussian or not."""

import numpy as np

from suitability.core.text import shown

# Which samples the kurtosis is taken over, as in the config.
TESTS = ("pooled", "within_class", "none")
# The features with the largest |t| are those that a filter should keep.
STRONGEST = 100
ENOUGH_KEPT = 0.8
# Features examined at a time, which bounds the memory.
FEATURES_PER_BLOCK = 1000


def kurtosis_error(n):
    """Return the standard error of the excess kurtosis G2 of `n` independent Gaussian values.

    Parameters
    ----------
    n : int
        At least 4.

    Returns
    -------
    float
    """
    skewness_error = np.sqrt(6 * n * (n - 1) / ((n - 2) * (n + 1) * (n + 3)))
    return 2 * skewness_error * np.sqrt((n * n - 1) / ((n - 3) * (n + 5)))


def excess_kurtosis(values):
    """Return the bias-corrected excess kurtosis G2 of each feature.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
        At least four samples.

    Returns
    -------
    float64 array, shape (features,)
        NaN where all values of a feature are equal or one is missing.
    """
    # SciPy's fourth powers overflow where values are very large.
    n = len(values)
    with np.errstate(all="ignore"):
        squares = (values - values.mean(axis=0)) ** 2
        biased = ((squares / squares.mean(axis=0)) ** 2).mean(axis=0) - 3
    g2 = (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * biased + 6)
    # The rounded mean of equal values can differ from them.
    g2[values.min(axis=0) == values.max(axis=0)] = np.nan
    return g2


def kurtosis_test(values, labels, test):
    """Return the excess kurtosis of each feature, as it is and in standard errors.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labels : int array, shape (samples,)
        From 0.
    test : str
        `pooled` or `none`: over all samples; `within_class`: of each class separately, of which
        the one further from zero is returned.

    Returns
    -------
    g2 : float64 array, shape (features,)
        Excess kurtosis.
    z : float64 array, shape (features,)
        `g2` divided by its standard error.
    """
    if test != "within_class":
        g2 = excess_kurtosis(values)
        return g2, g2 / kurtosis_error(len(values))
    of_class = [values[labels == c] for c in np.unique(labels)]
    g2 = np.stack([excess_kurtosis(x) for x in of_class])
    z = g2 / np.array([[kurtosis_error(len(x))] for x in of_class])
    further = np.argmax(np.where(np.isnan(z), np.inf, np.abs(z)), axis=0)[None]
    return np.take_along_axis(g2, further, 0)[0], np.take_along_axis(z, further, 0)[0]


def is_gaussian(z, normality):
    """Return whether each feature passes the normality filter.

    Parameters
    ----------
    z : float64 array, shape (features,)
        Excess kurtosis in standard errors, from `kurtosis_test`.
    normality : dict
        test, z: as in the config.

    Returns
    -------
    bool array, shape (features,)
        True for a kurtosis that is not known.
    """
    if normality["test"] == "none":
        return np.ones(len(z), bool)
    return ~(np.abs(z) > normality["z"])


def welch_t(values, labels):
    """Return each feature's absolute two-sample t-statistic of Welch (unequal variances).

    With more than two classes it is the largest one, of a class against all others.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
        NaN where a value is missing; it is not used.
    labels : int array, shape (samples,)
        From 0.

    Returns
    -------
    float64 array, shape (features,)
        Infinite where each class is constant and they differ; 0 where all values are equal, or a
        class has fewer than two values.
    """
    classes = int(labels.max()) + 1
    if classes > 2:
        return np.max([welch_t(values, (labels == c).astype(int)) for c in range(classes)], axis=0)
    result = np.empty(values.shape[1])
    for start in range(0, values.shape[1], FEATURES_PER_BLOCK):
        block = values[:, start : start + FEATURES_PER_BLOCK]
        result[start : start + FEATURES_PER_BLOCK] = _welch_t(block, labels)
    return result


def _welch_t(values, labels):
    counts, means, squared_errors = [], [], []
    for c in (0, 1):
        x = values[labels == c]
        known = ~np.isnan(x)
        count = known.sum(axis=0)
        smallest = np.fmin.reduce(x, axis=0)
        with np.errstate(all="ignore"):
            # Off from a value of the class, so that equal values have no variance by rounding.
            off = np.where(known, x - smallest, 0)
            mean = off.sum(axis=0) / count
            squares = (np.where(known, off - mean, 0) ** 2).sum(axis=0)
            squared_errors.append(squares / (count - 1) / count)
        counts.append(count)
        means.append(mean + smallest)
    with np.errstate(all="ignore"):
        t = np.abs(means[1] - means[0]) / np.sqrt(sum(squared_errors))
    return np.where(np.isnan(t) | (np.minimum(*counts) < 2), 0, t)


def strongest_kept(values, labels, features, normality):
    """Return how many of the features with the largest |t| each normality test would keep.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labels : int array, shape (samples,)
        From 0.
    features : pandas.DataFrame
        feature, kept, reason: see `datasets.examine_features`.
    normality : dict
        test, z: as in the config.

    Returns
    -------
    dict
        strongest: the number of features with the largest |t|, at most 100. kept: how many of them
        each test keeps; `none` keeps all that are not left out for another reason.
        best_left_out: feature, t and reason of the feature with the largest |t| that is left out,
        or None. An infinite t, of classes that are constant and differ, is None.
    """
    t = welch_t(values, labels)
    order = np.argsort(-t, kind="stable")
    top = order[:STRONGEST]
    usable = features["reason"].isin(["", "not Gaussian"]).to_numpy()[top]
    kept = {}
    for test in TESTS:
        _, z = kurtosis_test(values[:, top], labels, test)
        kept[test] = int((usable & is_gaussian(z, normality | {"test": test})).sum())
    left_out = order[~features["kept"].to_numpy()[order]]
    best = None
    if len(left_out):
        feature, reason = features[["feature", "reason"]].iloc[left_out[0]]
        size = float(f"{t[left_out[0]]:.6g}")
        best = {"feature": feature, "t": size if np.isfinite(size) else None, "reason": reason}
    return {"strongest": len(top), "kept": kept, "best_left_out": best}


def warn_of_strongest(record, test):
    """Return a warning if the normality filter leaves out many of the strongest features.

    Parameters
    ----------
    record : dict
        From `strongest_kept`.
    test : str
        The test that is used.

    Returns
    -------
    list of str
        Empty if at least 80% are kept.
    """
    kept, strongest, best = record["kept"], record["strongest"], record["best_left_out"]
    if kept[test] >= ENOUGH_KEPT * strongest:
        return []
    others = ", ".join(f"{name} keeps {kept[name]}" for name in TESTS if name != test)
    t = "infinite" if best["t"] is None else f"{best['t']:.3g}"
    return [
        f"only {kept[test]} of the {strongest} features with the largest |t| take part "
        f"(normality.test {test}; {others}); the best one that was left out is "
        f"{shown(best['feature'])} (|t| {t}, {best['reason']})"
    ]


def warn_of_labels(test):
    """Return a warning if the test uses labels, which permutations of the labels do not repeat."""
    if test != "within_class":
        return []
    return [
        "normality.test within_class chooses features with the observed labels and not again with "
        "permuted ones, so that p-values are too small where values have extreme tails; choose "
        "pooled or none if they matter"
    ]
