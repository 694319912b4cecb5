"""How a C4.5 tree is grown, is pruned and predicts, in machine code.

A tree is a few arrays over nodes. The root is node 0; the children of a node have consecutive
indices, larger than its own. A row whose value is missing goes to all children, with a part of its
weight.

The rows of a node are a range of all arrays in `orders`, see `Sorted`. They are sorted once for a
table; from a node to its children, rows keep their order.
"""

from math import log2, sqrt
from typing import NamedTuple

import numpy as np

from suitability.gaussian.compilation import Stored, compiled

LEAF = -1
MISSING = -1
# Differences of bits and of weights up to this are rounding, as in Weka.
ROUNDING = 1e-6
# A split can be chosen if its gain is at most this below the mean gain of the possible splits.
GAIN_MARGIN = 1e-3
# A leaf or branch takes the place of a subtree that is estimated to save at most this many errors.
ERROR_MARGIN = 0.1
# A subtree must save more than this many errors in training.
TRAINING_MARGIN = 1e-3
# Each side of a numeric split needs this share of the mean weight of a class, but at most 25 and
# at least `min_rows`.
SHARE_OF_CLASS, MOST_NEEDED = 0.1, 25
# A column has many categories if their number is at least this share of the training rows.
MANY_CATEGORIES = 0.3
# Of the arrays of a tree, which become longer if there are more.
FIRST_NODES = 100


class Tree(NamedTuple):
    """Arrays over nodes.

    Attributes
    ----------
    column : int64 array
        By which the rows of a node are divided, or `LEAF`.
    threshold : float64 array
        The largest value that goes to the first of two children.
    first, children : int64 array
        The first child, and how many there are.
    weights : float64 array, shape (nodes, classes)
        Of the training rows.
    """

    column: np.ndarray
    threshold: np.ndarray
    first: np.ndarray
    children: np.ndarray
    weights: np.ndarray


class Training(NamedTuple):
    """What a tree learns from.

    Attributes
    ----------
    columns, categories, orders, order_of
        See `Sorted`; the orders may have some of the rows only.
    y : int64 array, shape (rows,)
    terms : float64 array
        n log2 n of the whole numbers up to the number of rows.
    min_rows : int
    confidence, z : float
        The one-sided probability CF of C4.5, with which a leaf's error rate exceeds its upper
        limit, and the normal quantile of 1 - CF.
    """

    columns: np.ndarray
    categories: np.ndarray
    orders: np.ndarray
    order_of: np.ndarray
    y: np.ndarray
    terms: np.ndarray
    min_rows: int
    confidence: float
    z: float


@compiled
def _term(weight, terms):
    """Return w log2 w."""
    whole = int(weight)
    if whole == weight:
        return terms[whole]
    return weight * log2(weight) if weight > ROUNDING else 0.0


@compiled
def _sum_of_terms(weights, terms):
    total = 0.0
    for weight in weights:
        total += _term(weight, terms)
    return total


@compiled
def _bits_of_children(weights, total, terms):
    """Return the entropy of the children, with missing values as one more child, in bits a row."""
    missing = max(total - weights.sum(), 0.0)
    bits = _term(total, terms) - _sum_of_terms(weights, terms) - _term(missing, terms)
    return bits / total


@compiled
def _nominal_split(column, rows, weight, total, training, classes):
    """Return whether a split is possible, its gain and its gain ratio."""
    values, y, terms = training.columns[column], training.y, training.terms
    of_child = np.zeros(training.categories[column])
    for row in rows:
        if not np.isnan(values[row]):
            of_child[int(values[row])] += weight[row]
    # Most small nodes end here.
    if np.sum(of_child >= training.min_rows - ROUNDING) < 2:
        return False, 0.0, 0.0
    weights, of_class = np.zeros((len(of_child), classes)), np.zeros(classes)
    for row in rows:
        if not np.isnan(values[row]):
            weights[int(values[row]), y[row]] += weight[row]
            of_class[y[row]] += weight[row]
    bits_before = _term(of_child.sum(), terms) - _sum_of_terms(of_class, terms)
    bits_after = _sum_of_terms(of_child, terms) - _sum_of_terms(weights.ravel(), terms)
    gain = (bits_before - bits_after) / total
    return True, gain, gain / _bits_of_children(of_child, total, terms)


@compiled
def _numeric_split(column, ordered, weight, total, training, classes):
    """Return whether a split is possible, its gain, gain ratio and a threshold."""
    values, y, terms = training.columns[column], training.y, training.terms
    below, above = np.zeros(classes), np.zeros(classes)
    known = 0
    while known < len(ordered) and not np.isnan(values[ordered[known]]):
        above[y[ordered[known]]] += weight[ordered[known]]
        known += 1
    weight_known = above.sum()
    needed = min(SHARE_OF_CLASS * weight_known / classes, MOST_NEEDED)
    needed = max(needed, training.min_rows) - ROUNDING
    if known < 2 * needed:
        return False, 0.0, 0.0, 0.0
    of_classes = _sum_of_terms(above, terms)
    bits_before = _term(weight_known, terms) - of_classes
    best, best_index, best_left, thresholds = 0.0, 0, 0.0, 0
    left = 0.0
    for index in range(known - 1):
        row = ordered[index]
        c, w = y[row], weight[row]
        of_classes -= _term(below[c], terms) + _term(above[c], terms)
        below[c] += w
        above[c] -= w
        of_classes += _term(below[c], terms) + _term(above[c], terms)
        left += w
        right = weight_known - left
        if right < needed:
            break
        if left >= needed and values[ordered[index + 1]] > values[row]:
            thresholds += 1
            bits_after = _term(left, terms) + _term(right, terms) - of_classes
            gain = (bits_before - bits_after) / total
            if gain > best + ROUNDING:
                best, best_index, best_left = gain, index, left
    # Many thresholds offer a gain by chance (Quinlan 1996).
    gain = best - log2(max(thresholds, 1)) / total
    if gain < ROUNDING:
        return False, 0.0, 0.0, 0.0
    of_child = np.array([best_left, weight_known - best_left])
    ratio = gain / _bits_of_children(of_child, total, terms)
    low, high = values[ordered[best_index]], values[ordered[best_index + 1]]
    # As in Weka, a value in the middle, up to rounding, goes to the lower child.
    middle = low + (0.5 + ROUNDING) * (high - low)
    return True, gain, ratio, middle if middle < high else low


@compiled
def _best_split(orders, start, stop, weight, total, training, classes):
    """Return the column with the largest gain ratio, or `LEAF`, and a threshold."""
    count = len(training.categories)
    possible, gain = np.zeros(count, np.bool_), np.zeros(count)
    ratio, threshold = np.zeros(count), np.zeros(count)
    for column in range(count):
        if training.categories[column]:
            possible[column], gain[column], ratio[column] = _nominal_split(
                column, orders[0, start:stop], weight, total, training, classes
            )
        else:
            ordered = orders[training.order_of[column], start:stop]
            possible[column], gain[column], ratio[column], threshold[column] = _numeric_split(
                column, ordered, weight, total, training, classes
            )
    # Columns with many categories do not enter the mean gain.
    few = training.categories < MANY_CATEGORIES * training.orders.shape[1]
    counted = possible & few if few.any() else possible
    if not counted.any():
        return LEAF, 0.0
    needed = gain[counted].mean() - GAIN_MARGIN
    best, best_ratio = LEAF, ROUNDING
    for column in range(count):
        if possible[column] and gain[column] >= needed and ratio[column] > best_ratio + ROUNDING:
            best, best_ratio = column, ratio[column]
    return best, threshold[best]


@compiled
def _largest_value(column, limit, training):
    """Return the largest value of all training rows up to a limit."""
    ordered = training.orders[training.order_of[column]]
    low, high = 0, len(ordered)
    while high - low > 1:
        middle = (low + high) // 2
        if training.columns[column, ordered[middle]] <= limit:
            low = middle
        else:
            high = middle
    return training.columns[column, ordered[low]]


@compiled
def _child(node, value, categories, tree):
    """Return to which child a value leads, or `MISSING`."""
    if np.isnan(value):
        return MISSING
    if categories[tree.column[node]]:
        return int(value)
    return 0 if value <= tree.threshold[node] else 1


@compiled
def _divide(node, orders, start, stop, weight, training, tree):
    """Return the orders of all children, where those of each start, and the shares of the children.

    Rows with missing values are in the orders of all children whose share is not 0.
    """
    children = tree.children[node]
    values = training.columns[tree.column[node]]
    sizes, shares = np.zeros(children, np.int64), np.zeros(children)
    child_of = np.empty(len(weight), np.int64)
    missing = 0
    for row in orders[0, start:stop]:
        child = child_of[row] = _child(node, values[row], training.categories, tree)
        if child == MISSING:
            missing += 1
        else:
            sizes[child] += 1
            shares[child] += weight[row]
    shares = shares / shares.sum() if shares.sum() > ROUNDING else np.full(children, 1 / children)
    takes_missing = shares > ROUNDING
    sizes[takes_missing] += missing
    starts = np.zeros(children + 1, np.int64)
    starts[1:] = sizes.cumsum()
    divided = np.empty((len(orders), starts[-1]), np.int64)
    for place in range(len(orders)):
        ends = starts[:-1].copy()
        for row in orders[place, start:stop]:
            child = child_of[row]
            if child != MISSING:
                divided[place, ends[child]] = row
                ends[child] += 1
            else:
                for each in np.flatnonzero(takes_missing):
                    divided[place, ends[each]] = row
                    ends[each] += 1
    return divided, starts, shares


@compiled
def _weight_in_child(rows, column, share, weight, training):
    """Return the weights of rows in a child: a share, if their value is missing."""
    values = training.columns[column]
    shared = False
    for row in rows:
        shared |= np.isnan(values[row])
    if not shared:
        return weight
    weight = weight.copy()
    for row in rows:
        if np.isnan(values[row]):
            weight[row] *= share
    return weight


@compiled
def _in_children(node, orders, start, stop, weight, training, tree):
    """Return what reaches each child: its node, orders, their start and stop, and all weights."""
    divided, starts, shares = _divide(node, orders, start, stop, weight, training, tree)
    result = []
    for child in range(len(shares)):
        begin, end = starts[child], starts[child + 1]
        rows = divided[0, begin:end]
        own = _weight_in_child(rows, tree.column[node], shares[child], weight, training)
        result.append((tree.first[node] + child, divided, begin, end, own))
    return result


@compiled
def _weigh(rows, weight, y, weights):
    """Write the weight of each class to an array."""
    weights[:] = 0
    for row in rows:
        weights[y[row]] += weight[row]


@compiled
def _nodes(count, classes):
    """Return a tree of nodes whose values are not set."""
    return Tree(
        np.empty(count, np.int64),
        np.empty(count),
        np.empty(count, np.int64),
        np.empty(count, np.int64),
        np.empty((count, classes)),
    )


@compiled
def _joined(tree, other):
    """Return a tree with the nodes of both."""
    return Tree(
        np.concatenate((tree.column, other.column)),
        np.concatenate((tree.threshold, other.threshold)),
        np.concatenate((tree.first, other.first)),
        np.concatenate((tree.children, other.children)),
        np.concatenate((tree.weights, other.weights)),
    )


@compiled
def _grown(training, classes):
    """Return a tree that is not pruned, and how many of its nodes are used."""
    tree, nodes = _nodes(FIRST_NODES, classes), 1
    rows = training.orders.shape[1]
    pending = [(0, training.orders, 0, rows, np.ones(len(training.y)))]
    while pending:
        node, orders, start, stop, weight = pending.pop()
        weights = tree.weights[node]
        _weigh(orders[0, start:stop], weight, training.y, weights)
        total = weights.sum()
        tree.column[node] = LEAF
        if total < 2 * training.min_rows - ROUNDING or weights.max() > total - ROUNDING:
            continue
        column, threshold = _best_split(orders, start, stop, weight, total, training, len(weights))
        if column == LEAF:
            continue
        categories = training.categories[column]
        tree.column[node] = column
        tree.threshold[node] = 0.0 if categories else _largest_value(column, threshold, training)
        tree.first[node], tree.children[node] = nodes, max(categories, 2)
        nodes += tree.children[node]
        if nodes > len(tree.column):
            tree = _joined(tree, _nodes(nodes, classes))
        pending.extend(_in_children(node, orders, start, stop, weight, training, tree))
    return tree, nodes


@compiled
def _collapse(nodes, tree):
    """Make leaves of nodes whose subtrees make as many errors in training."""
    errors = np.zeros(nodes)
    for node in range(nodes - 1, -1, -1):
        if tree.column[node] == LEAF:
            errors[node] = tree.weights[node].sum() - tree.weights[node].max()
        else:
            first = tree.first[node]
            errors[node] = errors[first : first + tree.children[node]].sum()
    for node in range(nodes):
        as_leaf = tree.weights[node].sum() - tree.weights[node].max()
        if errors[node] >= as_leaf - TRAINING_MARGIN:
            tree.column[node] = LEAF


@compiled
def added_errors(total, wrong, confidence, z):
    """Return how many errors more than in training are expected at the upper limit.

    Parameters
    ----------
    total, wrong : float
        Weight of the training rows of a leaf, and of those that are not of its class.
    confidence, z : float
        See `Training`.

    Returns
    -------
    float
    """
    none = total * (1 - confidence ** (1 / total))
    if wrong < ROUNDING:
        return none
    counted = max(wrong, 1.0)
    added = max(total - counted, 0.0)
    if counted + 0.5 < total:
        share = (counted + 0.5) / total
        inner = share / total - share**2 / total + z**2 / (4 * total**2)
        limit = (share + z**2 / (2 * total) + z * sqrt(inner)) / (1 + z**2 / total)
        added = limit * total - counted
    return added if wrong >= 1 else none + wrong * (added - none)


@compiled
def _errors_of_leaf(weights, training):
    total = weights.sum()
    if total < ROUNDING:
        return 0.0
    wrong = total - weights.max()
    return wrong + added_errors(total, wrong, training.confidence, training.z)


@compiled
def _errors_of_subtree(top, training, tree):
    total = 0.0
    pending = [top]
    while pending:
        node = pending.pop()
        if tree.column[node] == LEAF:
            total += _errors_of_leaf(tree.weights[node], training)
        else:
            pending.extend(range(tree.first[node], tree.first[node] + tree.children[node]))
    return total


@compiled
def _errors_of_branch(branch, reached, training, tree):
    """Return the errors that a branch is estimated to make on the rows that reach its parent."""
    total = 0.0
    weights = np.empty(tree.weights.shape[1])
    _, orders, start, stop, weight = reached
    pending = [(branch, orders, start, stop, weight)]
    while pending:
        node, orders, start, stop, weight = pending.pop()
        if tree.column[node] == LEAF:
            _weigh(orders[0, start:stop], weight, training.y, weights)
            total += _errors_of_leaf(weights, training)
        else:
            pending.extend(_in_children(node, orders, start, stop, weight, training, tree))
    return total


@compiled
def _largest_child(node, tree):
    """Return the child with the largest weight, the last of equal ones."""
    largest, most = 0, 0.0
    for child in range(tree.first[node], tree.first[node] + tree.children[node]):
        total = tree.weights[child].sum()
        if total >= most - ROUNDING:
            largest, most = child, total
    return largest


@compiled
def _prune(training, tree):
    """Replace subtrees by a leaf or by their largest branch where no more errors are estimated."""
    rows = training.orders[:1].copy()
    everything = (0, rows, 0, rows.shape[1], np.ones(len(training.y)))
    pending = [(everything, False)]
    while pending:
        reached, children_pruned = pending.pop()
        node, orders, start, stop, weight = reached
        # Below a branch that has taken another place, there are more rows than before.
        _weigh(orders[0, start:stop], weight, training.y, tree.weights[node])
        if tree.column[node] == LEAF:
            continue
        if not children_pruned:
            pending.append((reached, True))
            for each in _in_children(node, orders, start, stop, weight, training, tree):
                pending.append((each, False))
            continue
        branch = _largest_child(node, tree)
        of_branch = _errors_of_branch(branch, reached, training, tree)
        of_leaf = _errors_of_leaf(tree.weights[node], training)
        limit = _errors_of_subtree(node, training, tree) + ERROR_MARGIN + ROUNDING
        if of_leaf <= limit and of_leaf <= of_branch + ERROR_MARGIN + ROUNDING:
            tree.column[node] = LEAF
        elif of_branch <= limit:
            tree.column[node], tree.threshold[node] = tree.column[branch], tree.threshold[branch]
            tree.first[node], tree.children[node] = tree.first[branch], tree.children[branch]
            pending.append((reached, False))


@compiled
def _learned(training, classes):
    tree, nodes = _grown(training, classes)
    _collapse(nodes, tree)
    _prune(training, tree)
    return tree, nodes


@compiled
def _predicted(row, columns, categories, tree):
    """Return the class of a row; the first of equally probable ones."""
    shares = np.zeros(tree.weights.shape[1])
    pending = [(0, 1.0)]
    while pending:
        node, weight = pending.pop()
        weights = tree.weights[node]
        total = weights.sum()
        child = MISSING
        if tree.column[node] != LEAF:
            child = _child(node, columns[tree.column[node], row], categories, tree)
        if tree.column[node] != LEAF and child == MISSING:
            for each in range(tree.first[node], tree.first[node] + tree.children[node]):
                if tree.weights[each].sum() > ROUNDING:
                    pending.append((each, weight * tree.weights[each].sum() / total))
        elif child != MISSING and tree.weights[tree.first[node] + child].sum() > ROUNDING:
            pending.append((tree.first[node] + child, weight))
        else:
            shares += weight * weights / total
    best = 0
    for c in range(1, len(shares)):
        if shares[c] > shares[best] + ROUNDING:
            best = c
    return best


@Stored
def learn(training, classes):
    """Return a grown and pruned tree.

    Parameters
    ----------
    training : Training
    classes : int

    Returns
    -------
    Tree
    """
    tree, nodes = _learned(training, classes)
    return Tree(
        tree.column[:nodes].copy(),
        tree.threshold[:nodes].copy(),
        tree.first[:nodes].copy(),
        tree.children[:nodes].copy(),
        tree.weights[:nodes].copy(),
    )


@Stored
def predict(columns, categories, tree):
    """Return the class of each row.

    Parameters
    ----------
    columns, categories
        See `Training`.
    tree : Tree

    Returns
    -------
    int64 array, shape (rows,)
    """
    rows = columns.shape[1]
    predicted = np.empty(rows, np.int64)
    for row in range(rows):
        predicted[row] = _predicted(row, columns, categories, tree)
    return predicted


@Stored
def count_wrong(training, classes, folds):
    """Return how many rows get a wrong class in cross-validation.

    Parameters
    ----------
    training : Training
        Of all rows.
    classes : int
    folds : int64 array, shape (rows,)
        The test fold of each row, from 0; -1 for rows that only train.

    Returns
    -------
    int
    """
    wrong = 0
    for fold in range(folds.max() + 1):
        trains = folds != fold
        orders = np.empty((len(training.orders), trains.sum()), np.int64)
        for place in range(len(orders)):
            end = 0
            for row in training.orders[place]:
                if trains[row]:
                    orders[place, end] = row
                    end += 1
        part = Training(
            training.columns,
            training.categories,
            orders,
            training.order_of,
            training.y,
            training.terms,
            training.min_rows,
            training.confidence,
            training.z,
        )
        tree, _ = _learned(part, classes)
        for row in np.flatnonzero(~trains):
            predicted = _predicted(row, training.columns, training.categories, tree)
            wrong += predicted != training.y[row]
    return wrong
