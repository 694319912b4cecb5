"""A decision tree that is pruned by the pessimistic errors of C4.5."""

import numpy as np
from scipy.special import ndtri
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.tree import DecisionTreeClassifier

# A leaf takes the place of a subtree if it is estimated to make at most this many more errors.
ALLOWANCE = 0.1
# Bits for each row that a split must gain at least: less may be rounding.
SMALLEST_GAIN = 1e-6


class PrunedTree(ClassifierMixin, BaseEstimator):
    """A tree of binary splits by entropy, pruned as in C4.5 (Quinlan 1993, 1996).

    The gain of a numeric split is reduced by log2 of the number of possible thresholds, divided by
    the rows; a node whose gain is then not positive is a leaf. Only the split with the largest gain
    is corrected, while C4.5 corrects that of every column. A subtree must have fewer pessimistic
    errors than a leaf in its place.

    Parameters
    ----------
    confidence : float
        Of the upper limit of a leaf's errors; lower values prune more.
    min_rows : int
        The fewest training rows in a leaf.
    random_state : int
        Decides between equally good splits.
    """

    def __init__(self, confidence=0.25, min_rows=2, random_state=0):
        self.confidence = confidence
        self.min_rows = min_rows
        self.random_state = random_state

    def fit(self, X, y):
        """Grow the tree and prune it."""
        X = np.asarray(X, np.float32)
        # The checks take as long as growing a small tree; only other than finite values need them.
        self._tree = DecisionTreeClassifier(
            criterion="entropy", min_samples_leaf=self.min_rows, random_state=self.random_state
        ).fit(X, y, check_input=not np.isfinite(X).all())
        self.classes_ = self._tree.classes_
        grown = self._tree.tree_
        rows = grown.n_node_samples.astype(np.float64)
        shares = grown.value[:, 0]
        wrong = rows * (1 - shares.max(1))
        as_leaf = wrong + added_errors(rows, wrong, self.confidence)
        left, right = grown.children_left.tolist(), grown.children_right.tolist()
        estimate, is_leaf = as_leaf.tolist(), (~_worth_splitting(grown, X)).tolist()
        # Children stand behind their parents.
        for node in reversed(range(len(left))):
            if not is_leaf[node]:
                below = estimate[left[node]] + estimate[right[node]]
                if estimate[node] <= below + ALLOWANCE:
                    is_leaf[node] = True
                else:
                    estimate[node] = below
        answer = list(range(len(left)))
        for node in range(len(left)):
            if left[node] >= 0:
                for child in (left[node], right[node]):
                    pruned = is_leaf[node] or answer[node] != node
                    answer[child] = answer[node] if pruned else child
        self._class_of = shares.argmax(1)[answer]
        return self

    def predict(self, X):
        """Return the class of the leaf of each row."""
        return self.classes_[self._class_of[self._tree.tree_.apply(np.asarray(X, np.float32))]]


def _worth_splitting(tree, X):
    """Return which nodes have a split whose corrected gain is positive."""
    inner = np.flatnonzero(tree.children_left >= 0)
    rows, entropy = tree.n_node_samples, tree.impurity
    gain = (rows * entropy)[inner]
    for child in (tree.children_left[inner], tree.children_right[inner]):
        gain -= (rows * entropy)[child]
    gain -= SMALLEST_GAIN * rows[inner]
    feature = tree.feature[inner]
    values = 1 + (np.diff(np.sort(X, axis=0), axis=0) > 0).sum(axis=0)
    worth = np.zeros(len(rows), bool)
    worth[inner] = gain > _bits(np.minimum(values[feature], rows[inner]))
    # Of a column with ties, a node may have fewer values than all rows have.
    doubtful = ~worth[inner] & (gain > 0) & (values[feature] < len(X))
    if doubtful.any():
        reached = tree.decision_path(X).tocsc()
        for node, column, gained in zip(
            inner[doubtful], feature[doubtful], gain[doubtful], strict=True
        ):
            members = reached.indices[reached.indptr[node] : reached.indptr[node + 1]]
            worth[node] = gained > _bits(len(np.unique(X[members, column])))
    return worth


def _bits(values):
    """Return log2 of the number of thresholds between some distinct values."""
    # One threshold at least: a split may only separate missing values from others.
    return np.log2(np.maximum(values - 1, 1))


def added_errors(rows, wrong, confidence):
    """Return how many errors more than in training are expected at the upper limit.

    Parameters
    ----------
    rows, wrong : float array
        Training rows of a node, and those of them that are not of its class.
    confidence : float

    Returns
    -------
    float64 array, same shape
    """
    none = rows * (1 - confidence ** (1 / rows))
    z = ndtri(1 - confidence)

    def limit(errors):
        share = (errors + 0.5) / rows
        inner = np.maximum(share / rows - share**2 / rows + z**2 / (4 * rows**2), 0)
        upper = (share + z**2 / (2 * rows) + z * np.sqrt(inner)) / (1 + z**2 / rows)
        return np.where(errors + 0.5 >= rows, np.maximum(rows - errors, 0), upper * rows - errors)

    between = none + wrong * (limit(np.ones_like(rows)) - none)
    return np.where(wrong < 1, between, limit(wrong))
