"""The table of all splits as arrays."""

ANY = "any"
# Of a normal distribution: two-sided 95%.
Z = 1.959963984540054


def candidates_of(splits):
    """Return the candidates of a table of splits, in config order, without `any`.

    Parameters
    ----------
    splits : pandas.DataFrame
        kind, repeat, part, N, candidate, inside, outside, win.

    Returns
    -------
    list of str
    """
    return [name for name in splits["candidate"].unique() if name != ANY]


def n_of(splits):
    """Return the values of N in a table of splits, rising: int64 array."""
    return splits["N"].drop_duplicates().sort_values().to_numpy()


def lost_sets(splits):
    """Return how many feature sets could not be fitted in some split of the samples.

    A set is lost where one of its features is constant within a class of a training fold, which no
    feature of the study is in the study's own folds.

    Parameters
    ----------
    splits : pandas.DataFrame
        kind, repeat, part, sets.

    Returns
    -------
    dict
        drawn: sets; splits: of the samples; splits_with_loss; most_lost: sets in one split.
    """
    sets = splits.groupby(["kind", "repeat", "part"])["sets"].first()
    drawn = int(sets["all"].iloc[0])
    lost = drawn - sets
    return {
        "drawn": drawn,
        "splits": len(lost),
        "splits_with_loss": int((lost > 0).sum()),
        "most_lost": int(lost.max()),
    }


def split_values(splits, kind, column, candidates):
    """Return one column of the splits of one kind.

    Parameters
    ----------
    splits : pandas.DataFrame
        One row a kind, repeat, part, N and candidate.
    kind : str
        nested, half, permuted_half, folds or all.
    column : str
        inside, outside or win.
    candidates : sequence of str

    Returns
    -------
    float64 array, shape (repeats, parts, points, candidates)
        Points are the values of N, rising.
    """
    rows = splits[(splits["kind"] == kind) & splits["candidate"].isin(candidates)]
    wide = rows.pivot(index=["repeat", "part", "N"], columns="candidate", values=column)
    shape = [len(level) for level in wide.index.remove_unused_levels().levels]
    return wide[list(candidates)].to_numpy(float).reshape(*shape, len(candidates))
