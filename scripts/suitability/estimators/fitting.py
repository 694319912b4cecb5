"""Fitting candidates on feature sets and counting right decisions; no failure stops the others.

Right decisions are counted in units of 1 / K for K classes, so that a failed fit can count as
chance: a share of 1 / K of the test samples of each class.

Functions import scikit-learn, which takes a second: most jobs have built-in candidates only.
"""

import contextlib
import hashlib
import io
import warnings
from typing import NamedTuple

import numpy as np

from suitability.estimators.building import builder


class Labelling(NamedTuple):
    """Classes and folds of the samples.

    Attributes
    ----------
    labels : int64 array, shape (samples,)
        From 0.
    folds : int64 array, shape (repeats, samples)
        The test fold of each sample in each repeat, from 0; -1 for held-out samples.
    """

    labels: np.ndarray
    folds: np.ndarray

    def splits(self):
        """Return (training samples, tested samples, whether these are held out) of each split.

        The last split has all samples but the held-out ones for training, if there are any.
        """
        taking_part = self.folds[0] >= 0
        found = [
            (taking_part & (folds != fold), folds == fold, False)
            for folds in self.folds
            for fold in range(folds.max() + 1)
        ]
        if not taking_part.all():
            found.append((taking_part, ~taking_part, True))
        return found


class Counted(NamedTuple):
    """Right decisions of candidates on feature sets, and failed fits.

    Attributes
    ----------
    right : int64 array, shape (2, labellings, sets, candidates, classes)
        In units of 1 / classes; in test folds, then of held-out samples.
    failed : int64 array, shape (candidates,)
    fits : int
        Of each candidate.
    texts : tuple of str
        The first failure of each candidate, or empty.
    """

    right: np.ndarray
    failed: np.ndarray
    fits: int
    texts: tuple


def class_count(labellings):
    """Return the number of classes of labellings."""
    return int(max(each.labels.max() for each in labellings)) + 1


def count_right(values, labellings, sets, descriptions, seed, part=0, parts=1):
    """Fit every candidate on every set in every split of every labelling.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    labellings : list of Labelling
    sets : int array, shape (sets, size)
    descriptions : list of dict
        From `description.described`.
    seed : int
        Random states derive from it, the set, the training samples and their classes.
    part, parts : int
        The splits of all labellings are divided into so many parts, of which one is counted, from
        0; the counts of all parts add up.

    Returns
    -------
    Counted
    """
    classes = class_count(labellings)
    builders = [builder(description) for description in descriptions]
    scaled = [description["scale"] for description in descriptions]
    right = np.zeros((2, len(labellings), len(sets), len(builders), classes), np.int64)
    failed, texts, fits = np.zeros(len(builders), np.int64), [""] * len(builders), 0
    splits = [(i, *split) for i, each in enumerate(labellings) for split in each.splits()]
    splits = splits[len(splits) * part // parts : len(splits) * (part + 1) // parts]
    with _quiet():
        for s, members in enumerate(sets):
            x = np.ascontiguousarray(values[:, members])
            for i, training, tested, is_held_out in splits:
                labels = labellings[i].labels
                truth, points = (labels[training], labels[tested]), (x[training], x[tested])
                standard = _standardised(points) if any(scaled) else None
                state = _random_state(seed, members, training, truth[0])
                fits += 1
                for c, build in enumerate(builders):
                    counted, text = _try(
                        build, state, standard if scaled[c] else points, truth, classes
                    )
                    right[int(is_held_out), i, s, c] += counted
                    failed[c] += bool(text)
                    texts[c] = texts[c] or text
    return Counted(right, failed, fits, tuple(texts))


def _standardised(points):
    from sklearn.preprocessing import StandardScaler

    scaler = StandardScaler().fit(points[0])
    return scaler.transform(points[0]), scaler.transform(points[1])


def _random_state(seed, members, training, labels):
    text = f"{seed} {np.sort(members).tolist()} ".encode()
    digest = hashlib.blake2b(text + training.tobytes() + labels.tobytes(), digest_size=4).digest()
    # Some classes require that it fits a signed integer.
    return int.from_bytes(digest, "big") >> 1


def _try(build, state, points, truth, classes):
    """Return right decisions in each class, and what went wrong if that is chance."""
    sizes = np.bincount(truth[1], minlength=classes)
    try:
        called = np.asarray(build(state).fit(points[0], truth[0]).predict(points[1]))
        text = _fault(called, truth)
    # A classifier may call sys.exit.
    except (Exception, SystemExit) as error:
        text = " ".join(f"{type(error).__name__}: {error}".split())
    if text:
        return sizes, text
    return classes * np.bincount(truth[1][called == truth[1]], minlength=classes), ""


def _fault(called, truth):
    if called.shape != truth[1].shape:
        return f"predict returned the shape {called.shape} for {len(truth[1])} samples"
    if called.dtype.kind == "f" and np.isnan(called).any():
        return "predict returned NaN"
    unknown = ~np.isin(called, truth[0])
    if unknown.any():
        return f"predict returned the class {called[unknown][0]}, which was not in training"
    return ""


@contextlib.contextmanager
def _quiet():
    """Drop what classifiers print; a fit that does not converge is an error, other warnings not.

    Parameters were validated once, when the candidates were built.
    """
    from sklearn import config_context
    from sklearn.exceptions import ConvergenceWarning

    nowhere = io.StringIO()
    with (
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
        config_context(assume_finite=True, skip_parameter_validation=True),
    ):
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", ConvergenceWarning)
        yield
