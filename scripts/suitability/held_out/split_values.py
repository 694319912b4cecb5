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
