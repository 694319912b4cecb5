"""Entries of the NIPS 2003 feature selection challenge: predictions and lists of features.

An entry is a zip file or a folder with `NAME_SPLIT.resu` (predicted classes, -1 or 1),
`NAME_SPLIT.conf` (confidences, not negative; optional) and `NAME.feat` (the used features, from 1)
for each data set NAME and each SPLIT of train, valid and test.
"""

import zipfile
import zlib
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

import numpy as np

from suitability.core.errors import InputError
from suitability.core.tables import whole_file
from suitability.core.text import clean, shown
from suitability.data.formats.challenge_data import INDEX, SPLITS, read_lines
from suitability.data.formats.matrix import is_number, plain_errors

ENDINGS = (".resu", ".conf", ".feat")
# Zip files have a time for each member, which would differ from run to run.
NO_TIME = (1980, 1, 1, 0, 0, 0)
# An entry for the five data sets of the challenge has less than 2 MB.
MOST_BYTES = 200_000_000


@dataclass(frozen=True)
class Predictions:
    """What an entry states of one data set.

    Attributes
    ----------
    classes : dict of str to int array, shape (samples,)
        -1 or 1, by split.
    confidences : dict of str to float64 array, shape (samples,)
        Not negative.
    features : int array or None
        The used features, from 0, in the order of the list; None if there is no list.
    """

    classes: dict = field(default_factory=dict)
    confidences: dict = field(default_factory=dict)
    features: np.ndarray | None = None

    def covers(self, splits):
        """Return whether the predictions of some splits and the list of features are there."""
        return set(self.classes) >= set(splits) and self.features is not None


def parse_classes(path, lines):
    """Return the classes of a `.resu` or `.labels` file.

    Parameters
    ----------
    path : path
        For messages.
    lines : sequence of str

    Returns
    -------
    int64 array
        -1 or 1.

    Raises
    ------
    InputError
        If a line is not -1 or 1.
    """
    for place, line in enumerate(_filled(path, lines), start=1):
        if not is_number(line) or float(line) not in (-1, 1):
            raise InputError(f"{path}: line {place}: {shown(line)} is not -1 or 1; correct it")
    return np.array([int(float(line)) for line in _filled(path, lines)], np.int64)


def parse_confidences(path, lines):
    """Return the confidences of a `.conf` file; they are not negative."""
    for place, line in enumerate(_filled(path, lines), start=1):
        if not is_number(line) or float(line) < 0:
            raise InputError(
                f"{path}: line {place}: {shown(line)} is not a finite number of at least 0; "
                "correct it"
            )
    return np.array([float(line) for line in _filled(path, lines)])


def parse_features(path, lines, features):
    """Return the features in a `.feat` file, from 0; the list may be empty.

    Parameters
    ----------
    path : path
        For messages.
    lines : sequence of str
        One or more indices a line, from 1.
    features : int
        How many there are.

    Returns
    -------
    int64 array

    Raises
    ------
    InputError
        If an index is out of range or there twice.
    """
    seen = {}
    for place, line in enumerate(lines, start=1):
        for word in line.split():
            if not INDEX.fullmatch(word) or not 1 <= int(word) <= features:
                raise InputError(
                    f"{path}: line {place}: {shown(word)} is not the index of a feature, from 1 "
                    f"to {features}; correct it"
                )
            if int(word) in seen:
                raise InputError(
                    f"{path}: line {place}: feature {int(word)} is already in line "
                    f"{seen[int(word)]}; remove one"
                )
            seen[int(word)] = place
    return np.array(list(seen), np.int64) - 1


def _filled(path, lines):
    """Return the lines without blank ones at the end; a blank one above others is an error."""
    lines = list(lines)
    while lines and not lines[-1]:
        lines.pop()
    if "" in lines:
        raise InputError(
            f"{path}: line {lines.index('') + 1} is blank, but samples are identified by their "
            "line; fill it in"
        )
    return lines


def read_classes(path, samples=None):
    """Read a `.labels` file.

    Parameters
    ----------
    path : path
    samples : int, optional
        How many are expected.

    Returns
    -------
    int64 array, shape (samples,)
        -1 or 1.

    Raises
    ------
    InputError
        If a line is not -1 or 1, or their number is another one.
    """
    classes = parse_classes(path, read_lines(path))
    _check_length(path, classes, samples)
    return classes


def _check_length(path, values, samples):
    if samples is not None and len(values) != samples:
        raise InputError(
            f"{path}: has {len(values)} lines where {samples} samples are expected; correct it"
        )


def read_features(path, features):
    """Read a list of features, from 0, such as that of the probes."""
    return parse_features(path, read_lines(path), features)


def read_entry(paths, sizes, features):
    """Read an entry.

    Parameters
    ----------
    paths : sequence of path
        Zip files or folders, which together hold the entry.
    sizes : dict of str to dict of str to int
        The number of samples of each split of each data set, where it is known.
    features : dict of str to int
        The number of features of each data set.

    Returns
    -------
    dict of str to Predictions
        For each data set of `features`; empty where the entry has no files of it.

    Raises
    ------
    InputError
        If a file cannot be read, is malformed or does not fit the data.
    """
    files = {}
    for path in paths:
        for name, (shown_name, lines) in _files_of(path).items():
            if name in files:
                raise InputError(f"{shown_name}: the entry has another file of this name; keep one")
            files[name] = shown_name, lines
    return {
        name: _predictions(name, files, sizes.get(name, {}), count)
        for name, count in features.items()
    }


def _predictions(name, files, sizes, features):
    classes, confidences = {}, {}
    for split in SPLITS:
        for ending, parse, found in (
            (".resu", parse_classes, classes),
            (".conf", parse_confidences, confidences),
        ):
            file = f"{name}_{split}{ending}"
            if file in files:
                found[split] = parse(*files[file])
                _check_length(files[file][0], found[split], sizes.get(split))
    listed = None
    if f"{name}.feat" in files:
        listed = parse_features(*files[f"{name}.feat"], features)
    for split, values in confidences.items():
        if split in classes:
            _check_length(files[f"{name}_{split}.conf"][0], values, len(classes[split]))
    return Predictions(classes, confidences, listed)


def _files_of(path):
    """Return the lines of the files of an entry, by their names."""
    if Path(path).is_dir():
        found = [each for each in sorted(Path(path).rglob("*")) if _is_part(each.name)]
        return _by_name(path, [(each.relative_to(path), each, read_lines(each)) for each in found])
    with plain_errors(path):
        try:
            with zipfile.ZipFile(path) as archive:
                parts = [each for each in archive.infolist() if _is_part(_name_of(each))]
                if sum(each.file_size for each in parts) > MOST_BYTES:
                    raise InputError(
                        f"{path}: its files are larger than {MOST_BYTES:,} bytes; check that it "
                        "is an entry"
                    )
                read = [
                    (
                        PurePosixPath(each.filename),
                        f"{path}:{each.filename}",
                        _lines(path, each.filename, archive.read(each)),
                    )
                    for each in sorted(parts, key=lambda each: each.filename)
                ]
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError):
            raise InputError(
                f"{path}: is not a zip file that can be read; name a zip file or a folder"
            ) from None
    return _by_name(path, read)


def _name_of(member):
    return PurePosixPath(member.filename).name


def _is_part(name):
    return name.endswith(ENDINGS) and not name.startswith(".")


def _by_name(path, read):
    files = {}
    for place, shown_name, lines in read:
        if place.name in files:
            raise InputError(
                f"{path}: has {shown(place.name)} in more than one folder; keep one of them"
            )
        files[place.name] = shown_name, lines
    return files


def _lines(path, name, content):
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path}:{name}: is not UTF-8 text; save it as UTF-8") from None
    return [clean(line) for line in text.splitlines()]


def write_entry(predictions, path):
    """Write an entry as a zip file, with the same bytes in every run.

    Parameters
    ----------
    predictions : dict of str to Predictions
        By data set.
    path : path
    """
    files = {}
    for name, given in predictions.items():
        for split, classes in given.classes.items():
            files[f"{name}_{split}.resu"] = classes.tolist()
        for split, confidences in given.confidences.items():
            files[f"{name}_{split}.conf"] = [f"{value:.10g}" for value in confidences]
        if given.features is not None:
            files[f"{name}.feat"] = (given.features + 1).tolist()
    with (
        whole_file(path) as temporary,
        zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name, lines in sorted(files.items()):
            content = "".join(f"{line}\n" for line in lines)
            archive.writestr(zipfile.ZipInfo(name, NO_TIME), content, zipfile.ZIP_DEFLATED)
