"""Short names of the usual classifiers, with their parameters."""

from typing import NamedTuple


class ShortName(NamedTuple):
    """What a short name stands for.

    Attributes
    ----------
    title : str
        The name in full.
    path : str
        Import path of the class.
    params : dict
        Parameters other than the class's defaults.
    scale : bool
        Whether features are standardised on the training samples.
    linear : bool
        Whether the decision boundary is a hyperplane.
    """

    title: str
    path: str
    params: dict
    scale: bool
    linear: bool


# From simple to complex, which decides between candidates that are equally good.
SHORT_NAMES = {
    "NearestShrunkenCentroids": ShortName(
        "nearest shrunken centroids",
        "sklearn.neighbors.NearestCentroid",
        {"shrink_threshold": 0.5},
        True,
        True,
    ),
    "LogisticRegression": ShortName(
        "logistic regression, L2 penalty",
        "sklearn.linear_model.LogisticRegression",
        {"class_weight": "balanced", "max_iter": 1000},
        True,
        True,
    ),
    "LogisticL1": ShortName(
        "logistic regression, L1 penalty",
        "sklearn.linear_model.LogisticRegression",
        {"l1_ratio": 1, "solver": "liblinear", "class_weight": "balanced", "max_iter": 1000},
        True,
        True,
    ),
    "SVM-linear": ShortName(
        "linear support vector machine",
        "sklearn.svm.SVC",
        {"kernel": "linear", "class_weight": "balanced"},
        True,
        True,
    ),
    "GaussianNB": ShortName(
        "Gaussian naive Bayes with the classes' frequencies as priors",
        "sklearn.naive_bayes.GaussianNB",
        {},
        False,
        False,
    ),
    "kNN-1": ShortName(
        "nearest neighbour",
        "sklearn.neighbors.KNeighborsClassifier",
        {"n_neighbors": 1},
        True,
        False,
    ),
    "kNN-3": ShortName(
        "3 nearest neighbours",
        "sklearn.neighbors.KNeighborsClassifier",
        {"n_neighbors": 3},
        True,
        False,
    ),
    "kNN-5": ShortName(
        "5 nearest neighbours",
        "sklearn.neighbors.KNeighborsClassifier",
        {"n_neighbors": 5},
        True,
        False,
    ),
    "SVM-RBF": ShortName(
        "support vector machine with a radial kernel",
        "sklearn.svm.SVC",
        {"class_weight": "balanced"},
        True,
        False,
    ),
    "DecisionTree": ShortName(
        "decision tree",
        "sklearn.tree.DecisionTreeClassifier",
        {"class_weight": "balanced"},
        False,
        False,
    ),
    "RandomForest": ShortName(
        "random forest of 100 trees",
        "sklearn.ensemble.RandomForestClassifier",
        {"class_weight": "balanced"},
        False,
        False,
    ),
    "GradientBoosting": ShortName(
        "gradient boosting of 100 trees",
        "sklearn.ensemble.GradientBoostingClassifier",
        {},
        False,
        False,
    ),
    "MLP": ShortName(
        "neural network with one hidden layer of 10 units",
        "sklearn.neural_network.MLPClassifier",
        {"hidden_layer_sizes": [10], "solver": "lbfgs", "max_iter": 1000},
        True,
        False,
    ),
}
