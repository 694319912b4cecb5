"""The methods that ship: scikit-learn pipelines, tuned by cross-validation."""

import numpy as np
from sklearn.base import clone
from sklearn.decomposition import PCA
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import ParameterGrid, StratifiedKFold
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from suitability.challenge.monte_carlo import MonteCarlo
from suitability.challenge.steps import (
    First,
    L1Logistic,
    LinearArd,
    NaiveBayes,
    Neighbours,
    RandomProbes,
    Ranked,
    RbfSvm,
    ToDense,
)
from suitability.core.errors import InputError
from suitability.data.formats.challenge_data import DENSE

# Components of a principal component analysis are at most this share of samples and features.
MOST_COMPONENTS = 0.7


def pipeline_of(method, kind, grid, shape, seed, least):
    """Return the pipeline of a method and the parameters among which it is tuned.

    Parameters
    ----------
    method : str
        A key of `results.METHODS`.
    kind : str
        `dense`, `sparse` or `sparse binary`.
    grid : dict
        As in the config: features, C, C_gaussian, width, neighbours, l1, components, probe_share,
        sets.
    shape : (int, int)
        Samples and features of the training data.
    seed : int
    least : int
        Samples of the smallest training fold.

    Returns
    -------
    sklearn.pipeline.Pipeline
    dict of str to list

    Raises
    ------
    InputError
        If there are too few samples or features.
    """
    scale = "scale", StandardScaler(with_mean=kind == DENSE)
    linear = "classify", LinearSVC(class_weight="balanced", dual="auto", random_state=seed)
    features, C = {"first__count": grid["features"]}, {"classify__C": grid["C"]}
    rbf = {"classify__C": grid["C_gaussian"], "classify__width": grid["width"]}

    def ranked(criterion):
        rank = Ranked(criterion, max(grid["features"]), seed)
        return [("rank", rank), ("first", First(max(grid["features"])))]

    if method == "fisher_svm":
        steps, among = [*ranked("fisher"), scale, linear], features | C
    elif method == "correlation_rbf":
        steps, among = [*ranked("correlation"), scale, ("classify", RbfSvm())], features | rbf
    elif method == "l1_logistic":
        steps = [scale, ("classify", L1Logistic(seed=seed))]
        among = {"classify__times": grid["l1"]}
    elif method == "forest_rbf":
        steps, among = [*ranked("forest"), scale, ("classify", RbfSvm())], features | rbf
    elif method == "rfe_svm":
        steps, among = [*ranked("elimination"), scale, linear], features | C
    elif method == "pca_knn":
        most = min(int(MOST_COMPONENTS * min(shape)), least - 2)
        if most < 1:
            raise InputError(
                "challenge.methods: pca_knn needs two features and four training samples at least; "
                "leave it out"
            )
        counts = sorted({min(count, most) for count in grid["components"]})
        components = PCA(svd_solver="arpack", random_state=seed)
        steps = [scale, ("components", components), ("classify", Neighbours())]
        among = {"components__n_components": counts, "classify__k": grid["neighbours"]}
    elif method == "linear_ard":
        steps = [*ranked("correlation"), scale, ("dense", ToDense()), ("classify", LinearArd())]
        among = features
    elif method == "information_bayes":
        steps, among = [*ranked("mutual_information"), ("classify", NaiveBayes())], features
    elif method == "random_probes":
        steps = [("probes", RandomProbes(0.1, seed)), scale, linear]
        among = {"probes__share": grid["probe_share"]} | C
    else:
        steps, among = [("classify", MonteCarlo(grid["sets"], seed))], {}
    return Pipeline(steps), among


def fitted(method, X, y, kind, settings, seed):
    """Tune a method by cross-validation on training data and fit it on all of them.

    Parameters
    ----------
    method : str
    X : array or scipy.sparse.csr_array, shape (samples, features)
    y : int array, shape (samples,)
        -1 or 1.
    kind : str
    settings : dict
        folds, and grid: see `pipeline_of`.
    seed : int

    Returns
    -------
    sklearn.pipeline.Pipeline
    dict
        parameters: those chosen, the first ones of equally good; performance: their balanced
        accuracy in cross-validation, NaN where there is nothing to choose.
    """
    folds = min(settings["folds"], *(int((y == c).sum()) for c in (-1, 1)))
    if folds < 2:
        raise InputError(
            "a class has one training sample; at least two are needed, as methods are tuned by "
            "cross-validation"
        )
    least = len(y) - -(-len(y) // folds)
    pipeline, among = pipeline_of(method, kind, settings["grid"], X.shape, seed, least)
    if not among:
        return pipeline.fit(X, y), {"parameters": {}, "performance": float("nan")}
    grid = list(ParameterGrid(among))
    splits = StratifiedKFold(folds, shuffle=True, random_state=seed)
    scores = [
        _performances(pipeline, grid, (X[train], y[train]), (X[test], y[test]))
        for train, test in splits.split(np.zeros(len(y)), y)
    ]
    means = np.mean(scores, axis=0)
    best = grid[int(means.argmax())]
    parameters = {name.split("__")[1]: value for name, value in best.items()}
    record = {"parameters": parameters, "performance": float(means.max())}
    return pipeline.set_params(**best).fit(X, y), record


def _performances(pipeline, grid, training, test):
    """Return the balanced accuracy of each set of parameters on the test data of a fold.

    The first step, which takes most of the time, is fitted once if it has no such parameter.
    """
    (X, y), (others, labels) = training, test
    first = pipeline.steps[0][0]
    rest = clone(pipeline)
    if not any(name.startswith(f"{first}__") for name in grid[0]):
        once = rest.steps.pop(0)[1].fit(X, y)
        X, others = once.transform(X), once.transform(others)
    calls = (clone(rest).set_params(**each).fit(X, y).predict(others) for each in grid)
    return [balanced_accuracy_score(labels, called) for called in calls]


def used_features(pipeline, features):
    """Return the features that a fitted pipeline uses, from 0.

    Parameters
    ----------
    pipeline : sklearn.pipeline.Pipeline
    features : int
        How many there are.

    Returns
    -------
    int64 array
        All, where a step mixes them; without those whose coefficient is zero.
    """
    used = np.arange(features)
    for _, step in pipeline.steps:
        if isinstance(step, PCA):
            return used
        if hasattr(step, "chosen_"):
            used = used[step.chosen_]
        elif hasattr(step, "coef_"):
            used = used[np.any(np.atleast_2d(step.coef_) != 0, axis=0)]
    return used
