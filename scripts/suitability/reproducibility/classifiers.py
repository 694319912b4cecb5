"""The classification rules of the index: six Gaussian ones and support vector machines."""

import re

import numpy as np
from sklearn.svm import SVC

from suitability.core.errors import InputError
from suitability.reproducibility.kernel import RULES

LINEAR = ("NC", "DLDA", "LDA", "L-SVM")
_RBF = re.compile(r"RBF-SVM(?:-C(?P<C>[0-9.]+)-gamma(?P<gamma>[0-9.]+))?")


def is_gaussian(rule):
    """Return whether the kernels design this rule."""
    return rule in RULES


def support_vector_machine(rule, dimension):
    """Return the scikit-learn classifier of a rule.

    Parameters
    ----------
    rule : str
        `L-SVM`, `RBF-SVM` or, with other parameters, such as `RBF-SVM-C10-gamma1`. Features are
        used as given, C is 1 and gamma 1 / dimension: the paper states none of them.
    dimension : int

    Returns
    -------
    sklearn.svm.SVC

    Raises
    ------
    InputError
        If there is no such rule.
    """
    if rule == "L-SVM":
        return SVC(kernel="linear", C=1.0)
    found = _RBF.fullmatch(rule)
    if not found:
        raise InputError(
            f"rule: {rule!r} given; allowed are {', '.join(RULES)}, L-SVM, RBF-SVM and, with other "
            "parameters, such as RBF-SVM-C10-gamma1"
        )
    c, gamma = found["C"], found["gamma"]
    return SVC(kernel="rbf", C=float(c or 1), gamma=float(gamma or 1 / dimension))


def linear_coefficients(fitted):
    """Return slopes and intercept of a linear support vector machine, float64, as one array."""
    return np.append(fitted.coef_[0], fitted.intercept_[0])
