"""Find out which classifier suits a data set of many features and few samples.

The functions for a notebook stand in `library` (`docs/library.md` shows them); the scripts of the
workflow use the rooms below. Functions are pure, on arrays and tables. Nothing here imports
Snakemake or touches a path that it was not given; `gaussian.compilation` alone keeps files in the
user's cache. A module imports only from its own room and from rooms above it::

    core        jobs and their errors, tables on disk, random numbers, folds, the problem
    workflow    what the rules need before jobs run: config, digests of code, paths, resources
    data        from files to values, classes, features and folds; `formats` has the readers
    gaussian    the six Gaussian rules and their compiled kernels
    scoring     which feature sets are scored, performance, score tables, the best sets
    win         win percentages: exact, sampled, in theory, under the null; planning and search
    held_out    performance on new patients, its intervals, stability and validation
    permutation_tests  whether a classifier finds classes and uses the dependency between features
    figures     one module a figure
    report      the report and what it summarises

`workflow` and `data` stand beside each other, as do `held_out` and
`permutation_tests`. `plan` is a command of its own.
"""

__version__ = "0.1.0"
__all__ = [
    "permutation_null",
    "permutation_tests",
    "rows_needed",
    "sampled_win_percentage",
    "score_sets",
    "sets_needed",
    "win_percentage",
]


def __getattr__(name):
    # Imported when used, so that jobs and rules that need one module do not wait for all.
    if name not in __all__:
        raise AttributeError(f"module 'suitability' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module("suitability.library"), name)
