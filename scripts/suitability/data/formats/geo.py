"""Files of the Gene Expression Omnibus: series matrices and SOFT families."""

import re
import sys
from collections import Counter

import numpy as np
import pandas as pd

from suitability.core.errors import InputError
from suitability.core.text import clean, shown, some
from suitability.data.formats.matrix import (
    MISSING,
    NAME_WORDS,
    Matrix,
    check_ids,
    how_to_write,
    names_of_features,
    open_binary,
    open_text,
    parse_numbers,
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
    """Read a GEO SOFT family.

    Parameters
    ----------
    path : path

    Returns
    -------
    Matrix
        The column VALUE of each sample. The annotation is that of `describe_samples`; names are the
        gene symbols of the platforms. Samples of several platforms share one matrix, with NaN for
        the features of other platforms; a sample without such a table has no values.

    Raises
    ------
    InputError
        If the file is truncated, a sample or a feature is repeated, or no sample has values.
    """
    records, columns, names, series = {}, {}, {}, []
    for line, kind, name, fields, table in _soft_entities(path):
        if kind == "series":
            series.append((line, fields))
        elif kind == "platform":
            names |= _soft_names(table)
        elif kind == "sample":
            if name in records:
                raise InputError(
                    f"{path}: line {line} starts the sample {shown(name)} again; keep one of them"
                )
            records[name], columns[name] = fields, _soft_values(path, name, table)
    _check_complete(path, series, records)
    samples = list(columns)
    features = list(dict.fromkeys(feature for column, _ in columns.values() for feature in column))
    if not features:
        raise InputError(
            f"{path}: no sample has a table with a column VALUE; use the series matrix, or another "
            "file of the series"
        )
    check_ids(path, samples, "column", "sample")
    check_ids(path, features, "row", "feature", first=1)
    place = {feature: i for i, feature in enumerate(features)}
    values = np.full((len(features), len(columns)), np.nan)
    for i, (column, numbers) in enumerate(columns.values()):
        values[[place[feature] for feature in column], i] = numbers
    return Matrix(
        values,
        features,
        samples,
        describe_samples(records),
        names=[names.get(feature, "") for feature in features] if names else [],
    )


def _soft_entities(path):
    """Yield (line, kind, name, fields, rows of the table) of every entity of a SOFT file."""
    entity, table, begun = None, None, 0
    with plain_errors(path), open_text(path, "replace") as file:
        for number, line in enumerate(file, start=1):
            mark = line[:1]
            if table is not None and mark not in "^!":
                table.append(line)
                continue
            if mark not in ("^", "!"):
                continue
            key, _, value = (clean(part) for part in line[1:].partition("="))
            word = key.lower()
            if table is not None and (mark == "^" or word.endswith("_table_begin")):
                break
            if mark == "^":
                if entity:
                    yield entity
                entity = (number, word, value, {}, [])
            elif word.endswith("_table_begin"):
                table, begun = entity[-1] if entity else [], number
            elif word.endswith("_table_end"):
                table = None
            elif entity:
                entity[3].setdefault(key.partition("_")[2] or key, []).append(value)
    if table is not None:
        raise InputError(
            f"{path}: the table that begins in line {begun} has no line "
            f"!{entity[1] if entity else 'sample'}_table_end, so it was truncated; download it "
            "again"
        )
    if entity:
        yield entity


def _check_complete(path, series, samples):
    """Refuse a SOFT file that is not a whole series."""
    if not samples:
        raise InputError(
            f"{path}: has no line ^SAMPLE, so it is not a SOFT family of a series; download the "
            "series' _family.soft.gz"
        )
    if len(series) > 1:
        raise InputError(
            f"{path}: line {series[1][0]} starts a second series; keep one series in the file"
        )
    listed = [name for _, fields in series for name in fields.get("sample_id", [])]
    absent = [name for name in listed if name not in samples]
    if absent:
        raise InputError(
            f"{path}: lacks {len(absent)} of the {len(listed)} samples that !Series_sample_id "
            f"names, {some(absent)}, so it was truncated; download it again"
        )


def _soft_table(lines):
    """Return the header and the rows of a table of a SOFT file."""
    header, *rows = [[_unquoted(cell) for cell in line.split("\t")] for line in lines] or [[]]
    return header, [row for row in rows if any(row)]


def _soft_values(path, name, lines):
    """Return the features of one sample and their values."""
    header, rows = _soft_table(lines)
    if "VALUE" not in header:
        return [], []
    place = header.index("VALUE")
    features = [row[0] for row in rows]
    repeated = next((f for f, count in Counter(features).items() if count > 1), None)
    if repeated is not None:
        raise InputError(
            f"{path}: sample {shown(name)} has the feature {shown(repeated)} twice; keep one of "
            "them"
        )
    cells = [row[place] if place < len(row) else "" for row in rows]
    numbers, wrong = parse_numbers(cells)
    if wrong is not None:
        raise InputError(
            f"{path}: feature {shown(features[wrong])}, sample {shown(name)}: "
            f"{shown(cells[wrong])} is not a finite number; {how_to_write(cells[wrong])}, or leave "
            "the cell empty if it is missing"
        )
    # One object for each id, however many samples have it.
    return list(map(sys.intern, features)), numbers


def _soft_names(lines):
    """Return the gene symbols in the table of a platform, by feature."""
    header, rows = _soft_table(lines)
    texts = {
        name: [row[place] if place < len(row) else "" for row in rows]
        for place, name in enumerate(header)
        if place and any(word in name.lower() for word in NAME_WORDS)
    }
    ids = [row[0] for row in rows]
    names = names_of_features(pd.DataFrame(texts, dtype=object), ids)
    return dict(zip(ids, names, strict=True)) if names else {}


def _unquoted(cell):
    quoted = len(cell) > 1 and cell[0] == cell[-1] == '"'
    return clean(cell[1:-1] if quoted else cell)


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
            cells = [clean(cell) for cell in cells if clean(cell) not in MISSING]
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
            yield clean(match[1]), clean(match[2])
