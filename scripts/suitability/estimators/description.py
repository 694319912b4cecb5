"""Candidates as a config describes them; nothing is imported here."""

from suitability.core.errors import InputError
from suitability.core.text import shown
from suitability.estimators.short_names import SHORT_NAMES
from suitability.gaussian.candidates import CANDIDATES, LARGEST_SET

# Sets with several winners count in units of one over the least common multiple of 1 to this, which
# must leave room in 64-bit integers.
MOST_CANDIDATES = 24
LINEAR_CLASSES = (
    "LinearDiscriminantAnalysis",
    "LinearSVC",
    "LogisticRegression",
    "LogisticRegressionCV",
    "NearestCentroid",
    "Perceptron",
    "RidgeClassifier",
    "RidgeClassifierCV",
    "SGDClassifier",
)


def described(candidates):
    """Return the candidates of a config as names, and a description of each that is not built in.

    Parameters
    ----------
    candidates : list
        As in the config: names, or mappings with name, class, params, pipeline, scale and linear.

    Returns
    -------
    names : list of str
        In config order.
    descriptions : list of dict
        name, class, params, pipeline, scale, linear; of the others, in config order.

    Raises
    ------
    InputError
        If a name is unknown or repeated, or a class is not an import path.
    """
    descriptions, names = [], []
    for given in candidates:
        name = given["name"] if isinstance(given, dict) else given
        if name in names:
            raise InputError(
                f"config: candidates: the name {shown(name)} is given twice; rename one of them"
            )
        names.append(name)
        if isinstance(given, dict):
            descriptions.append(_of_mapping(given))
        elif name in SHORT_NAMES:
            descriptions.append(_plain(name, *SHORT_NAMES[name][1:]))
        elif name not in CANDIDATES:
            raise InputError(
                f"config: candidates: {shown(name)} given; allowed are "
                f"{', '.join([*CANDIDATES, *SHORT_NAMES])}, or a mapping with name and class"
            )
    if len(names) > MOST_CANDIDATES:
        raise InputError(
            f"config: candidates: {len(names)} given; at most {MOST_CANDIDATES} are possible"
        )
    return names, descriptions


def of_gaussian_rule(name):
    """Return the description of a built-in candidate, for sets that kernels do not score."""
    path = "suitability.gaussian.classifier.GaussianRule"
    return _plain(name, path, {"name": name}, False, CANDIDATES[name].linear)


def _plain(name, path, params, scale, linear):
    return {
        "name": name,
        "class": path,
        "params": params,
        "pipeline": [],
        "scale": scale,
        "linear": linear,
    }


def _of_mapping(given):
    name, path = given["name"], given["class"]
    if name in CANDIDATES or name in SHORT_NAMES:
        raise InputError(
            f"config: candidates: {shown(name)} is the name of a candidate with other parameters; "
            "choose another name"
        )
    module, _, last = path.rpartition(":" if ":" in path else ".")
    if not module or not last.isidentifier():
        raise InputError(
            f"config: candidates: {name}: class: {shown(path)} given; allowed is an import path "
            "such as sklearn.svm.SVC, or a file and a class such as classifiers.py:MyClassifier"
        )
    params = given.get("params") or {}
    return {
        "name": name,
        "class": path,
        "params": params,
        "pipeline": given.get("pipeline") or [],
        "scale": given.get("scale", False),
        "linear": given.get("linear", _is_linear(last, params)),
    }


def _is_linear(name, params):
    return name in LINEAR_CLASSES or (name in ("SVC", "NuSVC") and params.get("kernel") == "linear")


def why_general(descriptions, size, endpoint):
    """Return why kernels cannot score the sets of a data set; empty if they can.

    Parameters
    ----------
    descriptions : list of dict
        From `described`.
    size : int, str or dict of str to float
        Features in a set, as in a complete config.
    endpoint : dict
        Of the data set.

    Returns
    -------
    str
    """
    if descriptions:
        names = ", ".join(each["name"] for each in descriptions)
        return f"only the six built-in candidates score all sets (not {names})"
    if "classes" in endpoint:
        return "only sets of two classes (negative and positive) are all scored"
    sizes = size if isinstance(size, dict) else [size]
    if any(each == "all" or int(each) > LARGEST_SET for each in sizes):
        return f"only sets of at most {LARGEST_SET} features are all scored"
    return ""


def check_general(why, sets, sensitivity_weight, endpoint):
    """Refuse what cannot be done with candidates that are fitted set by set.

    Parameters
    ----------
    why : str
        From `why_general`.
    sets : dict
        size and sample of the data set.
    sensitivity_weight : float
    endpoint : dict

    Raises
    ------
    InputError
        If all sets are to be scored, of which there are many; or sensitivity has another weight
        than one half with several classes.
    """
    if why and sets["sample"] is None and sets["size"] not in (1, "all"):
        raise InputError(
            f"config: score.sets.sample: null given, but {why}; give the number of sets to draw, "
            "such as 1000"
        )
    if "classes" in endpoint and sensitivity_weight != 0.5:
        raise InputError(
            f"config: score.sensitivity_weight: {sensitivity_weight:g} given; with classes it is "
            "0.5, as all classes have the same weight"
        )


def title_of(name):
    """Return the name in full of a candidate, or the name itself if it is the user's."""
    for table in (CANDIDATES, SHORT_NAMES):
        if name in table:
            return table[name].title
    return name


def complexity(name):
    """Return the place of a candidate from simple to complex; those of the user come last."""
    known = [*CANDIDATES, *SHORT_NAMES]
    return known.index(name) if name in known else len(known)
