"""Minutes of one core that the targets of the other methods take, roughly.

The permutation tests of tables have a module of their own, `table_resources`. This module does not
import NumPy, since Snakemake uses it before every job.
"""

from pathlib import Path
from typing import NamedTuple

# Of each sample of a simulated study, for all error estimators: of a Gaussian rule, and of a
# support vector machine. Measured with 30, 60 and 120 samples.
GAUSSIAN_SECONDS, SVM_SECONDS = 2e-6, 6e-3
# How many Bayes errors, in steps of 0.025, most models reach.
BAYES_ERRORS = 14


def reproducibility_minutes(sizes, rules, studies):
    """Return the minutes of the simulated studies of the synthetic models, which are the most.

    Parameters
    ----------
    sizes : list of int
        Samples of a study, of each model.
    rules : list of str
    studies : int
        Of each model, rule and Bayes error.

    Returns
    -------
    float
    """
    seconds = sum(SVM_SECONDS if "SVM" in rule else GAUSSIAN_SECONDS for rule in rules)
    return sum(sizes) * BAYES_ERRORS * studies * seconds / 60


class EntrySeconds(NamedTuple):
    """Seconds of an entry: for a million values, and for the square of a thousand samples."""

    values: float
    samples: float


# Measured on the data sets of docs/challenge.md.
CHALLENGE_SECONDS = {
    "fisher_svm": EntrySeconds(2, 0),
    "correlation_rbf": EntrySeconds(2, 4),
    "l1_logistic": EntrySeconds(2, 0),
    "forest_rbf": EntrySeconds(3, 6),
    "rfe_svm": EntrySeconds(6, 0),
    "pca_knn": EntrySeconds(15, 0.5),
    "linear_ard": EntrySeconds(1, 0),
    "information_bayes": EntrySeconds(0.5, 0),
    "random_probes": EntrySeconds(2, 0),
    "monte_carlo": EntrySeconds(0.3, 0),
}
# Python, its packages and the data.
CHALLENGE_START = 2
# Of a file, for each value: 3 if dense, up to 9 if sparse.
BYTES = 5


def challenge_shape(stanza, files):
    """Return the size of the training data of a data set of the challenge.

    Parameters
    ----------
    stanza : dict
        Of `challenge.data`.
    files : dict of str to str
        Paths of train, train_labels and so on.

    Returns
    -------
    (int, float) or None
        Training samples and values; None if files are still to be fetched.
    """
    if stanza["generate"]:
        size = stanza["generate"]
        return size["train"], size["train"] * size["features"]
    data, labels = Path(files["train"]), Path(files["train_labels"])
    if not (data.is_file() and labels.is_file()):
        return None
    return len(labels.read_bytes().split()), data.stat().st_size / BYTES


def challenge_minutes(shapes, methods, protocols):
    """Return the minutes of the entries of all methods.

    Parameters
    ----------
    shapes : list of (int, float)
        See `challenge_shape`.
    methods : list of str
    protocols : int
        How many.

    Returns
    -------
    float
    """
    seconds = 0
    for samples, values in shapes:
        for method in methods:
            of_values, of_samples = CHALLENGE_SECONDS[method]
            seconds += (
                CHALLENGE_START + of_values * values / 1e6 + of_samples * (samples / 1e3) ** 2
            )
    return protocols * seconds / 60
