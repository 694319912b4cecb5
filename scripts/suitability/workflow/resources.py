"""Time and memory of jobs, estimated from the size of the data.

Memory is what was measured on five shapes of data, 60 x 2,000 to 559 x 16,736 and 100 x 54,675
(samples x features), where kernels had to be compiled, plus a margin of at most a quarter.
This module does not import NumPy, since Snakemake uses it before every job.
"""

import bz2
import csv
import lzma
import zlib
from dataclasses import dataclass
from math import ceil, gcd, sqrt
from pathlib import Path

# Python, its packages and the compiler; without the compiler; the same with blocks of text.
BASE_MB, READING_MB, READING_TEXT_MB = 376, 240, 275
# scikit-learn, which makes folds, and the counts by candidate in the compiled kernel.
FOLDS_MB = 85
# Bytes for each value: of each repeat in the pair kernel's layout, of a sample in the set kernel's
# and for each of its threads, of a file being read.
PAIR_VALUE, SET_VALUE, SET_VALUE_PER_THREAD, READ_VALUE, READ_TEXT_VALUE = 48, 20, 24, 50, 38
PAIR_FEATURE = 3500
# More of the pair kernel if its places take 32 bits: above this many features.
PAIR_VALUE_WIDE, SHORT_PLACES = 15, 2**15 - 1
# The share of a histogram of scores whose memory pages are used.
TOUCHED = 0.6
# Bytes that the statistics and counts of a group of label permutations may take.
GROUP_BYTES = 400e6
# Rows of the score table of a permutation, in units of sqrt(sets * scores), and the bytes of a row:
# measured on the four endpoints that ship, 2,000 to 12,600 rows of 100,000 sets.
ROWS_OF_TABLE, TABLE_ROW = 0.38, 125
# Pairs in groups: see `scoring.drawn_sets`.
PAIRS_PER_FEATURE, SMALLEST_GROUP = 96, 256
# How fast they are scored, relative to all pairs: votes are sorted anew for few pairs of a feature.
# Measured on the shipped study.
GROUPED_RATE = 0.55
# Features whose pairs are scored at once in a split of the samples.
FEATURES_AT_ONCE = 2**13
# At most so many draws of fresh folds and splits into halves with permuted labels: both are for
# comparison only, and no more than there are splits into halves.
COMPARED_SPLITS = 20
# Sets that are in memory at once where they need not all be.
SETS_PER_PIECE = 10**6

# Test samples per second of one pair with six candidates, where a fold takes as long as
# FOLD_SAMPLES more for its coefficients. Measured on one core of an AMD EPYC (AVX2): 0.75 million
# pairs a second at 240 samples and 2 x 3 folds; newer processors do 3 million.
SAMPLES_PER_SECOND = 4.5e8
FOLD_SAMPLES = 20
# The same for a list of sets, by size: within a factor of about two of measurements of 1 to 8
# features, 60 and 240 samples. The decision functions have about as many terms.
LISTED_SAMPLES_PER_SECOND = {size: 2e9 / (size * (size + 4)) for size in range(1, 9)}

# Of a classifier with scikit-learn's interface; `snakemake check` measures it.
SECONDS_PER_FIT = 0.005

SNIFFED = 1_000_000
R_SUFFIXES = (".rds", ".rdata", ".rda")


def scoring_minutes(sets, size, listed, samples, repeats, folds, threads):
    """Return the expected minutes of scoring feature sets.

    Parameters
    ----------
    sets : int
        How many.
    size : int or dict of str to float
        See `scoring.sets.choose_sets`.
    listed : bool
        Whether they are anything but all pairs.
    samples, repeats, folds, threads : int

    Returns
    -------
    float
    """
    tests = sets * repeats * (samples + FOLD_SAMPLES * folds)
    each = 1 / SAMPLES_PER_SECOND
    if listed:
        shares = size if isinstance(size, dict) else {size: 1}
        each = sum(
            share / LISTED_SAMPLES_PER_SECOND[int(size)] for size, share in shares.items()
        ) / sum(shares.values())
    return tests * each / 60 / threads


def fitting_minutes(fits, threads):
    """Return the assumed minutes of fits of classifiers, set by set."""
    return fits * SECONDS_PER_FIT / 60 / threads


def data_shape(samples, features):
    """Return the class sizes and the number of kept features of a data set that has been read.

    Parameters
    ----------
    samples, features : path
        Its `samples.tsv` and `features.tsv`.

    Returns
    -------
    class_sizes : list of int
    kept : int
    """
    classes = [row["class"] for row in _rows(samples)]
    kept = sum(row["kept"] == "true" for row in _rows(features))
    return [classes.count(str(c)) for c in range(max(2, len(set(classes))))], kept


def _rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t")


@dataclass(frozen=True)
class Shape:
    """What the memory of scoring depends on.

    Attributes
    ----------
    class_sizes : sequence of int
    kept, repeats, folds, candidates : int
    weighted : bool
        Whether sensitivity and specificity have different weights, which makes scores finer.
    """

    class_sizes: tuple
    kept: int
    repeats: int
    folds: int
    candidates: int
    weighted: bool

    @property
    def values(self):
        """How many values the kept features have."""
        return sum(self.class_sizes) * self.kept

    @property
    def histogram(self):
        """The bytes of a histogram of scores by winner set."""
        return self.scores * 2**self.candidates * 8

    @property
    def scores(self):
        """How many different scores there can be."""
        scores = 2 * self.repeats * self.class_sizes[0] * self.class_sizes[1]
        return scores * 20 if self.weighted else scores // max(1, gcd(*self.class_sizes))


def scoring_memory(shape, listed, drawn, threads):
    """Return the MB that the scoring of a shard, or a search, takes.

    Parameters
    ----------
    shape : Shape
    listed : bool
        Whether the set kernel scores a list of sets; else the pair kernel scores all pairs.
    drawn : int
        Features of all sets that are drawn at once.
    threads : int

    Returns
    -------
    int
    """
    if listed:
        layout = (SET_VALUE + SET_VALUE_PER_THREAD) * shape.values + 40 * drawn
    else:
        value = PAIR_VALUE + PAIR_VALUE_WIDE * (shape.kept > SHORT_PLACES)
        layout = value * shape.repeats * shape.values + PAIR_FEATURE * shape.kept
    # One of every thread, of the piece in work and of all before it.
    histograms = (threads + 2) * shape.histogram
    return int(1.02 * (BASE_MB + (layout + TOUCHED * histograms) / 1e6))


def number_of_splits(splits, outer_folds, outer_repeats, sets):
    """Return in how many splits of the samples sets are scored; parameters as in `held_out`."""
    return 1 + outer_folds * outer_repeats + 2 * splits + 3 * min(splits, COMPARED_SPLITS)


def splits_memory(shape, listed, drawn, threads, tested=0):
    """Return the MB that scoring in every split of the samples takes; each thread has a split.

    Parameters
    ----------
    shape : Shape
    listed : bool
        See `scoring_memory`.
    drawn : int
        Features of all sets that are drawn.
    threads, tested : int
        Threads, and samples of a second cohort.

    Returns
    -------
    int
    """
    samples = sum(shape.class_sizes) + tested
    values = samples * shape.kept
    if listed:
        layout = (SET_VALUE + SET_VALUE_PER_THREAD) * values + 40 * drawn
    else:
        layout = _layout_of_groups(shape, samples, drawn // 2)
    copies = 8 * 3 * values
    each = layout + copies + TOUCHED * 2 * shape.histogram
    return int(1.02 * (BASE_MB + FOLDS_MB + (8 * values + threads * each) / 1e6))


def permutations_memory(shape, count, sets, listed, threads):
    """Return the MB that the scoring under permuted labels takes.

    Parameters
    ----------
    shape : Shape
    count, sets : int
        How many permutations, and sets that are scored under each.
    listed : bool
        See `scoring_memory`.
    threads : int

    Returns
    -------
    int
    """
    if listed:
        statistics = 40 * shape.repeats * shape.folds * shape.kept
        histograms = (threads + 1) * shape.histogram
        permutations = min(count + 1, max(1, int(GROUP_BYTES / (statistics + histograms))))
        kernel = permutations * (statistics + TOUCHED * histograms)
        kernel += (SET_VALUE + SET_VALUE_PER_THREAD * threads) * shape.values
    else:
        each = _layout_of_groups(shape, sum(shape.class_sizes), sets) + 8 * shape.values
        kernel = 8 * shape.values + threads * (each + TOUCHED * 2 * shape.histogram)
    rows = min(sets, ROWS_OF_TABLE * sqrt(sets * shape.scores)) * (count + 1)
    return int(1.04 * (BASE_MB + (kernel + TABLE_ROW * rows) / 1e6))


def _layout_of_groups(shape, samples, sets):
    """Return the bytes of the pair kernel's layout for sets that are drawn in groups."""
    features = min(shape.kept, FEATURES_AT_ONCE, ceil(sets / PAIRS_PER_FEATURE) + SMALLEST_GROUP)
    return PAIR_VALUE * (shape.repeats + 1) * features * samples + PAIR_FEATURE * features


def reading_memory(path):
    """Return the MB that reading a file of values takes.

    The number of values is estimated from the beginning of the file.

    Parameters
    ----------
    path : path

    Returns
    -------
    int
    """
    path = Path(path)
    try:
        if path.suffix == ".parquet":
            return int(1.04 * (READING_MB + READ_VALUE * _values_of_parquet(path) / 1e6))
        if path.suffix.lower() in R_SUFFIXES:
            return int(1.04 * (READING_MB + READ_VALUE * _values_of_r(path) / 1e6))
        return int(1.05 * (READING_TEXT_MB + READ_TEXT_VALUE * _values_of_text(path) / 1e6))
    except (OSError, ValueError, EOFError, zlib.error, lzma.LZMAError, ZeroDivisionError):
        # The job will report what is wrong with the file.
        return READING_TEXT_MB


def _values_of_parquet(path):
    # Slow to import, and rarely needed.
    from pyarrow.parquet import read_metadata

    about = read_metadata(path)
    return about.num_rows * about.num_columns


def _values_of_r(path):
    beginning, taken = _beginning(path)
    return len(beginning) / 8 * path.stat().st_size / taken


def _values_of_text(path):
    beginning, taken = _beginning(path)
    values = sum(beginning.count(byte) for byte in (b"\t", b",", b";", b"\n"))
    return values * path.stat().st_size / taken


def _beginning(path):
    """Return the beginning of a file, decompressed, and the number of bytes that hold it."""
    with open(path, "rb") as file:
        beginning = file.read(SNIFFED)
    taken = len(beginning)
    if beginning.startswith(b"\x1f\x8b"):
        # Up to the end of the first member of a gzip file, and up to a maximal size.
        unpack = zlib.decompressobj(wbits=31)
        beginning = unpack.decompress(beginning, 50 * SNIFFED)
        taken -= len(unpack.unused_data) + len(unpack.unconsumed_tail)
    elif beginning.startswith(b"\xfd7zXZ"):
        beginning = lzma.LZMADecompressor().decompress(beginning, 50 * SNIFFED)
    elif beginning.startswith(b"BZh"):
        beginning = bz2.BZ2Decompressor().decompress(beginning, 50 * SNIFFED)
    return beginning, taken
