"""Join the table of samples with the samples of the file of values."""

import pandas as pd

from suitability.core.errors import InputError
from suitability.core.text import folded, hint, shown, shown_alike, some
from suitability.data.formats.matrix import MISSING
from suitability.data.labels import column_of, compiled
from suitability.data.reading_notes import Notes


def join_samples(matrix, table, join, expression, samples):
    """Join the descriptions of samples in the file of values and in the table of samples.

    Parameters
    ----------
    matrix : matrix.Matrix
    table : pandas.DataFrame or None
        The table of samples, if there is one, with its ids as the index.
    join : dict
        `values`, `samples`, `pattern`, `unmatched`, as in the config.
    expression, samples : path
        For messages.

    Returns
    -------
    pandas.DataFrame
        All text; the index holds the ids of the matrix, in the order of the table of samples (or of
        the matrix, if there is none). Ids may be repeated. Of two columns with the same name, that
        of the table of samples is used.
    notes : Notes

    Raises
    ------
    InputError
        If samples are in one of them only and that is not allowed, or none is in both.
    """
    if table is None:
        return matrix.annotation, Notes()
    if table.columns[0] in matrix.samples:
        raise InputError(
            f"{samples}: line 1 holds the sample {shown(table.columns[0])} where column names are "
            "expected; add a header line above it"
        )
    names = _names_of_samples(matrix, join["values"], expression)
    keys = table_keys(table, join, samples)
    # Two samples without a name are not the same sample.
    missing = MISSING if join["values"] or join["samples"] or join["pattern"] else ("",)
    unnamed = {expression: names.isin(missing), samples: keys.isin(missing)}
    shared = set(names[~unnamed[expression]]) & set(keys[~unnamed[samples]])
    only = {
        expression: _not_among(names, shared, unnamed[expression]),
        samples: _not_among(keys, shared, unnamed[samples]),
    }
    left_out = []
    for source, other, total in (
        (expression, samples, len(names)),
        (samples, expression, len(keys)),
    ):
        if not only[source]:
            continue
        if join["unmatched"] == "error":
            raise InputError(
                f"{source}: {len(only[source])} of {total} samples are not in {other}: "
                f"{some(only[source])}{hint(only[source], only[other])}; both files must have the "
                "same samples, or set join: {unmatched: drop}"
            )
        kind = "file of values" if source == expression else "table of samples"
        left_out.append(f"{len(only[source])} samples left out: only in the {kind}")
    if not shared:
        raise InputError(
            f"{samples}: none of its {len(keys)} samples ({some(list(keys)[:3])}) is in "
            f"{expression} ({some(list(names)[:3])}){hint(keys, list(names))}; correct the ids, or "
            "describe under join how they match"
        )
    id_of = dict(zip(names, names.index, strict=True))
    found = keys.isin(shared).to_numpy()
    joined = table[found].set_axis(pd.Index([id_of[key] for key in keys[found]], dtype=object))
    own = matrix.annotation.drop(columns=table.columns, errors="ignore")
    return pd.concat([joined, own.loc[joined.index]], axis=1), Notes(
        tuple(left_out), _look_alikes(only[samples], only[expression], expression)
    )


def _look_alikes(missing, others, path):
    """Return warnings of ids that are left out although they look like one of the other file."""
    known = {folded(name): name for name in others}
    alike = [(name, known[folded(name)]) for name in missing if folded(name) in known]
    if not alike:
        return ()
    name, other = alike[0]
    return (
        f"{path}: {len(alike)} samples left out look like samples of the other file: "
        f"{shown_alike(name, other)}; write them alike, or they stay out",
    )


def _not_among(names, shared, unnamed):
    """Return the names that are not shared; a sample without a name is given by its id."""
    return sorted(set(names[~unnamed]) - shared) + names.index[unnamed].tolist()


def _names_of_samples(matrix, column, path):
    """Return the name of each sample in the table of samples, by its id in the matrix."""
    if not column:
        return pd.Series(matrix.samples, index=matrix.samples, dtype=object)
    names = column_of(matrix.annotation, column, path)
    repeated = names[names.duplicated() & ~names.isin(MISSING)]
    if len(repeated):
        raise InputError(
            f"{path}: '{column}' is {shown(repeated.iloc[0])} for two samples, so that it cannot "
            "identify them; choose another column for join.values"
        )
    return names


def table_keys(table, join, path):
    """Return the sample's name in each row of a table of samples.

    Parameters
    ----------
    table : pandas.DataFrame
    join : dict
    path : path
        For messages.

    Returns
    -------
    pandas.Series of str
        Empty where the pattern does not match.

    Raises
    ------
    InputError
        If the column does not exist, or the pattern is invalid or matches no cell.
    """
    keys = column_of(table, join["samples"] or table.columns[0], path)
    if not join["pattern"]:
        return keys
    pattern = compiled(join["pattern"], "join.pattern")
    matches = keys.map(pattern.search)
    if not matches.map(bool).any():
        raise InputError(
            f"config: join.pattern: {shown(join['pattern'])} matches no cell of {path}, such "
            f"as {shown(keys.iloc[0])}; correct it"
        )
    whole = 1 if pattern.groups else 0
    return matches.map(lambda match: (match[whole] or "") if match else "")
