"""Apply a model to new samples: `python -m suitability.predict model.json values.tsv`."""

import argparse
import sys

import pandas as pd

from suitability.core.errors import InputError
from suitability.core.tables import FLOAT_FORMAT, read_json
from suitability.data.formats.dispatch import format_of, read_matrix
from suitability.report.model import apply_model


def parser():
    """Return the parser of the command line."""
    result = argparse.ArgumentParser(
        prog="python -m suitability.predict",
        description="Print the class that a model calls for each new sample. The values must be "
        "prepared as those of the study.",
        allow_abbrev=False,
    )
    result.add_argument("model", help="results/NAME/model.json")
    result.add_argument(
        "values", help="the new values, in a format of a study; a table has features in rows"
    )
    return result


def predict(model, values):
    """Return the class of each new sample.

    Parameters
    ----------
    model, values : path

    Returns
    -------
    pandas.DataFrame
        sample, class, log_ratio (of class 1 to class 0).

    Raises
    ------
    InputError
        If a file cannot be read, or the values do not fit the model.
    """
    try:
        fitted = read_json(model)
        fitted["endpoint"]
    except FileNotFoundError:
        raise InputError(f"{model}: file not found; give results/NAME/model.json") from None
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError(
            f"{model}: is not a model, or was edited; give results/NAME/model.json"
        ) from None
    side = "rows" if format_of(values, "auto") == "table" else "auto"
    matrix = read_matrix(values, features_in=side, ids=[])
    classes, ratios = apply_model(fitted, matrix.values, matrix.features, matrix.samples, values)
    return pd.DataFrame({"sample": matrix.samples, "class": classes, "log_ratio": ratios})


def main(arguments):
    """Print the class of each new sample, or one line with the error; return the exit status."""
    given = parser().parse_args(arguments)
    try:
        table = predict(given.model, given.values)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(table.to_csv(sep="\t", index=False, float_format=FLOAT_FORMAT), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
