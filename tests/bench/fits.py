"""How fast classifiers are fitted, beside a bare loop and `cross_val_score`."""

import os
import time
from itertools import chain

import numpy as np
from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from threadpoolctl import threadpool_limits

from suitability.core.resampling import stratified_folds
from suitability.estimators.description import described
from suitability.estimators.fitting import Labelling
from suitability.estimators.workers import count_in_parallel

CORES = os.cpu_count()
SAMPLES, FEATURES, SETS, FEW_SETS = (42, 37), 500, 40, 4
LDA = {
    "name": "LDA-sklearn",
    "class": "sklearn.discriminant_analysis.LinearDiscriminantAnalysis",
    "params": {"priors": [0.5, 0.5]},
}
CLASSIFIERS = {
    "SVM-linear": make_pipeline(StandardScaler(), SVC(kernel="linear", class_weight="balanced")),
    "LogisticRegression": make_pipeline(
        StandardScaler(), LogisticRegression(class_weight="balanced", max_iter=1000)
    ),
    "kNN-3": make_pipeline(StandardScaler(), KNeighborsClassifier(3)),
    "GaussianNB": GaussianNB(),
    "LDA-sklearn": LinearDiscriminantAnalysis(priors=[0.5, 0.5]),
}


def ratios(rounds=5):
    """Return the throughput relative to a bare loop, and to `cross_val_score` on all cores."""
    rng = np.random.default_rng(1)
    labels = np.repeat([0, 1], SAMPLES)
    values = rng.normal(size=(len(labels), FEATURES)) + 0.5 * labels[:, None]
    study = Labelling(labels, stratified_folds(labels, 2, 3, rng))
    sets = np.array([rng.choice(FEATURES, 2, replace=False) for _ in range(SETS)])
    descriptions = described([LDA if name == LDA["name"] else name for name in CLASSIFIERS])[1]
    splits = [
        [(np.flatnonzero(folds != k), np.flatnonzero(folds == k)) for k in range(3)]
        for folds in study.folds
    ]

    def ours(threads):
        count_in_parallel(values, [study], sets, descriptions, 1, threads=threads)

    def bare_loop():
        for members in sets:
            x = values[:, members]
            for training, tested in chain(*splits):
                for classifier in CLASSIFIERS.values():
                    fitted = clone(classifier).fit(x[training], labels[training])
                    np.bincount(labels[tested][fitted.predict(x[tested]) == labels[tested]])

    def scikit_learn():
        for members in sets[:FEW_SETS]:
            for classifier in CLASSIFIERS.values():
                for of_repeat in splits:
                    cross_val_score(
                        classifier,
                        values[:, members],
                        labels,
                        cv=of_repeat,
                        scoring="balanced_accuracy",
                        n_jobs=CORES,
                    )

    def seconds(run, *args):
        start = time.perf_counter()
        run(*args)
        return time.perf_counter() - start

    with threadpool_limits(1):
        # Starts the processes.
        ours(CORES)
        scikit_learn()
        found = [
            (
                seconds(bare_loop) / seconds(ours, 1),
                seconds(scikit_learn) * SETS / FEW_SETS / seconds(ours, CORES),
            )
            for _ in range(rounds)
        ]
    loop, sklearn = np.median(found, axis=0).tolist()
    return {"ratio_bare_loop": loop, "ratio_cross_val_score": sklearn, "cores": CORES}


if __name__ == "__main__":
    print(ratios())
