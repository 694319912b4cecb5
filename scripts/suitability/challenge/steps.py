"""Steps of the methods in scikit-learn's conventions.

Steps that choose features have `chosen_`, their places among the columns that they were given.
Classifiers have `decision_function`, above zero for class 1, and classes -1 and 1.
"""

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin
from sklearn.linear_model import ARDRegression, LogisticRegression
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC, l1_min_c

from suitability.challenge import criteria

CRITERIA = {
    "fisher": criteria.fisher,
    "correlation": criteria.correlation,
    "mutual_information": criteria.mutual_information,
    "forest": criteria.forest,
    "elimination": criteria.elimination,
}
# Those that depend on random numbers.
RANDOM = ("forest", "elimination")


class Chooser(TransformerMixin, BaseEstimator):
    """A step that keeps the columns `chosen_`, in that order."""

    def transform(self, X):
        """Return the chosen columns."""
        chosen = X[:, self.chosen_]
        if sparse.issparse(chosen):
            # SciPy may make them larger, which scikit-learn does not take.
            chosen.indices = chosen.indices.astype(np.int32, copy=False)
            chosen.indptr = chosen.indptr.astype(np.int32, copy=False)
        return chosen


class Ranked(Chooser):
    """The best features by a criterion, the best first.

    Parameters
    ----------
    criterion : str
        A key of `CRITERIA`.
    most : int
        How many are kept.
    seed : int
    """

    def __init__(self, criterion, most, seed=0):
        self.criterion = criterion
        self.most = most
        self.seed = seed

    def fit(self, X, y):
        """Order the features; those without any use are left out, except for one."""
        seed = [self.seed] if self.criterion in RANDOM else []
        values = CRITERIA[self.criterion](X, y, *seed)
        order = np.argsort(-values, kind="stable")
        self.chosen_ = order[: max(1, min(self.most, int((values > 0).sum())))]
        return self


class First(Chooser):
    """The first columns.

    Parameters
    ----------
    count : int
    """

    def __init__(self, count):
        self.count = count

    def fit(self, X, y=None):
        """Do nothing but note how many columns there are."""
        self.chosen_ = np.arange(min(self.count, X.shape[1]))
        return self


class RandomProbes(Chooser):
    """Features whose correlation with the class is above that of most probes.

    A probe is made of each feature by permuting its values. The smallest correlation is allowed
    above which the number of probes is at most a share of the number of features (after Stoppiglia
    et al., Journal of Machine Learning Research 3, 2003).

    Parameters
    ----------
    share : float
    seed : int
    """

    def __init__(self, share, seed=0):
        self.share = share
        self.seed = seed

    def fit(self, X, y):
        """Choose features; at least one is kept."""
        own = criteria.correlation(X, y)
        probes = np.sort(criteria.probe_correlations(X, np.random.default_rng(self.seed), y))
        order = np.argsort(-own, kind="stable")
        above = len(probes) - np.searchsorted(probes, own[order], side="left")
        allowed = np.flatnonzero(above <= self.share * np.arange(1, len(order) + 1))
        self.chosen_ = order[: allowed[-1] + 1 if len(allowed) else 1]
        return self


class ToDense(TransformerMixin, BaseEstimator):
    """Few columns of sparse values as a dense array."""

    def fit(self, X, y=None):
        """Do nothing."""
        self.columns_ = X.shape[1]
        return self

    def transform(self, X):
        """Return a dense array."""
        return X.toarray() if sparse.issparse(X) else X


class Decider(ClassifierMixin, BaseEstimator):
    """A classifier that predicts by the sign of its decision function."""

    def predict(self, X):
        """Return -1 or 1 for each sample."""
        return classes_of(self.decision_function(X))


def classes_of(decisions):
    """Return the class that decisions mean: 1 above zero, else -1."""
    return np.where(decisions > 0, 1, -1)


class RbfSvm(Decider):
    """A support vector machine with a Gaussian kernel.

    Parameters
    ----------
    C : float
    width : float
        Gamma, times the number of features.
    """

    def __init__(self, C=1.0, width=1.0):
        self.C = C
        self.width = width

    def fit(self, X, y):
        """Fit the machine; both classes have equal weight."""
        self.machine_ = SVC(C=self.C, gamma=self.width / X.shape[1], class_weight="balanced")
        self.machine_.fit(X, y)
        self.classes_ = self.machine_.classes_
        return self

    def decision_function(self, X):
        """Return the distance from the boundary."""
        return self.machine_.decision_function(X)


class L1Logistic(Decider):
    """Logistic regression with an L1 penalty, under which most coefficients are zero.

    Parameters
    ----------
    times : float
        C, in units of the smallest one with a coefficient other than zero.
    seed : int
    """

    def __init__(self, times=3.0, seed=0):
        self.times = times
        self.seed = seed

    def fit(self, X, y):
        """Fit the coefficients; both classes have equal weight."""
        self.model_ = LogisticRegression(
            l1_ratio=1,
            solver="liblinear",
            C=self.times * l1_min_c(X, y, loss="log"),
            class_weight="balanced",
            random_state=self.seed,
        )
        self.model_.fit(X, y)
        self.classes_, self.coef_ = self.model_.classes_, self.model_.coef_
        return self

    def decision_function(self, X):
        """Return the log-odds."""
        return self.model_.decision_function(X)


class Neighbours(Decider):
    """k nearest neighbours; class 1 where its share is above that in the training data.

    Parameters
    ----------
    k : int
    """

    def __init__(self, k=5):
        self.k = k

    def fit(self, X, y):
        """Store the training data."""
        self.near_ = KNeighborsClassifier(min(self.k, len(y))).fit(X, y)
        self.classes_, self.share_ = self.near_.classes_, float((y == 1).mean())
        return self

    def decision_function(self, X):
        """Return the share of class 1 among the neighbours, less its share in the training data."""
        return self.near_.predict_proba(X)[:, 1] - self.share_


class NaiveBayes(Decider):
    """Naive Bayes with equal priors: Gaussian, or Bernoulli for sparse values."""

    def fit(self, X, y):
        """Fit the distributions of each feature."""
        binary = sparse.issparse(X)
        self.model_ = BernoulliNB(fit_prior=False) if binary else GaussianNB(priors=[0.5, 0.5])
        self.model_.fit(X, y)
        self.classes_ = self.model_.classes_
        return self

    def decision_function(self, X):
        """Return the log-likelihood ratio."""
        joint = self.model_.predict_joint_log_proba(X)
        return joint[:, 1] - joint[:, 0]


class LinearArd(Decider):
    """Linear regression on the class with automatic relevance determination.

    Features that the prior leaves out have a coefficient of zero.

    Parameters
    ----------
    threshold : float
        The precision above which a feature is left out.
    """

    def __init__(self, threshold=1e4):
        self.threshold = threshold

    def fit(self, X, y):
        """Fit the coefficients; the boundary is half way between the mean decisions of classes."""
        self.classes_ = np.unique(y)
        model = ARDRegression(threshold_lambda=self.threshold).fit(X, y)
        self.coef_ = np.where(model.lambda_ < self.threshold, model.coef_, 0.0)
        decisions = X @ self.coef_
        self.boundary_ = np.mean([decisions[y == c].mean() for c in (-1, 1)])
        return self

    def decision_function(self, X):
        """Return the regression on the class, less the boundary."""
        return X @ self.coef_ - self.boundary_
