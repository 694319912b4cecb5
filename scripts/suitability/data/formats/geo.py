"""Files of the Gene Expression Omnibus: series matrices and SOFT families."""

import re

import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.text import one_line, shown, some
from suitability.data.formats.common import (
    MISSING,
    Matrix,
    check_finite,
    check_ids,
    open_binary,
    open_text,
    plain_errors,
)
from suitability.data.formats.text_table import Layout, read_cells, text_rows

TABLE_BEGIN = "!series_matrix_table_begin"
TABLE_END = "!series_matrix_table_end"
KEY_AND_VALUE = re.compile(r"\s*([^:]{1,80}?)\s*:\s*(.*\S)\s*", re.DOTALL)


def read_series_matrix(path):
    """Read a GEO series matrix.

    Parameters
    ----------
    path : path

    Returns
    -------
    Matrix
        The annotation is that of `describe_samples`.

    Raises
    ------
    InputError
        If the file is not a series matrix, is truncated, has several matrices, or its rows have
        different lengths.
    """
    fields = []
    rows = text_rows(path, errors="replace")
    for line, row in rows:
        if row[0] == TABLE_BEGIN:
            break
        if row[0].startswith("!Sample_"):
            fields.append((line, row))
    else:
        raise InputError(
            f"{path}: has no line {TABLE_BEGIN}, so it is not a GEO series matrix; download it "
            "again, or state its format"
        )
    line, header = next(rows, (0, [TABLE_END]))
    if len(header) < 2:
        raise InputError(f"{path}: has no values; GEO has them in another file of the series")
    samples = header[1:]
    check_ids(path, samples, "column", "sample", first=2)
    layout = Layout(header, line, comment="!", text=(header[0],))
    values, texts, comments = read_cells(path, layout)
    begun = sum(comment.strip().strip('"') == TABLE_BEGIN for comment in comments)
    if begun:
        raise InputError(
            f"{path}: has {begun + 1} matrices, one for each platform; keep one of them in the file"
        )
    if TABLE_END not in (comment.strip().strip('"') for comment in comments):
        raise InputError(f"{path}: has no line {TABLE_END}, so it was truncated; download it again")
    _check_end(path)
    features = texts[header[0]].tolist()
    if not features:
        raise InputError(f"{path}: has no values; GEO has them in another file of the series")
    check_ids(path, features, "row", "feature", first=1)
    return Matrix(values, features, samples, _annotation(path, fields, samples))


def _check_end(path):
    """Refuse a series matrix with values below its end."""
    with plain_errors(path), open_binary(path) as file:
        ended = False
        for number, line in enumerate(file, start=1):
            words = line.strip(b'" \t\r\n')
            if ended and words and not words.startswith(b"!"):
                raise InputError(
                    f"{path}: line {number} is below {TABLE_END} and is not a comment; download "
                    "the file again"
                )
            ended = ended or words == TABLE_END.encode()


def _annotation(path, fields, samples):
    """Return the annotation in a series matrix, in the order of its samples."""
    records = [{} for _ in samples]
    columns = None if fields else list(samples)
    for line, (name, *cells) in fields:
        if len(cells) != len(samples):
            raise InputError(
                f"{path}: line {line} ({shown(name)}) has {len(cells)} cells for {len(samples)} "
                "samples; download the file again"
            )
        if name == "!Sample_geo_accession":
            columns = cells
        for record, cell in zip(records, cells, strict=True):
            record.setdefault(name.removeprefix("!Sample_"), []).append(cell)
    if columns is None:
        raise InputError(
            f"{path}: has no line !Sample_geo_accession, so that the samples of its other lines "
            "cannot be identified; download the file again"
        )
    if sorted(columns) != sorted(samples):
        raise InputError(
            f"{path}: the line !Sample_geo_accession and the header of the values name different "
            "samples; download the file again"
        )
    return describe_samples(dict(zip(columns, records, strict=True))).loc[samples]


def read_soft(path):
    """Read a GEO SOFT family with GEOparse.

    Parameters
    ----------
    path : path

    Returns
    -------
    Matrix
        The column VALUE of each sample. Its annotation is that of `describe_samples`; samples of
        several platforms share one matrix, with NaN for the features of other platforms.

    Raises
    ------
    InputError
        If the file is truncated, GEOparse cannot read it, or a sample is repeated or has no table
        of values.
    """
    # Slow to import, and used here only.
    import GEOparse

    _check_whole(path)
    try:
        family = GEOparse.get_GEO(
            filepath=str(path),
            geotype="GSE",
            silent=True,
            open_kwargs={"encoding": "utf-8-sig", "errors": "replace"},
        )
    except Exception as error:  # GEOparse raises errors of many kinds
        raise InputError(
            f"{path}: GEOparse cannot read it: {one_line(error)}; download it again, or use the "
            "series matrix"
        ) from None
    columns = {}
    for name, sample in family.gsms.items():
        columns[name] = _soft_values(path, name, sample.table)
    features = list(dict.fromkeys(feature for column in columns.values() for feature in column))
    place = {feature: i for i, feature in enumerate(features)}
    values = np.full((len(features), len(columns)), np.nan)
    for i, column in enumerate(columns.values()):
        values[[place[feature] for feature in column], i] = list(column.values())
    samples = list(columns)
    check_ids(path, samples, "column", "sample")
    check_ids(path, features, "row", "feature", first=1)
    check_finite(path, values, features, samples)
    records = {name: sample.metadata for name, sample in family.gsms.items()}
    return Matrix(values, features, samples, describe_samples(records))


def _check_whole(path):
    """Refuse a SOFT family of which GEOparse would read a part without an error."""
    named, listed, table, begun = set(), [], "", 0
    with plain_errors(path), open_text(path, "replace") as file:
        for number, line in enumerate(file, start=1):
            if line[:1] not in "^!":
                continue
            key, _, value = (part.strip() for part in line.partition("="))
            key = key.lower()
            if table and (line[0] == "^" or key.endswith("_table_begin")):
                break
            if key == "^sample" and value in named:
                raise InputError(
                    f"{path}: line {number} starts the sample {shown(value)} again; keep one of "
                    "them"
                )
            if key == "^sample":
                named.add(value)
            elif key == "!series_sample_id":
                listed.append(value)
            elif key.endswith("_table_begin"):
                table, begun = key, number
            elif key.endswith("_table_end"):
                table = ""
    if table:
        raise InputError(
            f"{path}: the table that begins in line {begun} has no line "
            f"{table.removesuffix('begin')}end, so it was truncated; download it again"
        )
    if not named:
        raise InputError(
            f"{path}: has no line ^SAMPLE, so it is not a SOFT family of a series; download the "
            "series' _family.soft.gz"
        )
    absent = [name for name in listed if name not in named]
    if absent:
        raise InputError(
            f"{path}: lacks {len(absent)} of the {len(listed)} samples that !Series_sample_id "
            f"names, {some(absent)}, so it was truncated; download it again"
        )


def _soft_values(path, name, table):
    """Return the values of one sample by feature."""
    if "VALUE" not in table.columns or table.empty:
        raise InputError(
            f"{path}: sample {shown(name)} has no table with a column VALUE; use the series "
            "matrix, or remove the sample from the file"
        )
    features = table.iloc[:, 0].astype(object).map(lambda x: "" if pd.isna(x) else str(x))
    repeated = features[features.duplicated()]
    if len(repeated):
        raise InputError(
            f"{path}: sample {shown(name)} has the feature {shown(repeated.iloc[0])} twice; keep "
            "one of them"
        )
    numbers = pd.to_numeric(table["VALUE"], errors="coerce")
    wrong = numbers.isna() & ~table["VALUE"].isna() & ~table["VALUE"].isin(MISSING)
    if table["VALUE"].dtype == bool or wrong.any():
        first = 0 if table["VALUE"].dtype == bool else int(wrong.to_numpy().argmax())
        raise InputError(
            f"{path}: feature {shown(features.iloc[first])}, sample {shown(name)}: "
            f"{shown(str(table['VALUE'].iloc[first]))} is not a finite number; correct it, or "
            "leave the cell empty if it is missing"
        )
    return dict(zip(features, numbers.astype(float), strict=True))


def describe_samples(records):
    """Return a table of GEO's description of each sample.

    Parameters
    ----------
    records : dict of str to dict of str to list of str
        The cells of each field (without its prefix, such as `characteristics_ch1`) of each sample.

    Returns
    -------
    pandas.DataFrame
        One row a sample, all text: one column for each field (`title`, `description`,
        `platform_id`, ...), several cells of a field joined by `; `; `characteristics` for
        `characteristics_ch1`; and one column for each key of the characteristics, named by the key
        (`er_status`), at any place in the list, with `_ch2` for the second channel. Keys of
        descriptions are columns too. A key with the name of a field is called
        `key (characteristics)`. What is not given for a sample is empty.
    """
    fields, keys = {}, {}
    for name, record in records.items():
        fields[name], keys[name] = {}, {}
        # Descriptions come last: they only add keys that the characteristics lack.
        for field, cells in sorted(record.items(), key=lambda item: item[0] == "description"):
            cells = [cell.strip() for cell in cells if cell.strip() not in MISSING]
            channel = re.fullmatch(r"characteristics(_ch1|_ch2|)", field)
            fields[name]["characteristics" if channel and channel[1] != "_ch2" else field] = cells
            if not channel and field != "description":
                continue
            known = {} if channel else dict(keys[name])
            for key, value in _keys_and_values(cells):
                key += "_ch2" if channel and channel[1] == "_ch2" else ""
                if key not in known:
                    keys[name].setdefault(key, []).append(value)
    names = {field for record in fields.values() for field in record}
    table = {}
    for name in records:
        row = dict(fields[name])
        for key, values in keys[name].items():
            row[f"{key} (characteristics)" if key in names else key] = values
        table[name] = {key: "; ".join(dict.fromkeys(values)) for key, values in row.items()}
    described = pd.DataFrame.from_dict(table, orient="index", dtype=object)
    return described.reindex(list(records)).fillna("")


def _keys_and_values(cells):
    for cell in cells:
        match = KEY_AND_VALUE.fullmatch(cell)
        if match and match[2] not in MISSING:
            yield match[1], match[2]
