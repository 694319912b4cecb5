"""The steps of preprocessing, one value at a time."""

import math


def normalise_quantiles(rows):
    """Quantile normalisation of a list of features, each a list of one value a sample."""
    complete = [row for row in rows if not any(math.isnan(x) for x in row)]
    columns = [list(column) for column in zip(*complete, strict=True)]
    common = [sum(level) / len(level) for level in zip(*map(sorted, columns), strict=True)]

    def level(column, x):
        places = [place for place, y in enumerate(sorted(column)) if y == x]
        return sum(common[place] for place in places) / len(places)

    return [
        [math.nan] * len(row)
        if any(math.isnan(x) for x in row)
        else [level(column, x) for column, x in zip(columns, row, strict=True)]
        for row in rows
    ]


def collapse_probes(rows, probes, genes):
    """The mean of the complete probes of each gene, NaN where there is none."""
    names = list(dict.fromkeys(genes[probe] for probe in probes if probe in genes))
    means = []
    for name in names:
        own = [row for row, probe in zip(rows, probes, strict=True) if genes.get(probe) == name]
        own = [row for row in own if not any(math.isnan(x) for x in row)]
        means.append(
            [sum(x) / len(x) for x in zip(*own, strict=True)] if own else [math.nan] * len(rows[0])
        )
    return means, names


def average_replicates(rows, groups):
    """The mean over the samples of each group, for each feature."""
    names = list(dict.fromkeys(groups))
    return [
        [
            sum(x for x, group in zip(row, groups, strict=True) if group == name)
            / groups.count(name)
            for name in names
        ]
        for row in rows
    ]
