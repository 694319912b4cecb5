"""Design of the Gaussian rules on many samples, and errors counted on them.

Every design is made from weighted sums of the values and their products, and every rule is a
polynomial of degree one or two in the values. The designs of a sample (all folds, all resamples)
stand side by side in lanes, so that one instruction serves several of them. The weights are 0 and 1
in cross-validation, and the multiplicities of the points in a bootstrap resample. Leaving out one
point changes the inverse of a covariance by a matrix of rank one, so that no further design is
needed.
"""

import math
from typing import NamedTuple

import numpy as np

from suitability.gaussian.candidates import CANDIDATES
from suitability.gaussian.compilation import Stored, compiled

# The place of a rule is its number in the kernels.
RULES = tuple(CANDIDATES)
NC, DLDA, LDA, SDA, UDA, QDA = range(6)
RESUBSTITUTION, LEAVE_ONE_OUT, CROSS_VALIDATION = range(3)
# A variance, or what others leave of it, below this share of the sum of squares is rounding.
SMALLEST_SHARE = 1e-10
FAILED = -1.0


def prepared(x):
    """Return samples less their means over all points, so that sums of squares lose no digits.

    Parameters
    ----------
    x : float64 array, shape (samples, points, features)

    Returns
    -------
    float64 array, same shape
    """
    return np.ascontiguousarray(x - x.mean(axis=1, keepdims=True))


class Errors(NamedTuple):
    """Errors of a rule on samples.

    Attributes
    ----------
    wrong : int64 array, shape (samples, 3)
        By resubstitution, leave-one-out, and all repeats of cross-validation.
    zero : float64 array, shape (samples, resamples)
        Errors of the rules designed on resamples, on the points not in them; `FAILED` where no
        design was possible, or no point was left.
    coefficients : float64 array, shape (samples, products)
        Of the rule that is designed on all points: intercept, slopes and, for quadratic rules,
        those of products; see `call_1`.
    failed : bool array, shape (samples,)
        Whether some design but those on resamples was not possible: a class too small, or a
        singular covariance.
    """

    wrong: np.ndarray
    zero: np.ndarray
    coefficients: np.ndarray
    failed: np.ndarray


def count_errors(x, labels, rule, orders, folds, resamples):
    """Count the errors of a rule by every estimator.

    Parameters
    ----------
    x : float64 array, shape (samples, points, features)
        From `prepared`.
    labels : int64 array, shape (points,)
        0 or 1.
    rule : str
        A Gaussian candidate.
    orders : int16 array, shape (samples, repeats, points)
        Random orders of the points; each fold is a part of them.
    folds : int
    resamples : int16 array, shape (samples, resamples, points)
        The points drawn, with repetition.

    Returns
    -------
    Errors
    """
    bounds = np.linspace(0, x.shape[1], folds + 1).round().astype(np.int64)
    arguments = x, labels, RULES.index(rule), orders, bounds, resamples
    return Errors(*_count_errors.ready_for(*arguments)(*arguments))


def resample_errors(x, labels, rule, resamples):
    """Return the errors of rules that are designed on resamples: see `Errors.zero`."""
    return count_errors(x, labels, rule, resamples[:, :0], 1, resamples).zero


def call_1(points, rule, coefficients):
    """Return which points a rule calls class 1.

    Parameters
    ----------
    points : float64 array, shape (points, features)
    rule : str
    coefficients : float64 array, shape (products,)

    Returns
    -------
    bool array, shape (points,)
    """
    size = points.shape[1]
    values = coefficients[0] + points @ coefficients[1 : 1 + size]
    if rule in ("SDA", "UDA"):
        values += points**2 @ coefficients[1 + size :]
    elif rule == "QDA":
        i, j = np.tril_indices(size)
        values += (points[:, i] * points[:, j]) @ coefficients[1 + size :]
    return values > 0


# What a design fills in: weighted sums of products, the class means, of shape (2, features, lanes),
# the inverses of the sums of squares within the classes, (2, features, features, lanes), logarithms
# of the determinants of the covariances, (2, lanes), the coefficients of the rule, (products,
# lanes), and whether it failed.
@compiled
def _space(rule, size, lanes):
    products = _number_of_products(rule, size)
    return (
        np.zeros((2, products, lanes)),
        np.zeros((2, size, lanes)),
        np.zeros((2, size, size, lanes)),
        np.zeros((2, lanes)),
        np.zeros((products, lanes)),
        np.zeros(lanes, np.bool_),
    )


@compiled
def _number_of_products(rule, size):
    if rule == NC:
        return 1 + size
    if rule in (LDA, QDA):
        return 1 + size + size * (size + 1) // 2
    return 1 + 2 * size


@compiled
def _fill_products(x, rule, products):
    """Write 1, the values and the products that a rule needs, for each point."""
    points, size = x.shape
    for p in range(points):
        products[p, 0] = 1.0
        place = 1 + size
        for i in range(size):
            products[p, 1 + i] = x[p, i]
            if rule in (LDA, QDA):
                for j in range(i + 1):
                    products[p, place] = x[p, i] * x[p, j]
                    place += 1
            elif rule != NC:
                products[p, place] = x[p, i] * x[p, i]
                place += 1


@compiled
def _design(rule, products, labels, weights, space):
    """Design a rule in every lane from the weighted points."""
    sums, means, inverse, logs, coefficients, failed = space
    size, lanes = means.shape[1:]
    sums[:] = 0
    for p in range(len(products)):
        c = labels[p]
        for e in range(products.shape[1]):
            value = products[p, e]
            for lane in range(lanes):
                sums[c, e, lane] += value * weights[p, lane]
    fewest = 1.0 if rule <= LDA else 2.0
    for lane in range(lanes):
        least, total = min(sums[0, 0, lane], sums[1, 0, lane]), sums[0, 0, lane] + sums[1, 0, lane]
        failed[lane] = least < fewest or (rule != NC and rule <= LDA and total <= 2)
        if failed[lane]:
            # Any design that needs no division by zero.
            sums[0, 0, lane], sums[1, 0, lane] = 3.0, 3.0
    for c in range(2):
        for i in range(size):
            for lane in range(lanes):
                means[c, i, lane] = sums[c, 1 + i, lane] / sums[c, 0, lane]
    coefficients[:] = 0
    if rule == NC:
        inverse[:] = 0
        for i in range(size):
            inverse[0, i, i, :] = 1.0
    else:
        _scatter(rule, sums, means, inverse)
        for c in range(1 if rule <= LDA else 2):
            _invert(rule, c, sums, inverse, logs, failed)
    if rule <= LDA:
        _linear_coefficients(rule, sums, means, inverse, coefficients)
    else:
        _quadratic_coefficients(rule, sums, means, inverse, logs, coefficients)


@compiled
def _scatter(rule, sums, means, scatter):
    """Write the sums of squares within each class; in linear rules, of both together."""
    size, lanes = means.shape[1:]
    full = rule in (LDA, QDA)
    place = 1 + size
    for i in range(size):
        for j in range(0 if full else i, i + 1):
            for c in range(2):
                for lane in range(lanes):
                    scatter[c, i, j, lane] = (
                        sums[c, place, lane] - sums[c, 1 + i, lane] * means[c, j, lane]
                    )
                    scatter[c, j, i, lane] = scatter[c, i, j, lane]
            if rule <= LDA:
                for lane in range(lanes):
                    scatter[0, i, j, lane] += scatter[1, i, j, lane]
                    scatter[0, j, i, lane] = scatter[0, i, j, lane]
            place += 1


@compiled
def _invert(rule, c, sums, matrix, logs, failed):
    """Invert the matrices of a class in place, and write the logarithms of the determinants."""
    size, lanes = matrix.shape[1], matrix.shape[3]
    a = matrix[c]
    logs[c] = 0
    if rule == SDA:
        for i in range(1, size):
            for lane in range(lanes):
                a[0, 0, lane] += a[i, i, lane]
        for i in range(size - 1, -1, -1):
            for lane in range(lanes):
                a[i, i, lane] = a[0, 0, lane] / size
    place = 1 + size
    for k in range(size):
        full = rule in (LDA, QDA)
        place += k if full else 0
        for lane in range(lanes):
            squares = sums[c, place, lane] + (sums[1, place, lane] if rule <= LDA else 0.0)
            if not a[k, k, lane] > SMALLEST_SHARE * squares:
                failed[lane] = True
                a[k, k, lane] = 1.0
            if rule > LDA:
                logs[c, lane] += math.log(a[k, k, lane] / (sums[c, 0, lane] - 1))
            a[k, k, lane] = 1 / a[k, k, lane]
        place += 1
        if not full:
            continue
        for j in range(size):
            if j != k:
                for lane in range(lanes):
                    a[k, j, lane] *= a[k, k, lane]
        for i in range(size):
            if i == k:
                continue
            for j in range(size):
                if j != k:
                    for lane in range(lanes):
                        a[i, j, lane] -= a[i, k, lane] * a[k, j, lane]
            for lane in range(lanes):
                a[i, k, lane] *= -a[k, k, lane]


@compiled
def _linear_coefficients(rule, sums, means, inverse, coefficients):
    size, lanes = means.shape[1:]
    for i in range(size):
        for j in range(size) if rule == LDA else range(i, i + 1):
            for lane in range(lanes):
                coefficients[1 + i, lane] += inverse[0, i, j, lane] * (
                    means[1, j, lane] - means[0, j, lane]
                )
        if rule != NC:
            for lane in range(lanes):
                coefficients[1 + i, lane] *= sums[0, 0, lane] + sums[1, 0, lane] - 2
        for lane in range(lanes):
            coefficients[0, lane] -= (
                0.5 * coefficients[1 + i, lane] * (means[0, i, lane] + means[1, i, lane])
            )


@compiled
def _quadratic_coefficients(rule, sums, means, inverse, logs, coefficients):
    """Write the coefficients of the squared distance from class 0 less that from class 1."""
    size, lanes = means.shape[1:]
    for lane in range(lanes):
        coefficients[0, lane] = logs[0, lane] - logs[1, lane]
    for c in range(2):
        sign = 1.0 if c == 0 else -1.0
        place = 1 + size
        for i in range(size):
            for j in range(0 if rule == QDA else i, i + 1):
                twice = sign * (1.0 if i == j else 2.0)
                for lane in range(lanes):
                    value = twice * (sums[c, 0, lane] - 1) * inverse[c, i, j, lane]
                    coefficients[place, lane] += value
                    coefficients[1 + i, lane] -= value * means[c, j, lane]
                    coefficients[1 + j, lane] -= value * means[c, i, lane]
                    coefficients[0, lane] += value * means[c, i, lane] * means[c, j, lane]
                place += 1


@compiled
def _count_test_errors(rule, products, labels, weights, space, values, wrong, left):
    """Count, in each lane, the points of weight 0 and how many of them are called wrongly."""
    _, means, _, _, coefficients, _ = space
    size, lanes = means.shape[1:]
    needed = 1 + size if rule <= LDA else products.shape[1]
    wrong[:] = 0
    left[:] = 0
    for p in range(len(products)):
        values[:] = 0
        for e in range(needed):
            value = products[p, e]
            for lane in range(lanes):
                values[lane] += value * coefficients[e, lane]
        is_1 = labels[p] == 1
        for lane in range(lanes):
            tested = weights[p, lane] == 0
            left[lane] += tested
            wrong[lane] += tested & ((values[lane] > 0) != is_1)


@compiled
def _calls_1(rule, products, size, coefficients):
    """Return whether the rule of the first lane calls a point class 1."""
    value = 0.0
    for e in range(1 + size if rule <= LDA else len(products)):
        value += products[e] * coefficients[e, 0]
    return value > 0


@compiled
def _left_out_calls_1(x, label, rule, space, off, solved):
    """Return 1 or 0 as a point is called by the rule designed without it; -1 if there is none."""
    sums, means, inverse, logs, _, _ = space
    size = len(x)
    count = sums[label, 0, 0]
    if count < (2.0 if rule <= LDA else 3.0):
        return -1
    # Without the point, the scatter of its class is less by `factor` times the square of `off`,
    # and its mean by `off` / (count - 1).
    factor = count / (count - 1)
    own = 0 if rule <= LDA else label
    squared = 0.0
    for i in range(size):
        off[i] = x[i] - means[label, i, 0]
    for i in range(size):
        solved[i] = inverse[own, i, i, 0] * off[i]
        if rule in (LDA, QDA):
            for j in range(size):
                if j != i:
                    solved[i] += inverse[own, i, j, 0] * off[j]
        squared += solved[i] * off[i]
    if rule <= LDA:
        return _left_out_linear(x, label, rule, space, off, solved, squared, factor)
    value = 0.0
    for c in range(2):
        freedom = sums[c, 0, 0] - (2 if c == label else 1)
        log, distance = logs[c, 0], 0.0
        if c != label:
            for i in range(size):
                for j in range(size) if rule == QDA else range(i, i + 1):
                    rest = x[j] - means[c, j, 0]
                    distance += (x[i] - means[c, i, 0]) * inverse[c, i, j, 0] * rest
        else:
            log += size * math.log((freedom + 1) / freedom)
            if rule == UDA:
                for i in range(size):
                    square = solved[i] * off[i]
                    share = 1 - factor * square
                    if share <= SMALLEST_SHARE:
                        return -1
                    distance += square / share
                    log += math.log(share)
            else:
                # The mean variance of SDA loses a share as small as the number of features.
                share = 1 - factor * squared / (size if rule == SDA else 1)
                if share <= SMALLEST_SHARE:
                    return -1
                distance = squared / share
                log += math.log(share) * (size if rule == SDA else 1)
            # The point is further from the mean of the others.
            distance *= factor * factor
        value += (1.0 if c == 0 else -1.0) * (distance * freedom + log)
    return 1 if value > 0 else 0


@compiled
def _left_out_linear(x, label, rule, space, off, solved, squared, factor):
    sums, means, _, _, coefficients, _ = space
    size = len(x)
    freedom = sums[0, 0, 0] + sums[1, 0, 0] - 2
    if rule != NC and (freedom <= 1 or (rule == LDA and factor * squared >= 1 - SMALLEST_SHARE)):
        return -1
    scale = 1.0 if rule == NC else freedom
    less = 1 / (sums[label, 0, 0] - 1)
    sign = 1.0 if label == 1 else -1.0
    value, of_middle, of_difference = 0.0, 0.0, 0.0
    for i in range(size):
        # The inverse of all points times the difference of the means.
        slope = coefficients[1 + i, 0] / scale - sign * less * solved[i]
        middle = x[i] - 0.5 * (means[0, i, 0] + means[1, i, 0] - less * off[i])
        if rule == DLDA:
            share = 1 - factor * solved[i] * off[i]
            if share <= SMALLEST_SHARE:
                return -1
            slope /= share
        value += slope * middle
        of_middle += solved[i] * middle
        of_difference += solved[i] * (means[1, i, 0] - means[0, i, 0] - sign * less * off[i])
    if rule == LDA:
        value += factor * of_difference * of_middle / (1 - factor * squared)
    return 1 if value > 0 else 0


@Stored
def _count_errors(x, labels, rule, orders, bounds, resamples):
    samples, points, size = x.shape
    repeats, folds = orders.shape[1], len(bounds) - 1
    # The first lane has all points, the next ones are folds, then come resamples.
    tested, lanes = 1 + repeats * folds, 1 + repeats * folds + resamples.shape[1]
    number = _number_of_products(rule, size)
    wrong, zero = np.zeros((samples, 3), np.int64), np.full((samples, lanes - tested), FAILED)
    coefficients, failed = np.zeros((samples, number)), np.zeros(samples, np.bool_)
    products, weights = np.zeros((points, number)), np.ones((points, lanes))
    space, values = _space(rule, size, lanes), np.zeros(lanes)
    off, solved = np.zeros(size), np.zeros(size)
    wrong_in, left_in = np.zeros((2, lanes), np.int64)
    for s in range(samples):
        _fill_products(x[s], rule, products)
        weights[:, :tested] = 1.0
        weights[:, tested:] = 0.0
        for repeat in range(repeats):
            for fold in range(folds):
                for place in range(bounds[fold], bounds[fold + 1]):
                    weights[orders[s, repeat, place], 1 + repeat * folds + fold] = 0.0
        for lane in range(tested, lanes):
            for place in range(resamples.shape[2]):
                weights[resamples[s, lane - tested, place], lane] += 1
        _design(rule, products, labels, weights, space)
        _count_test_errors(rule, products, labels, weights, space, values, wrong_in, left_in)
        wrong[s, CROSS_VALIDATION] = wrong_in[1:tested].sum()
        failed[s] = space[5][:tested].any()
        for lane in range(tested, lanes):
            if not space[5][lane] and left_in[lane] > 0:
                zero[s, lane - tested] = wrong_in[lane] / left_in[lane]
        coefficients[s] = space[4][:, 0]
        for p in range(points):
            called = _calls_1(rule, products[p], size, space[4])
            wrong[s, RESUBSTITUTION] += called != (labels[p] == 1)
            left_out = _left_out_calls_1(x[s, p], labels[p], rule, space, off, solved)
            failed[s] |= left_out < 0
            wrong[s, LEAVE_ONE_OUT] += left_out != labels[p]
    return wrong, zero, coefficients, failed
