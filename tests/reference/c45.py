"""C4.5 as a recursion over lists of rows, without anything that makes it fast.

A row is (values, class, weight); a node is a dictionary of its class weights, `split` (a column and
a threshold, or None for a leaf) and its `children`.
"""

from itertools import pairwise
from math import isnan, log2, sqrt

from scipy.stats import norm

ROUNDING = 1e-6


def grown_and_pruned(rows, categories, classes, min_rows=2, confidence=0.25):
    root = grow(rows, rows, categories, classes, min_rows)
    collapse(root)
    prune(root, rows, categories, classes, confidence)
    return root


def weights_of(rows, classes):
    return [sum(weight for _, c, weight in rows if c == each) for each in range(classes)]


def bits(weights):
    """Return what it takes to name the part of each unit of weight."""
    total = sum(weights)
    return sum(w * log2(total / w) for w in weights if w > ROUNDING)


def parts(rows, split, categories):
    """Return the rows of each child; those without the value go to all, with less weight."""
    column, threshold = split
    children = [[] for _ in range(categories[column] or 2)]

    def child(values):
        return int(values[column]) if categories[column] else int(values[column] > threshold)

    known = [row for row in rows if not isnan(row[0][column])]
    for row in known:
        children[child(row[0])].append(row)
    totals = [sum(weight for *_, weight in each) for each in children]
    total = sum(totals)
    shares = [each / total if total > ROUNDING else 1 / len(children) for each in totals]
    for values, c, weight in rows:
        if isnan(values[column]):
            for each, share in zip(children, shares, strict=True):
                if share > ROUNDING:
                    each.append((values, c, weight * share))
    return children


def gain_of(rows, column, threshold, categories, classes):
    """Return the gain and the bits of the split, for each unit of weight."""
    known = [row for row in rows if not isnan(row[0][column])]
    total = sum(weight for *_, weight in rows)
    children = parts(known, (column, threshold), categories)
    gained = bits(weights_of(known, classes))
    gained -= sum(bits(weights_of(child, classes)) for child in children)
    totals = [sum(weight for *_, weight in child) for child in children]
    return gained / total, bits([*totals, total - sum(totals)]) / total, totals


def best_threshold(rows, column, categories, classes, min_rows):
    known = [row for row in rows if not isnan(row[0][column])]
    needed = 0.1 * sum(weight for *_, weight in known) / classes
    needed = max(min(needed, 25), min_rows)
    if len(known) < 2 * needed - ROUNDING:
        return None
    values = sorted({row[0][column] for row in known})
    possible, best = 0, (0.0, None)
    for low, high in pairwise(values):
        gain, split_bits, totals = gain_of(rows, column, low, categories, classes)
        if min(totals) >= needed - ROUNDING:
            possible += 1
            if gain > best[0] + ROUNDING:
                best = gain, (low, high, split_bits)
    if best[1] is None:
        return None
    low, high, split_bits = best[1]
    gain = best[0] - log2(possible) / sum(weight for *_, weight in rows)
    if gain < ROUNDING:
        return None
    return gain, gain / split_bits, low + (0.5 + ROUNDING) * (high - low)


def grow(rows, training, categories, classes, min_rows):
    weights = weights_of(rows, classes)
    node = {"weights": weights, "split": None, "children": []}
    total = sum(weights)
    if total < 2 * min_rows - ROUNDING or max(weights) > total - ROUNDING:
        return node
    found = {}
    for column, count in enumerate(categories):
        if count:
            gain, split_bits, totals = gain_of(rows, column, None, categories, classes)
            if sum(each >= min_rows - ROUNDING for each in totals) >= 2:
                found[column] = gain, gain / split_bits, None
        else:
            split = best_threshold(rows, column, categories, classes, min_rows)
            if split:
                found[column] = split
    few = {column for column, count in enumerate(categories) if count < 0.3 * len(training)}
    measured = [gain for column, (gain, *_) in found.items() if column in few or not few]
    if not measured:
        return node
    needed = sum(measured) / len(measured) - 1e-3
    best, chosen = ROUNDING, None
    for column, (gain, ratio, limit) in found.items():
        if gain >= needed and ratio > best + ROUNDING:
            best, chosen = ratio, (column, limit)
    if chosen is None:
        return node
    column, limit = chosen
    if not categories[column]:
        # A threshold is a value of a training row.
        limit = max(values[column] for values, *_ in training if values[column] <= limit)
    node["split"] = column, limit
    node["children"] = [
        grow(child, training, categories, classes, min_rows)
        for child in parts(rows, node["split"], categories)
    ]
    return node


def wrong(weights):
    return sum(weights) - max(weights)


def leaves(node):
    if node["split"] is None:
        return [node]
    return [leaf for child in node["children"] for leaf in leaves(child)]


def collapse(node):
    if node["split"] is None:
        return
    if sum(wrong(leaf["weights"]) for leaf in leaves(node)) >= wrong(node["weights"]) - 1e-3:
        node.update(split=None, children=[])
    for child in node["children"]:
        collapse(child)


def estimated(weights, confidence):
    rows, errors = sum(weights), wrong(weights)
    if rows < ROUNDING:
        return 0.0

    def added(errors):
        if errors < ROUNDING:
            return rows * (1 - confidence ** (1 / rows))
        if errors < 1:
            return added(0) + errors * (added(1) - added(0))
        if errors + 0.5 >= rows:
            return max(rows - errors, 0)
        z, f = norm.ppf(1 - confidence), (errors + 0.5) / rows
        root = sqrt(f / rows - f * f / rows + z * z / (4 * rows * rows))
        return (f + z * z / (2 * rows) + z * root) / (1 + z * z / rows) * rows - errors

    return errors + added(errors)


def weigh(node, rows, categories, classes):
    """Note the class weights of rows in all nodes of a subtree."""
    node["weights"] = weights_of(rows, classes)
    if node["split"]:
        divided = parts(rows, node["split"], categories)
        for child, own in zip(node["children"], divided, strict=True):
            weigh(child, own, categories, classes)


def errors_on(node, rows, categories, classes, confidence):
    if node["split"] is None:
        return estimated(weights_of(rows, classes), confidence)
    divided = parts(rows, node["split"], categories)
    return sum(
        errors_on(child, own, categories, classes, confidence)
        for child, own in zip(node["children"], divided, strict=True)
    )


def prune(node, rows, categories, classes, confidence):
    if node["split"] is None:
        return
    divided = parts(rows, node["split"], categories)
    for child, own in zip(node["children"], divided, strict=True):
        prune(child, own, categories, classes, confidence)
    branch, most = None, 0
    for child in node["children"]:
        if sum(child["weights"]) >= most - ROUNDING:
            branch, most = child, sum(child["weights"])
    of_leaf = estimated(node["weights"], confidence)
    of_tree = sum(estimated(leaf["weights"], confidence) for leaf in leaves(node))
    of_branch = errors_on(branch, rows, categories, classes, confidence)
    if of_leaf <= min(of_tree, of_branch) + 0.1 + ROUNDING:
        node.update(split=None, children=[])
    elif of_branch <= of_tree + 0.1 + ROUNDING:
        node.update(branch)
        weigh(node, rows, categories, classes)
        prune(node, rows, categories, classes, confidence)


def shares(node, values, categories):
    """Return the share of each class in the leaves that a row reaches."""
    total = sum(node["weights"])
    own = [weight / total for weight in node["weights"]]
    if node["split"] is None:
        return own
    column, threshold = node["split"]
    if isnan(values[column]):
        found = [0.0] * len(own)
        for child in node["children"]:
            weight = sum(child["weights"]) / total
            if weight * total > ROUNDING:
                below = shares(child, values, categories)
                found = [a + weight * b for a, b in zip(found, below, strict=True)]
        return found
    place = int(values[column]) if categories[column] else int(values[column] > threshold)
    child = node["children"][place]
    return shares(child, values, categories) if sum(child["weights"]) > ROUNDING else own


def call(node, values, categories):
    best = 0
    found = shares(node, values, categories)
    for c, share in enumerate(found):
        if share > found[best] + ROUNDING:
            best = c
    return best
