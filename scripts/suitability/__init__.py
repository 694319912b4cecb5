"""Tell which classifier suits a data set of many features and few samples.

Pure functions on arrays and tables. Nothing here imports Snakemake or touches a path it was
not given; `compilation` alone keeps files in the user's cache. The rooms
stand on floors; a module imports only from its own room and from rooms on floors above it::

    core        jobs and their errors, tables on disk, random numbers, folds
    workflow    what the rules ask before jobs run: config, digests of code, paths, resources
    data        from files to values, classes, features and folds; `formats` has the readers
    gaussian    the six Gaussian rules and their compiled kernels
    scoring     which feature sets are scored, what they score, the best of them
    win         win percentages: exact, sampled, in theory, under the null; planning and search
    figures     one module a figure
    report      the report and what it sums up

`workflow` and `data` share a floor. `plan` is a command of its own.
"""

__version__ = "0.1.0"
