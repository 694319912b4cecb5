"""The measures of an entry on a data set, with intervals.

BER and AUC, and the shares of the features that an entry uses and of the probes among them (Guyon
et al., Result analysis of the NIPS 2003 feature selection challenge, Section 2). Labels and
predicted classes are -1 or 1.
"""

import numpy as np
from scipy.stats import norm, rankdata

Z95 = norm.ppf(0.975)


def error_rates(labels, classes):
    """Return the share of errors in each class.

    Parameters
    ----------
    labels, classes : int array, shape (samples,)

    Returns
    -------
    (float, float)
        Of the negative and the positive class.
    """
    wrong = labels != classes
    return tuple(float(wrong[labels == c].mean()) for c in (-1, 1))


def balanced_error_rate(labels, classes):
    """Return the BER, the mean of the error rates of both classes."""
    return sum(error_rates(labels, classes)) / 2


def wilson(errors, samples):
    """Return the limits of a share by Wilson's 95% interval.

    Parameters
    ----------
    errors, samples : int

    Returns
    -------
    (float, float)
    """
    share, z2 = errors / samples, Z95**2
    centre = (share + z2 / (2 * samples)) / (1 + z2 / samples)
    half = Z95 * np.sqrt(share * (1 - share) / samples + z2 / (4 * samples**2)) / (1 + z2 / samples)
    # Rounding would leave a limit just beside 0 or 1.
    lower = 0.0 if errors == 0 else centre - half
    upper = 1.0 if errors == samples else centre + half
    return float(lower), float(upper)


def mean_interval(estimates):
    """Return the mean of independent estimates and its limits from theirs.

    Distances to the limits are combined as square roots of sums of squares (Newcombe, Statistics in
    Medicine 17, 1998; Donner and Zou, Statistical Methods in Medical Research 21, 2012).

    Parameters
    ----------
    estimates : sequence of (float, float, float)
        Estimate, lower and upper limit of each.

    Returns
    -------
    (float, float, float)
    """
    values, lower, upper = np.array(estimates, float).T
    mean, count = values.mean(), len(values)
    below, above = (np.sqrt(((values - limits) ** 2).sum()) / count for limits in (lower, upper))
    return float(mean), float(mean - below), float(mean + above)


def ber_interval(labels, classes):
    """Return the BER and its 95% limits, from Wilson's limits of the two error rates."""
    rates = []
    for c in (-1, 1):
        wrong = classes[labels == c] != c
        rates.append((wrong.mean(), *wilson(int(wrong.sum()), len(wrong))))
    return mean_interval(rates)


def discriminant(classes, confidences=None):
    """Return the values by which an entry orders samples: classes times confidences.

    Parameters
    ----------
    classes : int array, shape (samples,)
    confidences : float64 array, shape (samples,), optional
        Not negative.

    Returns
    -------
    float64 array, shape (samples,)
    """
    return classes * (1.0 if confidences is None else confidences)


def placements(labels, values):
    """Return the share of the other class that each sample is on the right side of.

    Parameters
    ----------
    labels : int array, shape (samples,)
    values : float64 array, shape (samples,)
        Equal values count half.

    Returns
    -------
    negative, positive : float64 array
        For the samples of each class; both have the AUC as mean.
    """
    of_class = [values[labels == c] for c in (-1, 1)]
    ranks = rankdata(np.concatenate(of_class))
    n0, n1 = map(len, of_class)
    own = [rankdata(part) for part in of_class]
    return 1 - (ranks[:n0] - own[0]) / n1, (ranks[n0:] - own[1]) / n0


def auc_interval(labels, values):
    """Return the area under the ROC curve and its 95% limits.

    Trapezoids over ties. The variance is that of DeLong et al. (Biometrics 44, 1988), on the scale
    of the logit, which keeps the limits between 0 and 1. Where the classes are separated, the
    variance is 0, and the limit is that of Wilson's interval for no errors in the smaller class.

    Parameters
    ----------
    labels : int array, shape (samples,)
    values : float64 array, shape (samples,)

    Returns
    -------
    (float, float, float)
    """
    of_class = placements(labels, values)
    auc = float(np.mean(of_class[1]))
    fewest = min(map(len, of_class))
    if auc in (0, 1) or fewest < 2:
        lower, upper = wilson(0, fewest)
        return (auc, 1 - upper, 1.0) if auc == 1 else (auc, lower, upper if auc == 0 else 1.0)
    deviation = np.sqrt(sum(part.var(ddof=1) / len(part) for part in of_class))
    logit, half = np.log(auc / (1 - auc)), Z95 * deviation / (auc * (1 - auc))
    lower, upper = 1 / (1 + np.exp(-(logit - half))), 1 / (1 + np.exp(-(logit + half)))
    return auc, float(lower), float(upper)


def feature_share(used, features):
    """Return F_feat, the share of the features that an entry uses.

    Parameters
    ----------
    used : int array or None
        None if there is no list.
    features : int
        How many there are.

    Returns
    -------
    float
        NaN if it is not known.
    """
    return np.nan if used is None else len(used) / features


def probe_share(used, probes):
    """Return F_probe, the share of probes among the features that an entry uses.

    Parameters
    ----------
    used : int array or None
        From 0; None if there is no list.
    probes : bool array, shape (features,), or None
        None if it is not known which features are probes.

    Returns
    -------
    float
        NaN if it is not known, or no feature is used.
    """
    return np.nan if used is None or probes is None or not len(used) else float(probes[used].mean())
