"""Criteria by which methods order features; larger is better, and sparse values stay sparse.

Each takes values, shape (samples, features), dense or sparse, and labels of -1 or 1, and returns a
float64 array, shape (features,). A feature without any use has 0.
"""

import numpy as np
from scipy import sparse
from sklearn.ensemble import RandomForestClassifier
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.utils.sparsefuncs import mean_variance_axis

# Values are put into this many classes of equal size for the mutual information.
BINS = 5
TREES = 100
# The share of the features that a step of recursive elimination leaves out.
ELIMINATED = 0.25
RFE_C = 0.01


def class_moments(X, y):
    """Return means and variances of each feature in both classes.

    Returns
    -------
    sizes : int array, shape (2,)
    means, variances : float64 array, shape (2, features)
        The variances are those of the samples, divided by their number.
    """
    moments = []
    for c in (-1, 1):
        part = X[y == c]
        if sparse.issparse(part):
            moments.append(mean_variance_axis(sparse.csr_matrix(part), axis=0))
        else:
            moments.append((part.mean(axis=0), part.var(axis=0)))
    means, variances = (np.array(each) for each in zip(*moments, strict=True))
    return np.array([(y == c).sum() for c in (-1, 1)]), means, variances


def fisher(X, y):
    """Return the squared difference of the class means over the sum of the class variances."""
    _, means, variances = class_moments(X, y)
    return _ratio((means[1] - means[0]) ** 2, variances.sum(axis=0))


def correlation(X, y):
    """Return the absolute Pearson correlation with the class."""
    sizes, means, variances = class_moments(X, y)
    shares = (sizes / sizes.sum())[:, None]
    between = shares.prod() * (means[1] - means[0]) ** 2
    return np.sqrt(_ratio(between, between + (shares * variances).sum(axis=0)))


def _ratio(above, below):
    """Return a ratio, 0 where both are, and a very large number where only the lower one is."""
    largest = np.finfo(float).max
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return np.nan_to_num(above / below, nan=0.0, posinf=largest)


def mutual_information(X, y):
    """Return the mutual information with the class, in nats.

    Of the values in five classes of about equal size; of sparse values, of whether they are zero.
    """
    counts = _sparse_counts(X, y) if sparse.issparse(X) else _bin_counts(X, y)
    joint = counts / len(y)
    product = joint.sum(axis=0) * joint.sum(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = joint * np.log(joint / product)
    return np.maximum(np.nan_to_num(terms).sum(axis=(0, 1)), 0)


def _bin_counts(X, y):
    """Return the samples of each class in each bin, shape (2, bins, features)."""
    edges = np.quantile(X, np.arange(1, BINS) / BINS, axis=0, method="inverted_cdf")
    counts = []
    for c in (-1, 1):
        part = X[y == c]
        below = [np.zeros(X.shape[1]), *((part <= edge).sum(axis=0) for edge in edges)]
        counts.append(np.diff([*below, np.full(X.shape[1], len(part))], axis=0))
    return np.array(counts)


def _sparse_counts(X, y):
    counts = []
    for c in (-1, 1):
        part = X[y == c]
        filled = np.bincount(part.indices[part.data != 0], minlength=X.shape[1])
        counts.append([part.shape[0] - filled, filled])
    return np.array(counts)


def forest(X, y, seed):
    """Return the importance of each feature in a random forest."""
    trees = RandomForestClassifier(
        TREES, class_weight="balanced", min_samples_leaf=2, random_state=seed
    )
    return trees.fit(X, y).feature_importances_


def elimination(X, y, seed):
    """Return the place of each feature in recursive elimination by a linear SVM, the best last.

    A quarter of the remaining features is left out at a time: those with the smallest weights
    (Guyon et al., Machine Learning 46, 2002).
    """
    X = StandardScaler(with_mean=not sparse.issparse(X)).fit_transform(X)
    left, places = np.arange(X.shape[1]), np.empty(X.shape[1])
    while len(left):
        machine = LinearSVC(C=RFE_C, class_weight="balanced", dual=True, random_state=seed)
        weights = np.abs(machine.fit(X[:, left], y).coef_[0])
        order = np.argsort(weights, kind="stable")
        count = max(1, int(ELIMINATED * len(left)))
        places[left[order[:count]]] = X.shape[1] - len(left) + np.arange(1, count + 1)
        left = np.sort(left[order[count:]])
    return places


def probe_correlations(X, rng, y, block=1000):
    """Return the correlation with the class of a probe for each feature: its values permuted.

    Parameters
    ----------
    X : array or sparse array, shape (samples, features)
    rng : numpy.random.Generator
    y : int array, shape (samples,)
    block : int
        Features that are permuted at a time, which bounds the memory.

    Returns
    -------
    float64 array, shape (features,)
    """
    columns = sparse.csc_array(X) if sparse.issparse(X) else X
    found = []
    for start in range(0, X.shape[1], block):
        part = columns[:, start : start + block]
        part = part.toarray() if sparse.issparse(part) else part
        found.append(correlation(rng.permuted(part, axis=0), y))
    return np.concatenate(found)
