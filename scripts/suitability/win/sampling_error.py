"""How far sampled win percentages are from the exact ones, and how many samples that asks for."""

import numpy as np
import pandas as pd

from suitability.core.randomness import stream
from suitability.win.percentage import exact_win, sampled_win, win_frame

# The curve is fitted where M is at least this many times N, and N at most this share of all sets:
# a search that comes near to all of them has no error that falls with M.
FITTED_FROM = 10
FITTED_SHARE = 0.01
# Less than this is rounding.
SMALLEST_RMSE = 1e-6
PAPER = (0.24, 0.48)
BOOTSTRAP_REPEATS = 1000
FIT_COLUMNS = (
    *("a", "a_lower", "a_upper", "b", "b_lower", "b_upper"),
    *("m_over_n_for_1pct", "a_b_correlation"),
)


def squared_errors(sampled, exact):
    """Return the mean squared error over candidates of each trial.

    Parameters
    ----------
    sampled : float64 array, shape (trials, points, candidates)
    exact : float64 array, shape (points, candidates)

    Returns
    -------
    float64 array, shape (trials, points)
    """
    return ((sampled - exact) ** 2).mean(axis=2)


def fitted_points(sizes, n, total):
    """Say which points the error curve is fitted to.

    Parameters
    ----------
    sizes, n, total : array, shape (points,), or number
        M, N and the number of all feature sets.

    Returns
    -------
    bool array, shape (points,)
    """
    return (sizes >= FITTED_FROM * n) & (n <= FITTED_SHARE * total)


def fit_power_law(n_over_m, rmse):
    """Fit log RMSE = log a + b log(N / M) by least squares (the form of the paper's Eq. 2).

    Parameters
    ----------
    n_over_m : float64 array, shape (points,)
    rmse : float64 array, shape (..., points)
        Several fits at once if it has more axes. Errors that are mere rounding are left out.

    Returns
    -------
    a, b : float64 array, shape (...)
        NaN where fewer than two different points are left.
    """
    x = np.broadcast_to(np.log(n_over_m), np.shape(rmse))
    weight = (np.asarray(rmse) > SMALLEST_RMSE).astype(float)
    y = np.log(np.where(weight > 0, rmse, 1.0))
    total = weight.sum(axis=-1)
    with np.errstate(invalid="ignore"):
        x_mean = (weight * x).sum(axis=-1) / total
        y_mean = (weight * y).sum(axis=-1) / total
        x_off = x - x_mean[..., None]
        b = (weight * x_off * y).sum(axis=-1) / (weight * x_off**2).sum(axis=-1)
    return np.exp(y_mean - b * x_mean), b


def fit_with_intervals(sizes, n, total, errors, rng):
    """Fit the error curve and say how well it is known.

    The points of one trial depend on each other, so the intervals come from resampling whole
    trials (percentile bootstrap).

    Parameters
    ----------
    sizes : float64 array, shape (points,)
        M of each point.
    n : float64 array, shape (points,)
        N of each point.
    total : int
        All feature sets.
    errors : float64 array, shape (trials, points)
        Mean squared errors.
    rng : numpy.random.Generator

    Returns
    -------
    dict of str to float
        a, b with their 95% limits a_lower, a_upper, b_lower, b_upper, m_over_n_for_1pct, and
        a_b_correlation, that of log a and b over the bootstrap; NaN where there is nothing to fit,
        see `fitted_points`, or the error does not fall with M.
    """
    fitted = fitted_points(sizes, n, total)
    ratio = n[fitted] / sizes[fitted]
    errors = errors[:, fitted]
    a, b = fit_power_law(ratio, np.sqrt(errors.mean(axis=0)))
    if not b > 0:
        return dict.fromkeys(FIT_COLUMNS, np.nan)
    drawn = rng.integers(len(errors), size=(BOOTSTRAP_REPEATS, len(errors)))
    resampled = fit_power_law(ratio, np.sqrt(errors[drawn].mean(axis=1)))
    (a_lower, a_upper), (b_lower, b_upper) = (
        np.nanquantile(values, [0.025, 0.975]) for values in resampled
    )
    return {
        "a": float(a),
        "a_lower": float(a_lower),
        "a_upper": float(a_upper),
        "b": float(b),
        "b_lower": float(b_lower),
        "b_upper": float(b_upper),
        "m_over_n_for_1pct": float(samples_for(0.01, a, b)),
        "a_b_correlation": _correlation(np.log(resampled[0]), resampled[1]),
    }


def pooled_fit(points):
    """Fit one error curve to the errors of several data sets.

    Parameters
    ----------
    points : pandas.DataFrame
        sets (all of the data set), M, N, rmse.

    Returns
    -------
    pandas.DataFrame
        One row: a, b, m_over_n_for_1pct, as in `fit_with_intervals` but without intervals.
    """
    points = points[fitted_points(points["M"], points["N"], points["sets"])]
    a, b = fit_power_law((points["N"] / points["M"]).to_numpy(), points["rmse"].to_numpy())
    fit = (a, b, samples_for(0.01, a, b)) if b > 0 else (np.nan,) * 3
    return pd.DataFrame([fit], columns=["a", "b", "m_over_n_for_1pct"])


def _correlation(x, y):
    """Return the correlation where both are known, 0 where one does not vary."""
    known = np.isfinite(x) & np.isfinite(y)
    x_off, y_off = x[known] - x[known].mean(), y[known] - y[known].mean()
    size = np.sqrt((x_off @ x_off) * (y_off @ y_off))
    return float(x_off @ y_off / size) if size > 0 else 0.0


def samples_for(rmse, a, b):
    """Return the M / N that a fitted curve says is needed for an RMSE."""
    return (a / rmse) ** (1 / b)


def sampling_study(table, n, sizes, trials, replacement, *, seed, dataset):
    """Sample the feature sets again and again and compare with all of them.

    Parameters
    ----------
    table : score_table.ScoreTable
        All feature sets.
    n : int array, shape (points,)
    sizes : list of int
        How many feature sets are drawn, M. Without replacement at most all are.
    trials : int
        How many times each.
    replacement : bool
    seed : int
    dataset : str
        With the seed, decides the random numbers.

    Returns
    -------
    dict of str to pandas.DataFrame
        win: M, N, candidate, mean, lower, upper (95% of the trials), trials. rmse: M, N, rmse over
        candidates and trials. rmse_fit: see `fit_with_intervals`.
    """
    exact = exact_win(table, n)
    wins, errors = [], []
    for size in sizes:
        rngs = [stream(seed, dataset, f"sample {size}", trial) for trial in range(trials)]
        drawn = size if replacement else min(size, table.total)
        sampled = sampled_win(table, drawn, n, rngs, replacement)
        lower, upper = np.quantile(sampled, [0.025, 0.975], axis=0)
        win = win_frame(n, table.candidates, mean=sampled.mean(axis=0), lower=lower, upper=upper)
        win.insert(0, "M", size)
        wins.append(win.assign(trials=trials))
        errors.append(squared_errors(sampled, exact))
    points = pd.DataFrame({"M": np.repeat(sizes, len(n)), "N": np.tile(n, len(sizes))})
    errors = np.concatenate(errors, axis=1)
    fit = fit_with_intervals(
        points["M"].to_numpy(float),
        points["N"].to_numpy(float),
        table.total,
        errors,
        stream(seed, dataset, "bootstrap of the error curve"),
    )
    return {
        "win": pd.concat(wins, ignore_index=True),
        "rmse": points.assign(rmse=np.sqrt(errors.mean(axis=0))),
        "rmse_fit": pd.DataFrame([fit]),
    }
