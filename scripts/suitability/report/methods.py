"""A paragraph on the methods of a study, to be pasted into a paper, and its references."""

from suitability.report.sentences import explained
from suitability.scoring.performance import performance_name
from suitability.scoring.sets import name_sets

REFERENCES = (
    "Parry RM, Phan JH, Wang MD. Win percentage: a novel measure for assessing the suitability of "
    "machine classifiers for biological problems. BMC Bioinformatics 13 (Suppl 3): S7, 2012.",
    "Varma S, Simon R. Bias in error estimation when using cross-validation for model selection. "
    "BMC Bioinformatics 7: 91, 2006.",
    "Phipson B, Smyth GK. Permutation p-values should never be zero: calculating exact p-values "
    "when permutations are randomly drawn. Statistical Applications in Genetics and Molecular "
    "Biology 9: 39, 2010.",
)


def methods_paragraph(summaries, titles, settings):
    """Return a paragraph on what was done, with the numbers of the study.

    Parameters
    ----------
    summaries : list of dict
        See `summary.summarise`; of one endpoint at least.
    titles : list of str
        Of the endpoints.
    settings : dict
        held_out, normality, null, sensitivity_weight: as in the config.

    Returns
    -------
    str
        Numbers in brackets refer to `REFERENCES`.
    """
    first, held_out, null = summaries[0], settings["held_out"], settings["null"]
    sets = name_sets(first["set_size"])
    folds = first["cross_validation"]
    sizes = "; ".join(
        f"{title}: {' + '.join(map(str, summary['class_sizes']))} samples, "
        f"{summary['kept']:,} of {summary['features']:,} features, {summary['sets']:,} {sets}"
        for title, summary in zip(titles, summaries, strict=True)
    )
    scored = "A random sample of the" if first["sampled"] else "All"
    normality = settings["normality"]
    kept = {
        "none": "Features were used whether Gaussian or not.",
        "pooled": "Features were used if their excess kurtosis over all samples was within "
        f"{normality['z']:g} standard errors of zero.",
        "within_class": "Features were used if their excess kurtosis in each class was within "
        f"{normality['z']:g} standard errors of zero.",
    }[normality["test"]]
    weight = settings["sensitivity_weight"]
    measure = performance_name(weight)
    if weight != 0.5:
        measure = f"{weight:g} times sensitivity plus {1 - weight:g} times specificity"
    return (
        f"Classifiers were compared by their win percentage [1] with suitability "
        f"{first['versions']['suitability']}. Candidates were {explained(first['candidates'])}, "
        f"with equal priors. {kept} {scored} {sets} of these features ({sizes}) were scored by "
        f"{folds['repeats']} repeats of stratified {folds['folds']}-fold cross-validation, with "
        f"the same folds for all {sets} and candidates; performance was {measure}, pooled over "
        f"the test folds. The win percentage of a candidate is the probability that it wins a "
        f"search that draws N random {sets} and keeps the best. The performance to be expected on "
        f"new patients was estimated by nested cross-validation [2] of the whole search "
        f"({held_out['outer_repeats']} repeats of {held_out['outer_folds']} outer folds, "
        f"{held_out['sets']:,} random {sets} at most), as the exact expectation over all searches "
        f"of each N; its 95% intervals, those of the differences between candidates and those of "
        f"the win percentages are from {held_out['splits']} splits of the samples into halves. "
        f"The recommended N is the smallest whose expected held-out performance is within "
        f"{held_out['region']:g} of the best. Signal was tested by {null['permutations']} label "
        f"permutations of {null['sets']:,} random {sets} [3]; it is called so if p ≤ "
        f"{null['level']:g} and the interval of the held-out performance is above chance. A "
        f"candidate is called worse than the best if the interval of the difference is above "
        f"{held_out['region']:g}; of those that are not, the simplest is recommended, and the "
        f"performance of searches with it alone is given. Random numbers: seed {first['seed']}."
    )
