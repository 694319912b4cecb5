"""Which samples take part, and the class of each."""

import re
from collections import Counter

import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.text import difference, folded, nearest, shown, shown_alike, some
from suitability.data.formats.matrix import MISSING, how_to_write, is_number
from suitability.data.plausibility import check_numbers
from suitability.data.reading_notes import Notes

# Keys of an endpoint that name columns.
COLUMN_KEYS = ("column", "time", "event")
# Errors in the formulas of a workbook; `#N/A` is a missing value.
ERRORS = ("#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!")


def check_columns(table, features, stanza, path):
    """Refuse a config that names columns which do not describe the samples.

    Parameters
    ----------
    table : pandas.DataFrame
        One row a sample, all text.
    features : sequence of str
        Of the file of values.
    stanza : dict
        `where`, `endpoint` and `replicates` of the data set.
    path : path
        For messages.

    Raises
    ------
    InputError
    """
    endpoint = stanza["endpoint"]
    columns = [*stanza["where"], *(endpoint[key] for key in COLUMN_KEYS if key in endpoint)]
    columns += [stanza["replicates"]["column"]] if stanza["replicates"]["column"] else []
    for column in columns:
        if column not in table.columns and column in features:
            raise InputError(
                f"{path}: {shown(column)} is read as a feature, since it is numeric; list it under "
                "annotation in the config"
            )
        column_of(table, column, path)


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

    Returns
    -------
    pandas.DataFrame
    Notes

    Raises
    ------
    InputError
        If a column or a value does not exist.
    """
    notes = Notes()
    for column, wanted in where.items():
        values = column_of(table, column, path)
        _check_values(set(values), wanted, column, path)
        chosen = table[values.isin(wanted)]
        # Of several rows of a sample, another one may be chosen.
        gone = values[~table.index.isin(chosen.index)]
        left_out = _left_out(gone, column, "left out by where")
        notes += Notes(tuple(left_out), _warn_of_look_alikes(table, column, wanted, path))
        table = chosen
    return table, notes


def make_labels(table, endpoint, path):
    """Return the classes of an endpoint that depends on the description of the samples.

    Parameters
    ----------
    table : pandas.DataFrame
        One row a sample, all text.
    endpoint : dict
        `column`, `negative` and `positive`, perhaps `regex`; or `column` and `classes`; or `column`
        and `threshold`; or
        `time`, `event`, `cutoff`, `negative` and `positive`.
    path : path
        For messages.

    Returns
    -------
    labels : pandas.Series of int64
        From 0, for each sample that is in a class.
    words : pandas.Series of str
        The value that made the class.
    notes : Notes

    Raises
    ------
    InputError
        If a column or a value does not exist, a number is invalid, a time is negative, or a sample
        is in both classes.
    """
    if "time" in endpoint:
        classes, words, notes = _survival(table, endpoint, path)
    elif "classes" in endpoint:
        classes, words, notes = _of_classes(table, endpoint, path)
    elif "threshold" in endpoint:
        classes, words, notes = _above(table, endpoint, path)
    elif endpoint.get("regex"):
        classes, words, notes = _matched(table, endpoint, path)
    else:
        classes, words, notes = _listed(table, endpoint["column"], endpoint, path)
    inside = classes.notna()
    return classes[inside].astype(np.int64), words[inside], notes


def _listed(table, column, endpoint, path):
    both = set(endpoint["negative"]) & set(endpoint["positive"])
    if both:
        raise InputError(
            f"config: endpoint '{column}' has {sorted(both)[0]!r} both as negative and "
            "as positive; assign it to one class"
        )
    return _by_value(table, column, [endpoint["negative"], endpoint["positive"]], path)


def _of_classes(table, endpoint, path):
    column, classes = endpoint["column"], endpoint["classes"]
    if classes == "all":
        values = sorted(set(column_of(table, column, path)) - set(MISSING))
        classes = [[value] for value in values]
    counts = Counter(value for values in classes for value in values)
    repeated = [value for value, count in counts.items() if count > 1]
    if repeated:
        raise InputError(
            f"config: endpoint '{column}' has {repeated[0]!r} in several classes; assign it to one"
        )
    return _by_value(table, column, classes, path)


def _by_value(table, column, values_of_classes, path):
    words = column_of(table, column, path)
    wanted = [value for values in values_of_classes for value in values]
    _check_values(set(words), wanted, column, path)
    classes = words.map(
        {value: float(c) for c, values in enumerate(values_of_classes) for value in values}
    )
    return (
        classes,
        words,
        Notes(
            tuple(_left_out(words[classes.isna()], column)),
            _warn_of_look_alikes(table, column, wanted, path),
        ),
    )


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
    notes = Notes(
        tuple(_left_out(words[classes.isna()], column)), _warn_of_columns(table, column, path)
    )
    return classes, words, notes


def _above(table, endpoint, path):
    column, limit = endpoint["column"], endpoint["threshold"]
    words, numbers = _numbers(table, column, path)
    warnings = check_numbers(words, numbers, column, path)
    above = numbers > limit
    words = above.map({True: f"{column} above {limit:g}", False: f"{column} at most {limit:g}"})
    classes = above.astype(float).where(numbers.notna())
    left_out = _counted(numbers.isna(), f"no number in '{column}'")
    return (
        classes,
        words,
        Notes(tuple(left_out), (*warnings, *_warn_of_columns(table, column, path))),
    )


def _survival(table, endpoint, path):
    """Divide by an event before the cut-off; a sample censored before it is in no class."""
    column = endpoint["time"]
    words, time = _numbers(table, column, path)
    if (time < 0).any():
        raise InputError(
            f"{path}: sample {shown((time < 0).idxmax())}, column '{column}': "
            f"{time[time < 0].iloc[0]:g} is below zero, but times cannot be negative; correct it, "
            "or leave the cell empty if it is missing"
        )
    warnings = check_numbers(words, time, column, path)
    happened, _, notes = _listed(table, endpoint["event"], endpoint, path)
    known = time.notna() & happened.notna()
    early = time < endpoint["cutoff"]
    censored = known & early & (happened == 0)
    classes = early.astype(float).where(known & ~censored)
    limit = f"{endpoint['event']} before {endpoint['cutoff']:g}"
    words = early.map({True: limit, False: f"no {limit}"})
    left_out = (
        *_counted(time.isna() & happened.notna(), f"no number in '{column}'"),
        *_counted(censored, f"no event, but followed for less than {endpoint['cutoff']:g}"),
    )
    notes += Notes(left_out, (*warnings, *_warn_of_columns(table, column, path)))
    return classes, words, notes


def _numbers(table, column, path):
    """Return the numbers of a column as written, empty where missing, and as numbers."""
    words = column_of(table, column, path)
    for sample, word in words.items():
        if word not in MISSING and not is_number(word):
            raise InputError(
                f"{path}: sample {shown(sample)}, column '{column}': {shown(word)} is not a finite "
                f"number; {how_to_write(word)}, or leave the cell empty if it is missing"
            )
    words = words.mask(words.isin(MISSING), "")
    return words, words.map(lambda word: float(word) if word else np.nan).astype(float)


def _counted(outside, why, what="left out"):
    return [f"{int(outside.sum())} samples {what}: {why}"] if outside.any() else []


def _left_out(words, column, what="left out"):
    counts = words.value_counts(sort=False).sort_index()
    shares = [f"{shown(word) if word else 'no value'} {count}" for word, count in counts.items()]
    listed = ", ".join(shares[:6]) + (", ..." if shares[6:] else "")
    return _counted(words.notna(), f"other values of '{column}' ({listed})", what)


def _warn_of_look_alikes(table, column, wanted, path):
    """Return warnings of values, and of columns, that only look like those of the config."""
    known = {folded(value): value for value in wanted}
    counts = table[column].value_counts(sort=False)
    warnings = [
        f"{path}: column {shown(column)} of {count} samples is "
        f"{shown_alike(value, known[folded(value)])}; "
        "write them alike, or list both in the config"
        for value, count in counts.items()
        if value not in wanted and folded(value) in known
    ]
    return (*warnings, *_warn_of_columns(table, column, path))


def _warn_of_columns(table, column, path):
    """Return warnings of columns that have what is missing in one of nearly the same name."""
    missing = table[column].isin(MISSING)
    alike = [name for name in table if name != column and folded(name) == folded(column)]
    counts = {name: int((missing & ~table[name].isin(MISSING)).sum()) for name in alike}
    return tuple(
        f"{path}: column {shown(column)} is empty for {count} samples that have a value in "
        f"{shown(name)}; the names differ in {difference(column, name)}; give both columns one name"
        for name, count in counts.items()
        if count
    )


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
    unknown = words.isin(MISSING)
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
            "different classes; correct one of them, or leave replicates out if they are a pair, "
            "such as tumour and normal of one patient"
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
        near = nearest(column, list(table.columns))
        did_you_mean = f"; did you mean {shown(near)}?" if near else ""
        raise InputError(
            f"{path}: there is no column '{column}'; its columns are "
            f"{some(table.columns) or 'none'}{did_you_mean}"
        )
    words = table[column]
    computed = words.str.startswith("=") | words.isin(ERRORS)
    if computed.any():
        word = words[computed.to_numpy()].iloc[0]
        kind = "an error" if word in ERRORS else "a formula without a stored result"
        raise InputError(
            f"{path}: column {shown(column)}: {shown(word)} is {kind}; correct it in the workbook, "
            "and save it with a spreadsheet program"
        )
    return words


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
            near = nearest(value, sorted(present - {*wanted}))
            look_alike = (
                f"; {shown_alike(near, value)}" if near and folded(near) == folded(value) else ""
            )
            raise InputError(
                f"{path}: column '{column}' has no value '{value}' among the chosen samples; "
                f"it has {some(sorted(present))}{look_alike}"
            )
