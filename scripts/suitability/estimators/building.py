"""Importing the classes of candidates and building classifiers; errors name the candidate."""

import functools
import importlib
import importlib.util
import inspect
import json
from pathlib import Path

from suitability.core.errors import InputError


def check_all(descriptions):
    """Import and build every candidate.

    Parameters
    ----------
    descriptions : list of dict
        From `description.described`.

    Raises
    ------
    InputError
        Names the first candidate that cannot be imported or built.
    """
    for description in descriptions:
        builder(description)(0)


def builder(description):
    """Return a function that builds a fresh classifier, given a random state.

    Parameters
    ----------
    description : dict
        From `description.described`.

    Returns
    -------
    callable

    Raises
    ------
    InputError
        If a class cannot be imported, does not take the parameters, or is not a classifier.
    """
    return _builder(json.dumps(description, sort_keys=True))


# Once in the life of a worker.
@functools.cache
def _builder(text):
    description = json.loads(text)
    name = description["name"]
    steps = [
        _factory(name, step["class"], step.get("params") or {}, ("fit", "transform"))
        for step in description["pipeline"]
    ]
    classifier = _factory(name, description["class"], description["params"], ("fit", "predict"))
    if not steps:
        return classifier
    # Takes a second, which jobs with built-in candidates need not spend.
    from sklearn.pipeline import make_pipeline

    return lambda state: make_pipeline(*(step(state) for step in steps), classifier(state))


def _factory(name, path, params, methods):
    where = f"config: candidates: {name}"
    kind = _import(where, path)
    params = {key: _tuples(value) for key, value in params.items()}
    missing = [method for method in methods if not callable(getattr(kind, method, None))]
    if missing:
        raise InputError(f"{where}: {path} has no method {missing[0]}; name a class that has one")
    try:
        takes_state = "random_state" in inspect.signature(kind).parameters
    except (TypeError, ValueError):
        takes_state = False
    takes_state = takes_state and "random_state" not in params

    def build(state):
        return kind(**params, random_state=state) if takes_state else kind(**params)

    try:
        # What scikit-learn's classes do in each fit otherwise.
        getattr(build(0), "_validate_params", bool)()
    except Exception as error:
        raise InputError(
            f"{where}: {path} cannot be built with params {params}: {_one_line(error)}"
        ) from None
    return build


def _import(where, path):
    module, _, name = path.rpartition(":" if ":" in path else ".")
    try:
        loaded = _from_file(module) if ":" in path else importlib.import_module(module)
        return getattr(loaded, name)
    # Code of the user's may raise anything when it is imported.
    except Exception as error:
        raise InputError(
            f"{where}: the class {path} cannot be imported: {_one_line(error)}; check the path, or "
            "install the package"
        ) from None


def _from_file(path):
    if not Path(path).is_file():
        raise FileNotFoundError(f"there is no file {path}")
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _tuples(value):
    """Return a value of a config with tuples in place of lists, which many classes require."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _one_line(error):
    return " ".join(f"{type(error).__name__}: {error}".split())
