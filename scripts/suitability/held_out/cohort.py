"""A second cohort: other samples of the same endpoint, with the features chosen on the study."""

from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.resampling import groups_of_classes
from suitability.core.text import shown, some
from suitability.data.datasets import prepare_values, read_labelled
from suitability.data.plausibility import on_another_scale
from suitability.data.similarity import similar_samples

# Samples or groups of each class without which there is no variance.
FEWEST = 2
# With more features than this on another scale, performance says nothing.
MOST_ON_ANOTHER_SCALE = 0.5


@dataclass(frozen=True)
class Cohort:
    """The samples of a second cohort, on features that the study has chosen.

    Attributes
    ----------
    values : float64 array, shape (samples, features)
    features : list of str
        In the order of the study.
    samples : pandas.DataFrame
        sample, class (0 or 1), label, and group if there are groups.
    record : dict
        samples: which were left out; preprocessing: what was done; warnings: what looks wrong, all
        lists of str. class_sizes; features and kept: how many features are compared, of those that
        take part in the study.
    """

    values: np.ndarray
    features: list
    samples: pd.DataFrame
    record: dict = field(default_factory=dict)


def read_cohort(files, stanza, group, study, own_values):
    """Read the second cohort of a data set; nothing is chosen or fitted on it.

    Parameters
    ----------
    files : data.datasets.Files
    stanza : dict
        That of the data set (see `data.datasets.read_dataset`) with the cohort's `where`.
    group : str
        The column of groups, or empty.
    study : core.problem.Problem
        The data set, with its kept features.
    own_values : bool
        Whether the cohort has its own file of values.

    Returns
    -------
    Cohort

    Raises
    ------
    InputError
        If a file cannot be used, samples are in the study too, a class has too few samples, or
        features are missing or on another scale.
    """
    values, labelled = read_labelled(study.name, files, stanza, group, seed=0)
    where = f"{labelled.source}: the second cohort of data set '{study.name}'"
    both = [sample for sample in labelled.labels.index if str(sample) in set(study.samples)]
    if both and not own_values:
        raise InputError(
            f"{where} has {len(both)} samples of the study itself, such as {shown(both[0])}; "
            "choose the samples of each with where and validation.where"
        )
    labels, groups = labelled.labels.to_numpy(), labelled.groups
    _check_sizes(labels, groups, where)
    values, features, record = prepare_values(values, labelled, stanza, files)
    place = {feature: i for i, feature in enumerate(features)}
    complete = ~np.isnan(values).any(axis=1)
    present = np.array([feature in place for feature in study.features])
    used = np.array([feature in place and complete[place[feature]] for feature in study.features])
    missing = _missing_features(study.features, present, used, files.expression)
    chosen = [study.features[i] for i in np.flatnonzero(used)]
    values = np.ascontiguousarray(values[[place[feature] for feature in chosen]].T)
    of_study = study.values[:, used]
    scale = _other_scale(of_study, values, chosen, files.expression)
    copies = _copies(of_study, values, study.samples, labelled.labels.index)
    return Cohort(
        values=values,
        features=chosen,
        samples=labelled.table,
        record={
            "samples": list(labelled.notes.left_out),
            "preprocessing": record["preprocessing"],
            "warnings": [
                *missing,
                *scale,
                *copies,
                *labelled.notes.warnings,
                *record["warnings"],
            ],
            "class_sizes": np.bincount(labels, minlength=2).tolist(),
            "features": len(chosen),
            "kept": len(study.features),
        },
    )


def _check_sizes(labels, groups, where):
    sizes, of = np.bincount(labels, minlength=2).tolist(), "samples"
    if groups is not None:
        sizes, of = groups_of_classes(labels, groups), "groups"
    for c in (0, 1):
        if sizes[c] < FEWEST:
            raise InputError(
                f"{where} has {sizes[c]} {of} of class {c}, but limits need at least {FEWEST}; "
                "choose more with validation.where"
            )


def _missing_features(names, present, used, path):
    """Return a warning if the cohort lacks features of the study; refuse it if nearly all."""
    if used.all():
        return []
    reasons = []
    if not present.all():
        absent = [names[i] for i in np.flatnonzero(~present)]
        reasons.append(f"{len(absent)} are not in it ({some(absent)})")
    if not used[present].all():
        gaps = [names[i] for i in np.flatnonzero(present & ~used)]
        reasons.append(f"{len(gaps)} have missing values ({some(gaps)})")
    place = f"{path}: of {len(names)} features that take part in the study, {' and '.join(reasons)}"
    if used.sum() < FEWEST:
        raise InputError(
            f"{place}; use a cohort of the same platform, or combine the probes of both into genes "
            "(preprocess: probe_to_gene)"
        )
    return [f"{place}; the second cohort is compared on the other {used.sum()}"]


def _other_scale(study, cohort, names, path):
    """Return a warning if features are on another scale; refuse the cohort if most are."""
    lowest, highest = study.min(axis=0), study.max(axis=0)
    # Both ways, since the logarithms of large numbers are within their range.
    other = on_another_scale(cohort, lowest, highest) | on_another_scale(
        study, cohort.min(axis=0), cohort.max(axis=0)
    )
    if not other.any():
        return []
    i = int(np.flatnonzero(other)[0])
    place = (
        f"{path}: {other.sum()} of {len(names)} features are on another scale than in the study, "
        f"such as {shown(names[i])} with values from {cohort[:, i].min():.4g} to "
        f"{cohort[:, i].max():.4g} in place of {lowest[i]:.4g} to {highest[i]:.4g}"
    )
    if other.mean() > MOST_ON_ANOTHER_SCALE:
        raise InputError(f"{place}; prepare the values as those of the study")
    return [f"{place}; if the values were prepared in another way, repeat that as in the study"]


def _copies(study, cohort, names, others):
    """Return a warning if a sample of the study seems to be in the cohort too."""
    names = [*names, *map(str, others)]
    similar = similar_samples(np.concatenate([study, cohort]))
    both = [group for group in similar if group[0] < len(study) <= group[-1]]
    if not both:
        return []
    named = ", ".join(f"{names[group[0]]} and {names[group[-1]]}" for group in both[:3])
    return [
        f"{len(both)} samples of the second cohort have nearly equal values to samples of the "
        f"study ({named}); if they are the same patients, leave them out with validation.where"
    ]
