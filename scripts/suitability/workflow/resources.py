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
from math import gcd
from pathlib import Path

# Python, its packages and the compiler; without the compiler; the same with blocks of text.
BASE_MB, READING_MB, READING_TEXT_MB = 376, 240, 275
# Bytes for each value: of each repeat in the pair kernel's layout, of a sample in the set kernel's
# and for each of its threads, of a file being read.
PAIR_VALUE, SET_VALUE, SET_VALUE_PER_THREAD, READ_VALUE, READ_TEXT_VALUE = 48, 20, 24, 50, 25
PAIR_FEATURE = 3500
# The share of a histogram of scores whose memory pages are used.
TOUCHED = 0.6
# Bytes that the statistics and counts of a group of label permutations may take.
GROUP_BYTES = 400e6
# Features whose pairs are scored at once in a split of the samples, and draws of fresh folds.
FEATURES_AT_ONCE = 2**13
FOLD_DRAWS = 20
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
    return [classes.count("0"), classes.count("1")], kept


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
        scores = 2 * self.repeats * self.class_sizes[0] * self.class_sizes[1]
        scores = scores * 20 if self.weighted else scores // max(1, gcd(*self.class_sizes))
        return scores * 2**self.candidates * 8


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
        layout = PAIR_VALUE * shape.repeats * shape.values + PAIR_FEATURE * shape.kept
    # One of every thread, of the piece in work and of all before it.
    histograms = (threads + 2) * shape.histogram
    return int(1.02 * (BASE_MB + (layout + TOUCHED * histograms) / 1e6))


def number_of_splits(splits, outer_folds, outer_repeats, sets):
    """Return in how many splits of the samples sets are scored; parameters as in `held_out`."""
    return 1 + FOLD_DRAWS + outer_folds * outer_repeats + 4 * splits


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
        features = min(shape.kept, FEATURES_AT_ONCE)
        layout = PAIR_VALUE * (shape.repeats + 1) * features * samples + PAIR_FEATURE * features
    copies = 8 * 3 * values
    each = layout + copies + TOUCHED * 2 * shape.histogram
    return int(1.02 * (BASE_MB + (8 * values + threads * each) / 1e6))


def permutations_memory(shape, count, threads):
    """Return the MB that the scoring under permuted labels takes.

    Parameters
    ----------
    shape : Shape
    count : int
        How many permutations.
    threads : int

    Returns
    -------
    int
    """
    statistics = 40 * shape.repeats * shape.folds * shape.kept
    histograms = (threads + 1) * shape.histogram
    permutations = min(count + 1, max(1, int(GROUP_BYTES / (statistics + histograms))))
    group = permutations * (statistics + TOUCHED * histograms) / 1e6
    layout = (SET_VALUE + SET_VALUE_PER_THREAD * threads) * shape.values / 1e6
    return int(1.04 * (BASE_MB + group + layout))


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
