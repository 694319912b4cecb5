"""Values and names that look like something else: codes, running numbers, dates, other scales."""

import re

import numpy as np

from suitability.core.errors import InputError
from suitability.core.text import shown, some

# Common codes for missing values.
CODES = (-9, -99, -666, -999, -9999, 999, 9999, 99999)
PLAIN_NUMBER = re.compile(r"[-+]?\d+(\.0*)?", re.ASCII)
# 1.144 is 1144 in German, 1.144 in English.
THOUSANDS = re.compile(r"[1-9]\d{0,2}(\.\d{3})+", re.ASCII)
UP_TO_THREE_DIGITS = re.compile(r"\d{1,3}", re.ASCII)
MONTH = "(jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez)"
DATE = re.compile(
    rf"\d{{1,2}}[-. ]{{1,2}}{MONTH}\.?|{MONTH}[-. ]\d{{1,2}}|\d{{4}}-\d\d-\d\d( 00:00:00)?"
    r"|\d{1,2}/\d{1,2}/\d{4}",
    re.IGNORECASE,
)
UNNAMED = re.compile(r"unnamed: \d+", re.IGNORECASE)
# No more values than this are looked at to find points between thousands.
LOOKED_AT = 1_000_000
# In data with more running numbers than this, they are ranks.
MOST_RUNNING_NUMBERS = 20
FEWEST_SAMPLES = 6
# A feature is on another scale if the median of new samples is further outside of the values seen
# than this share of their range.
OUTSIDE = 0.5


def check_numbers(words, numbers, column, path):
    """Refuse numbers of samples of which some are codes for missing, or have points for thousands.

    Parameters
    ----------
    words : pandas.Series of str
        The numbers as written, by sample; empty where missing. Numbers with an exponent are always
        accepted, so that a user can write a value that looks like a code.
    numbers : pandas.Series of float
    column : str
    path : path
        For messages.

    Raises
    ------
    InputError

    Returns
    -------
    list of str
        Warnings.
    """
    plain = words.map(PLAIN_NUMBER.fullmatch).map(bool)
    is_code = plain & numbers.isin(CODES)
    others = numbers[~is_code].dropna()
    warnings = []
    for code in numbers[is_code].unique() if len(others) else ():
        low, high = others.min(), others.max()
        distance = max(low - code, code - high)
        of_code = numbers.index[(numbers == code) & is_code]
        place = (
            f"{path}: column {shown(column)} is {code:g} for {len(of_code)} samples, such as "
            f"{shown(of_code[0])}, and {low:g} to {high:g} for the others"
        )
        if distance > high - low or code < 0 <= low:
            raise InputError(
                f"{place}, so that it looks like a code for a missing value; leave these cells "
                f"empty, or write {code:g}e0 if it is a true value"
            )
        if distance > 0 and len(of_code) > 1:
            warnings.append(
                f"{place}; if it is a code for a missing value, leave these cells empty"
            )
    thousands = words.map(THOUSANDS.fullmatch).map(bool)
    whole = words.map(UP_TO_THREE_DIGITS.fullmatch).map(bool)
    if (
        thousands.any()
        and (thousands | whole | (words == "")).all()
        and (numbers[whole] >= 100).any()
    ):
        sample = thousands.idxmax()
        word = words[sample]
        raise InputError(
            f"{path}: sample {shown(sample)}, column {shown(column)}: {shown(word)} may have a "
            "point between thousands, since the other numbers are whole and below 1000; write "
            f"{word.replace('.', '')}, or {word}e0 if the point is the decimal one"
        )
    return warnings


def look_at_matrix(path, matrix, from_text):
    """Return warnings of features that look like something else.

    Parameters
    ----------
    path : path
        For messages.
    matrix : formats.matrix.Matrix
    from_text : bool
        Whether the values were read from text.

    Returns
    -------
    list of str
    """
    warnings = []
    running = _running_numbers(matrix.values)
    for place, first in running:
        warnings.append(
            f"{path}: feature {shown(matrix.features[place])} has the numbers {first} to "
            f"{first + len(matrix.samples) - 1}, one for each sample; if it only numbers the "
            "samples, remove it or list it under annotation"
        )
    known = {place for place, _ in running}
    unnamed = [
        name
        for place, name in enumerate(matrix.features)
        if UNNAMED.fullmatch(name) and place not in known
    ]
    if unnamed:
        warnings.append(
            f"{path}: {some(unnamed)} may be row numbers that pandas wrote; if so, remove them or "
            "list them under annotation"
        )
    warnings += [
        *warn_of_dates(path, matrix.features, "features"),
        *warn_of_dates(path, matrix.names, "names of features"),
    ]
    if from_text and _points_between_thousands(matrix.values):
        warnings.append(
            f"{path}: whole numbers up to {np.nanmax(np.floor(matrix.values)):g} are beside "
            "numbers with three decimals; if the point separates thousands, save the file without "
            "it"
        )
    return warnings


def warn_of_dates(path, names, kind):
    """Return a warning if names look like dates that a spreadsheet made of gene symbols.

    Parameters
    ----------
    path : path
        For messages.
    names : sequence of str
    kind : str
        What they name, for messages.

    Returns
    -------
    list of str
    """
    dates = [name for name in names if DATE.fullmatch(name)]
    if not dates:
        return []
    return [
        f"{path}: {len(dates)} {kind} look like dates, {some(dates[:3])}, which spreadsheets make "
        "of gene symbols such as MARCH1; use a file that no spreadsheet has changed"
    ]


def _running_numbers(values):
    """Return (feature, first number) of features that number the samples from 0 or 1."""
    samples = values.shape[1]
    if samples < FEWEST_SAMPLES:
        return []
    first, last = values.min(axis=1), values.max(axis=1)
    candidates = np.flatnonzero(np.isin(first, (0, 1)) & (last == first + samples - 1))
    expected = np.arange(samples)
    found = [
        (int(place), int(first[place]))
        for place in candidates
        if (np.sort(values[place]) == first[place] + expected).all()
    ]
    return found if len(found) <= MOST_RUNNING_NUMBERS else []


def _points_between_thousands(values):
    flat = values.reshape(-1)
    flat = flat[:: max(1, len(flat) // LOOKED_AT)]
    flat = flat[~np.isnan(flat)]
    whole = flat == np.rint(flat)
    fractions = flat[~whole]
    if not 0 < len(fractions) < 0.8 * len(flat) or not 100 <= flat[whole].max() < 1000:
        return False
    rest = np.abs(1000 * fractions - np.rint(1000 * fractions))
    return fractions.min() > 1 and fractions.max() < 1000 and rest.max() < 1e-6


def on_another_scale(values, lowest, highest):
    """Return which features of new samples are on another scale than the values seen.

    Parameters
    ----------
    values : float64 array, shape (samples, features)
    lowest, highest : float64 array, shape (features,)
        Of the values seen.

    Returns
    -------
    bool array, shape (features,)
        Whether the median is further outside than half the range of the values seen.
    """
    middle = np.median(values, axis=0)
    room = OUTSIDE * (highest - lowest)
    return (middle < lowest - room) | (middle > highest + room)
