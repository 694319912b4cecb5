"""The page of the reproducibility index."""

from suitability.report.report import data_url, render
from suitability.reproducibility.simulation import ESTIMATORS

SYNTHETIC = (
    ("index", "Reproducibility index, equal correlations"),
    ("index_unequal", "Reproducibility index, unequal correlations"),
    ("best_of_2", "Reporting bias: the best of two data sets"),
    ("best_of_5", "Reporting bias: the best of five data sets"),
    ("smallest_estimate", "Multiple-rule bias: the smallest of all estimates"),
    ("densities", "Joint density of true and estimated errors"),
    ("expected_index", "Expected index over a prior"),
    ("bound", "Bound of the index for Gaussian errors"),
)


def reproducibility_page(template, endpoints, figures, samples):
    """Return the page of the reproducibility index; all text from the data is escaped.

    Parameters
    ----------
    template : str
    endpoints : list of dict
        title, sentence (see `confirmation_sentence`) and drawn (rows of `tables.real_accuracy`).
    figures : dict of str to bytes
        SVG: searches, drawn and those of `SYNTHETIC`.
    samples : int
        Of the studies that are drawn.

    Returns
    -------
    str
    """
    return render(
        template,
        endpoints=endpoints,
        estimators=ESTIMATORS,
        figures={name: data_url(svg) for name, svg in figures.items()},
        samples=samples,
        synthetic=SYNTHETIC,
    )
