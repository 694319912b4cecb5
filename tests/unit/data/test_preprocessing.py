import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference import preprocessing as slow
from suitability.core.errors import InputError
from suitability.data.counts import normalise_counts
from suitability.data.preprocessing import (
    average_replicates,
    below_share,
    collapse_probes,
    genes_of_probes,
    normalise_quantiles,
    preprocess,
    raise_to_floor,
    take_logarithm,
    warn_of_scale,
)

NAN = np.nan
OPTIONS = {"floor": 0, "log2": False, "missing": "drop", "counts": "none", "quantile": False}
numbers = st.sampled_from([-1.0, 0.0, 0.5, 2.0, 3.25, 1e6, math.nan])


@st.composite
def matrices(draw):
    features, samples = draw(st.integers(1, 7)), draw(st.integers(1, 5))
    row = st.lists(numbers, min_size=samples, max_size=samples)
    return draw(st.lists(row, min_size=features, max_size=features))


# Each step


@given(matrices())
def test_quantile_normalisation_agrees_with_the_reference(rows):
    fast = normalise_quantiles(np.array(rows))
    np.testing.assert_allclose(fast, np.array(slow.normalise_quantiles(rows)), rtol=1e-12)


def test_quantile_normalisation_equalises_samples_and_keeps_their_order():
    values = np.random.default_rng(1).lognormal(size=(500, 6)) * np.arange(1, 7)
    before = values.copy()
    made = normalise_quantiles(values)
    ordered = np.sort(made, axis=0)
    assert np.allclose(ordered, ordered[:, :1])
    assert (np.argsort(made, axis=0) == np.argsort(values, axis=0)).all()
    assert np.allclose(made.mean(), values.mean())
    assert (values == before).all()


@given(matrices(), st.data())
def test_collapsed_probes_agree_with_the_reference(rows, data):
    probes = [f"p{i}" for i in range(len(rows))]
    genes = {p: data.draw(st.sampled_from("ABC")) for p in probes if data.draw(st.booleans())}
    if not genes:
        with pytest.raises(InputError):
            collapse_probes(np.array(rows), probes, genes, "e.tsv")
        return
    values, names, left_out = collapse_probes(np.array(rows), probes, genes, "e.tsv")
    slow_values, slow_names = slow.collapse_probes(rows, probes, genes)
    assert (names, left_out) == (slow_names, len(probes) - len(genes))
    np.testing.assert_allclose(values, np.array(slow_values), rtol=1e-12)


@given(matrices(), st.data())
def test_averages_of_replicates_agree_with_the_reference(rows, data):
    groups = [data.draw(st.sampled_from("xyz")) for _ in rows[0]]
    fast = average_replicates(np.array(rows), groups)
    np.testing.assert_allclose(fast, np.array(slow.average_replicates(rows, groups)), rtol=1e-12)


def test_probes_of_no_gene_or_of_several_have_none():
    table = pd.DataFrame(
        {"gene": ["A", " B ", "", "---", "A /// B", "C;D", "A", "B", "A", "NA", "E"]},
        index=["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p7", "p8", "p8", "p1"],
    )
    assert genes_of_probes(table) == {"p2": "B", "p8": "A"}


def test_floor_raises_lower_values_and_keeps_missing_ones():
    values, raised = raise_to_floor(np.array([[-5, 20.0], [NAN, 19.9]]), 20)
    np.testing.assert_array_equal(values, [[20, 20], [NAN, 20]])
    assert raised == 2


@pytest.mark.parametrize("value", [0.0, -0.5])
def test_a_value_without_logarithm_is_named(value):
    values = np.array([[1, 2.0, NAN], [4, value, value]])
    with pytest.raises(InputError) as caught:
        take_logarithm(values, ["g1", "g2"], ["a", "b", "c"], "e.tsv")
    assert str(caught.value) == (
        f"e.tsv: feature 'g2', sample 'b': {value:g} has no logarithm, as 2 of 6 values; "
        "set preprocess.floor above zero, or leave log2 out"
    )


def test_intensities_are_distinguished_from_their_logarithms():
    intensities = np.random.default_rng(2).lognormal(6, 1.5, size=(1000, 20))
    warnings = warn_of_scale(intensities, log2=False, counts="none")
    assert len(warnings) == 1
    assert warnings[0].startswith("values do not look like logarithms (99th percentile ")
    assert warn_of_scale(intensities, log2=True, counts="none") == []
    logarithms = np.log2(intensities)
    assert warn_of_scale(logarithms, log2=False, counts="none") == []
    warnings = warn_of_scale(logarithms, log2=True, counts="none")
    assert warnings[0].startswith("values look like logarithms already (99th percentile 13")
    ratios = logarithms - logarithms.mean()
    assert warn_of_scale(ratios, log2=False, counts="none") == []
    assert warn_of_scale(np.full((3, 4), NAN), log2=False, counts="none") == []


def test_counts_that_are_not_normalised_bring_a_warning():
    counts = np.random.default_rng(3).negative_binomial(1, 0.01, size=(300, 20)).astype(float)
    counts[0, 0] = NAN
    most = np.nanmax(counts)
    assert warn_of_scale(counts, log2=False, counts="none") == [
        f"values look like counts (whole numbers up to {most:g}); if they are RNA-seq counts, set "
        "preprocess: {counts: tmm}, if they are intensities, {log2: true}"
    ]
    for how in ("logcpm", "tmm"):
        assert warn_of_scale(counts, log2=False, counts=how) == []
        # Expected counts, which are not whole.
        assert warn_of_scale(counts * 1.1, log2=False, counts=how) == []
    assert warn_of_scale(counts, log2=True, counts="none") == []
    (warning,) = warn_of_scale(counts - 1, log2=False, counts="none")
    assert warning.startswith("values do not look like logarithms")


def test_few_counts_are_counts_and_grades_are_not():
    few = np.random.default_rng(4).poisson(0.3, size=(300, 20)).astype(float)
    assert warn_of_scale(few, log2=False, counts="tmm") == []
    assert warn_of_scale(few, log2=False, counts="none") == []
    few[0, 0] = 51
    assert len(warn_of_scale(few, log2=False, counts="none")) == 1


def test_logarithms_taken_for_counts_bring_a_warning():
    logarithms = np.random.default_rng(5).normal(8, 1, size=(300, 20))
    (warning,) = warn_of_scale(logarithms, log2=False, counts="tmm")
    assert warning.startswith("values look like logarithms already (99th percentile 10")
    assert warning.endswith("but preprocess: {counts: tmm} takes their logarithm")


def test_the_share_of_largest_variance_does_not_count_missing_values():
    values = np.array([[0, 1.0], [0, 3], [0, NAN], [0, 2], [5, 5], [1, 3]])
    assert below_share(values, 1).tolist() == [False] * 6
    assert below_share(values, 0.4).tolist() == [True, False, False, False, True, True]
    assert below_share(values, 0.01).tolist() == [True, False, False, True, True, True]
    tied = below_share(values, 0.6).tolist()
    assert tied == [True, False, False, False, True, False]


# All steps


def run(values, genes=None, **options):
    features = [f"g{i}" for i in range(len(values))]
    samples = [f"s{i}" for i in range(len(values[0]))]
    return preprocess(np.array(values), features, samples, OPTIONS | options, genes, "e.tsv")


def test_no_step_is_applied_by_default():
    values, features, record, warnings = run([[1, 2.0], [NAN, 4]])
    np.testing.assert_array_equal(values, [[1, 2], [NAN, 4]])
    assert (features, record, warnings) == (["g0", "g1"], [], [])


def test_all_steps_in_their_order_with_a_record():
    values, features, record, warnings = run(
        [[256, 4.0], [1024, 8], [-3, 2], [64, NAN]],
        genes={"g0": "A", "g2": "A", "g3": "B"},
        floor=1,
        log2=True,
        quantile=True,
    )
    # log2: 8 2 / 10 3 / 0 1; levels 0.5, 5, 6.5
    np.testing.assert_array_equal(values, [[2.75, 2.75], [NAN, NAN]])
    assert features == ["A", "B"]
    assert record == [
        "1 values below 1 raised to it",
        "logarithm to base 2 taken",
        "quantile normalisation over 2 samples",
        "4 probes combined into 2 genes (means); 1 probes of no or of several genes left out",
    ]
    assert warnings == []


@pytest.mark.parametrize(("how", "step"), [("logcpm", ""), ("tmm", ", TMM factors")])
def test_counts_are_normalised_before_quantiles(how, step):
    counts = np.random.default_rng(6).poisson(60, size=(40, 5)).astype(float)
    values, _, record, warnings = run(counts, counts=how, quantile=True)
    ids = [f"g{i}" for i in range(40)], [f"s{i}" for i in range(5)]
    expected = normalise_quantiles(normalise_counts(counts, *ids, how, "e.tsv"))
    np.testing.assert_array_equal(values, expected)
    assert record == [
        f"log2 of counts per million taken (prior count 2{step})",
        "quantile normalisation over 5 samples",
    ]
    assert warnings == []


def test_a_missing_value_is_named_where_none_is_allowed():
    with pytest.raises(InputError) as caught:
        run([[1, 2.0], [3, NAN], [NAN, NAN]], missing="error")
    assert str(caught.value) == (
        "e.tsv: feature 'g1', sample 's1': the value is missing, as for 2 of 3 features; fill it "
        "in, or set preprocess: {missing: drop}"
    )
    assert run([[1, 2.0]], missing="error")[0].tolist() == [[1, 2]]


def test_features_without_any_gene_are_an_error():
    with pytest.raises(InputError) as caught:
        run([[1, 2.0]], genes={"G0": "A"})
    assert str(caught.value) == (
        "e.tsv: none of its 1 features, such as 'g0', has one gene in preprocess.probe_to_gene; "
        "correct the file"
    )
