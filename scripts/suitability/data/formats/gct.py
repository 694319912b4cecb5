"""GCT files, versions 1.2 and 1.3, as GenePattern and the Connectivity Map write them."""

import pandas as pd

from suitability.core.errors import InputError
from suitability.core.text import shown
from suitability.data.formats.matrix import Matrix, check_ids, names_of_features, no_annotation
from suitability.data.formats.text_table import Layout, read_cells, text_rows


def read_gct(path):
    """Read a GCT file.

    Parameters
    ----------
    path : path

    Returns
    -------
    Matrix
        The annotation holds the sample fields of version 1.3.

    Raises
    ------
    InputError
        If the file is not GCT, its size differs from line 2, or a field is repeated.
    """
    rows = text_rows(path)
    version = next(rows, (0, [""]))[1][0].strip()
    if version not in ("#1.2", "#1.3"):
        raise InputError(
            f"{path}: line 1 is {shown(version)} where a GCT file has #1.2 or #1.3; check that it "
            "is the right file"
        )
    _, cells = next(rows, (0, []))
    counts = [int(cell) for cell in cells if cell.isascii() and cell.strip().isdigit()]
    wanted = 2 if version == "#1.2" else 4
    if len(counts) != wanted:
        raise InputError(
            f"{path}: line 2 has {len(counts)} whole numbers where version {version[1:]} has "
            f"{wanted}; download the file again"
        )
    features, samples, row_fields, sample_fields = counts if wanted == 4 else (*counts, 1, 0)
    line, header = next(rows, (0, []))
    if len(header) != 1 + row_fields + samples or not samples:
        raise InputError(
            f"{path}: line 3 has {len(header)} columns where line 2 states "
            f"{1 + row_fields + samples}; download the file again"
        )
    check_ids(path, header, "column", "column")
    first = 1 + row_fields
    fields = {}
    for _ in range(sample_fields):
        line, row = next(rows, (line + 1, []))
        if len(row) != len(header):
            raise InputError(
                f"{path}: line {line} has {len(row)} cells where the header has {len(header)}; "
                "make them equal"
            )
        if row[0] in fields:
            raise InputError(
                f"{path}: line {line} repeats the field {shown(row[0])} of the samples; keep one "
                "of them"
            )
        fields[row[0]] = row[first:]
    layout = Layout(header, line, text=tuple(header[:first]))
    values, texts, _ = read_cells(path, layout)
    if len(values) != features:
        raise InputError(
            f"{path}: has {len(values)} rows of values where line 2 states {features}; download "
            "the file again"
        )
    ids = texts[header[0]].tolist()
    check_ids(path, ids, "row", "feature", first=4 + sample_fields)
    annotation = no_annotation(header[first:])
    if fields:
        annotation = pd.DataFrame(fields, index=header[first:], dtype=object)
    names = names_of_features(texts.drop(columns=header[0]), ids)
    return Matrix(values, ids, header[first:], annotation, names=names)
