"""Which samples take part, and the class of each."""

import re

import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.text import shown, some
from suitability.data.formats.common import MISSING, how_to_write, is_number


def join_samples(matrix, table, join, expression, samples):
    """Join the descriptions of samples in the file of values and in the table of samples.

    Parameters
    ----------
    matrix : common.Matrix
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
    record : list of str
        Counts of samples left out, with the reasons.

    Raises
    ------
    InputError
        If samples are in one of them only and that is not allowed, or none is in both.
    """
    if table is None:
        return matrix.annotation, []
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
    record = []
    for source, other, total in (
        (expression, samples, len(names)),
        (samples, expression, len(keys)),
    ):
        if not only[source]:
            continue
        if join["unmatched"] == "error":
            raise InputError(
                f"{source}: {len(only[source])} of {total} samples are not in {other}: "
                f"{some(only[source])}; both files must have the same samples, or set "
                "join: {unmatched: drop}"
            )
        kind = "file of values" if source == expression else "table of samples"
        record.append(f"{len(only[source])} samples left out: only in the {kind}")
    if not shared:
        raise InputError(
            f"{samples}: none of its {len(keys)} samples ({some(list(keys)[:3])}) is in "
            f"{expression} ({some(list(names)[:3])}); correct the ids, or describe under join how "
            "they match"
        )
    id_of = dict(zip(names, names.index, strict=True))
    found = keys.isin(shared).to_numpy()
    joined = table[found].set_axis(pd.Index([id_of[key] for key in keys[found]], dtype=object))
    own = matrix.annotation.drop(columns=table.columns, errors="ignore")
    return pd.concat([joined, own.loc[joined.index]], axis=1), record


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


def choose(table, where, path):
    """Return the rows of a table that take part.

    Parameters
    ----------
    table : pandas.DataFrame
        One row a sample, all text.
    where : dict of str to list of str
        For each column, the allowed values.
    path : path
        For messages.

    Raises
    ------
    InputError
        If a column or a value does not exist.
    """
    for column, wanted in where.items():
        values = column_of(table, column, path)
        _check_values(set(values), wanted, column, path)
        table = table[values.isin(wanted)]
    return table


def make_labels(table, endpoint, path):
    """Return the two classes of an endpoint that depends on the description of the samples.

    Parameters
    ----------
    table : pandas.DataFrame
        One row a sample, all text.
    endpoint : dict
        `column`, `negative` and `positive`, perhaps `regex`; or `column` and `threshold`; or
        `time`, `event`, `cutoff`, `negative` and `positive`.
    path : path
        For messages.

    Returns
    -------
    labels : pandas.Series of int64
        0 or 1 for each sample that is in a class.
    words : pandas.Series of str
        The value that made the class.
    record : list of str
        How many samples were left out, and why.

    Raises
    ------
    InputError
        If a column or a value does not exist, a number is invalid, a time is negative, or a sample
        is in both classes.
    """
    if "time" in endpoint:
        classes, words, record = _survival(table, endpoint, path)
    elif "threshold" in endpoint:
        classes, words, record = _above(table, endpoint, path)
    elif endpoint.get("regex"):
        classes, words, record = _matched(table, endpoint, path)
    else:
        classes, words, record = _listed(table, endpoint["column"], endpoint, path)
    inside = classes.notna()
    return classes[inside].astype(np.int64), words[inside], record


def _listed(table, column, endpoint, path):
    both = set(endpoint["negative"]) & set(endpoint["positive"])
    if both:
        raise InputError(
            f"config: endpoint '{column}' has {sorted(both)[0]!r} both as negative and "
            "as positive; assign it to one class"
        )
    words = column_of(table, column, path)
    wanted = endpoint["negative"] + endpoint["positive"]
    _check_values(set(words), wanted, column, path)
    classes = words.map(
        dict.fromkeys(endpoint["negative"], 0.0) | dict.fromkeys(endpoint["positive"], 1.0)
    )
    return classes, words, _left_out(words[classes.isna()], column)


def _matched(table, endpoint, path):
    column = endpoint["column"]
    words = column_of(table, column, path)
    found = {}
    for key in ("negative", "positive"):
        found[key] = pd.Series(False, index=words.index)
        for text in endpoint[key]:
            hits = words.map(compiled(text, f"endpoint.{key}").search).map(bool)
            if not hits.any():
                raise InputError(
                    f"config: endpoint.{key}: {shown(text)} matches '{column}' of no chosen "
                    f"sample of {path}; it holds {some(sorted(set(words))[:3])}"
                )
            found[key] |= hits
    both = found["negative"] & found["positive"]
    if both.any():
        raise InputError(
            f"{path}: sample {shown(both.idxmax())} is in both classes: its '{column}' is "
            f"{shown(words[both.to_numpy()].iloc[0])}; make the expressions narrower"
        )
    classes = found["positive"].astype(float).where(found["negative"] | found["positive"])
    return classes, words, _left_out(words[classes.isna()], column)


def _above(table, endpoint, path):
    column, limit = endpoint["column"], endpoint["threshold"]
    numbers = _numbers(table, column, path)
    above = numbers > limit
    words = above.map({True: f"{column} above {limit:g}", False: f"{column} at most {limit:g}"})
    classes = above.astype(float).where(numbers.notna())
    return classes, words, _counted(numbers.isna(), f"no number in '{column}'")


def _survival(table, endpoint, path):
    """Divide by an event before the cut-off; a sample censored before it is in no class."""
    time = _numbers(table, endpoint["time"], path)
    # Such as -999, a common code for missing: it would be an early event.
    if (time < 0).any():
        column = endpoint["time"]
        raise InputError(
            f"{path}: sample {shown((time < 0).idxmax())}, column '{column}': "
            f"{time[time < 0].iloc[0]:g} is below zero, but times cannot be negative; correct it, "
            "or leave the cell empty if it is missing"
        )
    happened, _, record = _listed(table, endpoint["event"], endpoint, path)
    known = time.notna() & happened.notna()
    early = time < endpoint["cutoff"]
    censored = known & early & (happened == 0)
    classes = early.astype(float).where(known & ~censored)
    limit = f"{endpoint['event']} before {endpoint['cutoff']:g}"
    words = early.map({True: limit, False: f"no {limit}"})
    record = [
        *record,
        *_counted(time.isna() & happened.notna(), f"no number in '{endpoint['time']}'"),
        *_counted(censored, f"no event, but followed for less than {endpoint['cutoff']:g}"),
    ]
    return classes, words, record


def _numbers(table, column, path):
    words = column_of(table, column, path).str.strip()
    for sample, word in words.items():
        if word not in MISSING and not is_number(word):
            raise InputError(
                f"{path}: sample {shown(sample)}, column '{column}': {shown(word)} is not a finite "
                f"number; {how_to_write(word)}, or leave the cell empty if it is missing"
            )
    return words.map(lambda word: np.nan if word in MISSING else float(word)).astype(float)


def _counted(outside, why):
    return [f"{int(outside.sum())} samples left out: {why}"] if outside.any() else []


def _left_out(words, column):
    counts = words.value_counts(sort=False).sort_index()
    shares = [f"{shown(word)} {count}" for word, count in counts.items()]
    listed = ", ".join(shares[:6]) + (", ..." if shares[6:] else "")
    return _counted(words.notna(), f"other values of '{column}' ({listed})")


def group_replicates(table, column, how, path):
    """Return the sample that represents each sample: the first of its replicates.

    Parameters
    ----------
    table : pandas.DataFrame
        One row a sample.
    column : str
        Equal for replicates; empty if there are none.
    how : str
        `first`, `mean` or `error`.
    path : path
        For messages.

    Returns
    -------
    pandas.Series
        A sample id for each sample id.

    Raises
    ------
    InputError
        If a sample has no value in that column, or there are replicates that are not allowed.
    """
    own = table.index.to_series()
    if not column:
        return own
    words = column_of(table, column, path)
    # Samples without a value cannot be identified as replicates.
    unknown = words.str.strip().isin(MISSING)
    if unknown.any():
        raise InputError(
            f"{path}: sample {shown(unknown.idxmax())} has no value in column '{column}', "
            "which identifies replicates; fill it in"
        )
    firsts = own.groupby(words.to_numpy(), sort=False).transform("first")
    if how == "error" and (firsts != own).any():
        second = own[(firsts != own).to_numpy()].iloc[0]
        raise InputError(
            f"{path}: samples {shown(firsts[second])} and {shown(second)} are replicates: their "
            f"'{column}' is {shown(words[second])}; set replicates: {{how: first}} or mean"
        )
    return firsts


def one_label(labels, firsts, path):
    """Return the labels of the samples that represent their replicates.

    Parameters
    ----------
    labels : pandas.Series
        Of each sample.
    firsts : pandas.Series
        From `group_replicates`.
    path : path
        For messages.

    Raises
    ------
    InputError
        If replicates are in different classes.
    """
    differs = labels != labels[firsts.to_numpy()].to_numpy()
    if differs.any():
        other = differs.idxmax()
        raise InputError(
            f"{path}: samples {shown(firsts[other])} and {shown(other)} are replicates but are in "
            "different classes; correct one of them"
        )
    return labels[~firsts.duplicated().to_numpy()]


def column_of(table, column, path):
    """Return a column of the description of the samples.

    Raises
    ------
    InputError
        If it does not exist.
    """
    if column not in table.columns:
        raise InputError(
            f"{path}: there is no column '{column}'; its columns are {some(table.columns)}"
        )
    return table[column]


def compiled(pattern, key):
    """Return a regular expression of the config, compiled.

    Raises
    ------
    InputError
        If it is invalid.
    """
    try:
        return re.compile(pattern)
    except re.error as error:
        raise InputError(
            f"config: {key}: {shown(pattern)} is not a regular expression ({error}); correct it"
        ) from None


def _check_values(present, wanted, column, path):
    for value in wanted:
        if value not in present:
            raise InputError(
                f"{path}: column '{column}' has no value '{value}' among the chosen samples; "
                f"it has {some(sorted(present))}"
            )
