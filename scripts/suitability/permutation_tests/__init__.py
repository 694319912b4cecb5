"""Permutation tests for the performance of classifiers (Ojala and Garriga, JMLR 11, 2010).

`suitability.permutation_tests(...)` is also a function, see `suitability.library`.

Examples
--------
>>> from sklearn.datasets import load_iris
>>> from sklearn.naive_bayes import GaussianNB
>>> X, y = load_iris(return_X_y=True)
>>> permutation_tests(GaussianNB(), X, y, test="columns", n_permutations=19).pvalue
1.0
"""

import sys
from types import ModuleType


class _Callable(ModuleType):
    """Python gives the folder's name to this module, so that the function is called through it."""

    def __call__(self, *args, **kwargs):
        from suitability.permutation_tests.estimator_test import estimator_test

        return estimator_test(*args, **kwargs)


sys.modules[__name__].__class__ = _Callable
