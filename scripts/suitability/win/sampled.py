"""Sampled win percentages: those that M random feature sets give, with intervals over trials."""

import numpy as np
import pandas as pd

from suitability.core.randomness import stream
from suitability.scoring.score_table import sample
from suitability.win.percentage import exact_win, win_frame
from suitability.win.sampling_error import error_tables, squared_errors


def sampled_win(table, size, n, rngs, replacement):
    """Return the win percentages of random samples of the feature sets.

    Parameters
    ----------
    table : ScoreTable
        All feature sets.
    size : int
        Feature sets in a sample, M.
    n : array, shape (points,)
    rngs : iterable of numpy.random.Generator
        One for each trial.
    replacement : bool

    Returns
    -------
    float64 array, shape (trials, points, candidates)
    """
    return np.stack([exact_win(sample(table, size, rng, replacement), n) for rng in rngs])


def interval_frame(sampled, size, n, candidates):
    """Return the mean and the central 95% of sampled win percentages in long form.

    Parameters
    ----------
    sampled : float64 array, shape (trials, points, candidates)
    size : int
        Feature sets in a sample, M.
    n : array, shape (points,)
    candidates : sequence of str

    Returns
    -------
    pandas.DataFrame
        M, N, candidate, mean, lower, upper, trials.
    """
    lower, upper = np.quantile(sampled, [0.025, 0.975], axis=0)
    frame = win_frame(n, candidates, mean=sampled.mean(axis=0), lower=lower, upper=upper)
    frame.insert(0, "M", size)
    return frame.assign(trials=len(sampled))


def sampling_study(table, n, sampled, seed, dataset):
    """Return win percentages of samples of several sizes and how far they are from the exact ones.

    Parameters
    ----------
    table : ScoreTable
        All feature sets.
    n : int array, shape (points,)
    sampled : dict
        As in the config: M (list of int, the sizes of samples), trials (samples of each size) and
        replacement. Without replacement an M above the number of feature sets draws all of them.
    seed : int
    dataset : str
        With the seed, determines the random numbers.

    Returns
    -------
    dict of str to pandas.DataFrame
        win: see `interval_frame`. rmse and rmse_fit: see `sampling_error.error_tables`.
    """
    exact = exact_win(table, n)
    sizes, replacement = sampled["M"], sampled["replacement"]
    wins, errors = [], []
    for size in sizes:
        rngs = [
            stream(seed, dataset, f"sample {size}", trial) for trial in range(sampled["trials"])
        ]
        drawn = size if replacement else min(size, table.total)
        win = sampled_win(table, drawn, n, rngs, replacement)
        wins.append(interval_frame(win, size, n, table.candidates))
        errors.append(squared_errors(win, exact))
    rng = stream(seed, dataset, "bootstrap of the error curve")
    return {
        "win": pd.concat(wins, ignore_index=True),
        **error_tables(np.stack(errors), sizes, n, table.total, rng),
    }
