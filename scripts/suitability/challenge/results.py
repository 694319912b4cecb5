"""The methods that ship, and the table of how entries are made (paper, Table 3)."""

from dataclasses import dataclass

import pandas as pd


@dataclass(frozen=True)
class Method:
    """A method and how it is described (paper, Table 3).

    Attributes
    ----------
    title : str
    classifier : str
        N neural network, K kernel method, T trees, O other.
    feature_engine : str
        C single-variable criteria, T trees, E wrapper or embedded; empty without selection.
    feature_search : str
        E embedded, R ranking, B backward elimination, S other search.
    """

    title: str
    classifier: str
    feature_engine: str
    feature_search: str


METHODS = {
    "fisher_svm": Method("Fisher criterion, linear SVM", "K", "C", "R"),
    "correlation_rbf": Method("correlation, Gaussian SVM", "K", "C", "R"),
    "l1_logistic": Method("L1 logistic regression", "O", "E", "E"),
    "forest_rbf": Method("random forest importance, Gaussian SVM", "K", "T", "R"),
    "rfe_svm": Method("recursive elimination, linear SVM", "K", "E", "B"),
    "pca_knn": Method("principal components, nearest neighbours", "O", "", ""),
    "linear_ard": Method("correlation, linear ARD", "O", "C/E", "R/E"),
    "information_bayes": Method("mutual information, naive Bayes", "O", "C", "R"),
    "random_probes": Method("random-probe filter, linear SVM", "K", "C", "R"),
    "monte_carlo": Method("Monte Carlo search, Gaussian rule", "O", "E", "S"),
}


def methods_table(made, others):
    """Return how entries are made (paper, Table 3).

    Parameters
    ----------
    made : sequence of str
        Methods that ship.
    others : dict of str to dict
        Entries as in the config.

    Returns
    -------
    pandas.DataFrame
        entry, title, team, classifier, feature_engine, feature_search, ensemble, transduction.
    """
    rows = []
    for name in dict.fromkeys(made):
        method = METHODS[name]
        codes = method.classifier, method.feature_engine, method.feature_search
        rows.append((name, method.title, name, *codes, False, False))
    for name, stanza in others.items():
        codes = (stanza[key] for key in ("classifier", "feature_engine", "feature_search"))
        rows.append(
            (name, "", stanza["team"] or name, *codes, stanza["ensemble"], stanza["transduction"])
        )
    return pd.DataFrame(
        rows,
        columns=[
            *("entry", "title", "team", "classifier", "feature_engine", "feature_search"),
            *("ensemble", "transduction"),
        ],
    )
