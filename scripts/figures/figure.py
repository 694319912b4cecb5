"""Draw a figure."""

from importlib import import_module
from pathlib import Path

from suitability.core.jobs import job
from suitability.core.tables import read_json, read_parquet, read_tsv
from suitability.figures.style import save

READERS = {".json": read_json, ".parquet": read_parquet, ".tsv": read_tsv}


def figure(draw, inputs, svg, png, **params):
    """Draw by a function such as `win.percentage.draw_study`, from inputs and parameters."""
    module, _, function = draw.rpartition(".")
    module = import_module(f"suitability.figures.{module}")
    load = getattr(module, "load", read_all)
    save(getattr(module, function)(**load(**inputs), **params), svg, png)


def read_all(**paths):
    return {name: read(path) for name, path in paths.items()}


def read(path):
    """Return the content of a file, or the list of those of a list of files."""
    if isinstance(path, str):
        return READERS[Path(path).suffix](path)
    return [read(each) for each in path]


if __name__ == "__main__":
    with job(snakemake.log[0]):
        params = dict(snakemake.params.items())
        del params["code"]
        figure(inputs=dict(snakemake.input.items()), **dict(snakemake.output.items()), **params)
