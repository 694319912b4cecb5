"""Read a data set: its two classes, its Gaussian features and its folds."""

from suitability.datasets import read_dataset, save_dataset
from suitability.jobs import job, logger, warn


def dataset(name, expression, samples, probe_to_gene, outputs, stanza, endpoint, options, seed):
    made = read_dataset(
        name,
        expression,
        samples,
        where=stanza["where"],
        endpoint=endpoint,
        z=options["normality"]["z"],
        within_class=options["normality"]["within_class"],
        repeats=options["cross_validation"]["repeats"],
        folds=options["cross_validation"]["folds"],
        seed=seed,
        stated_format=stanza["format"],
        features_in=stanza["features_in"],
        annotation=stanza["annotation"],
        join=stanza["join"],
        replicates=stanza["replicates"],
        options=stanza["preprocess"],
        probe_to_gene=probe_to_gene,
    )
