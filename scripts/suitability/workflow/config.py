"""The config: checked against its schema, completed with its defaults, described as a table."""

import contextlib
import copy
import difflib
import json
import math
from functools import partial
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from jsonschema.validators import extend

from suitability.core.errors import InputError
from suitability.core.text import clean, shown

TYPE_WORDS = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}
TYPES = Draft202012Validator.TYPE_CHECKER


def _is_number(_, value):
    """Return whether a value is a finite number.

    NaN is within every limit, as it is neither above nor below; infinity is below none.
    """
    try:
        return TYPES.is_type(value, "number") and math.isfinite(value)
    except OverflowError:
        return False


Validator = extend(Draft202012Validator, type_checker=TYPES.redefine("number", _is_number))


def complete(config, schema):
    """Return a config with all defaults filled in.

    Numbers that arrive as text, as they do from the command line and from YAML's `1e6`, become
    numbers where the schema asks for one; `1.0e+6` becomes an integer where it asks for that;
    `true` and `false` likewise.

    Parameters
    ----------
    config : dict
        The user's config.
    schema : dict
        JSON schema with a `default` for every key that may be left out.

    Returns
    -------
    dict
        A new config; the given one is left as it is.

    Raises
    ------
    InputError
        If a key is unknown or missing or a value is not allowed. The message names the key, what
        was given and what is allowed.
    """
    # In YAML an unquoted `null` is the null value, not text, also as a key.
    config = {"null" if key is None else key: value for key, value in (config or {}).items()}
    _check_keys(config, [])
    config = _cleaned(config, [])
    _convert_numbers(config, schema)
    error = best_match(Validator(schema).iter_errors(config))
    if error is not None:
        raise InputError("config: " + " ".join(_explain(error).split()))
    _fill(config, schema)
    _check_permuted_labels(config["datasets"])
    _check_effects(config["datasets"], schema)
    _check_second_cohorts(config["datasets"])
    return config


def _cleaned(node, path):
    """Return a copy of a config without blanks at the ends of texts, as in the files of data."""
    if isinstance(node, str):
        return clean(node)
    if isinstance(node, list):
        return [_cleaned(value, path) for value in node]
    if not isinstance(node, dict):
        return node
    patterns = ["pattern"]
    if str(node.get("regex", False)).lower() != "false":
        patterns += ["negative", "positive"]
    result = {}
    for key, value in node.items():
        if clean(key) in result:
            raise InputError(
                f"config: {_dotted(path)}: the key {shown(key)} is there twice, but for blanks; "
                "keep one of them"
            )
        place = [*path, clean(key)]
        result[clean(key)] = copy.deepcopy(value) if key in patterns else _cleaned(value, place)
    return result


def endpoint_of(datasets, name):
    """Return the endpoint of a data set.

    Parameters
    ----------
    datasets : dict
        `datasets` of a complete config.
    name : str

    Returns
    -------
    dict
        Its endpoint; for a permutation, that of the other data set with `permuted: true`.
    """
    endpoint = datasets[name]["endpoint"]
    if "permutation_of" not in endpoint:
        return endpoint
    return {**datasets[endpoint["permutation_of"]]["endpoint"], "permuted": True}


# What the samples of a data set and their labels depend on, besides the endpoint.
SAME_FOR_PERMUTATION = (
    *("expression", "format", "features_in", "annotation", "samples", "join", "where"),
    "replicates",
)


def _check_permuted_labels(datasets):
    for name, stanza in datasets.items():
        other = stanza["endpoint"].get("permutation_of")
        if other is None:
            continue
        place = f"config: datasets.{name}.endpoint.permutation_of: {shown(other)}"
        if other not in datasets:
            raise InputError(
                f"{place} given; there is no such data set: {', '.join(datasets)} are there"
            )
        if {"random", "permutation_of"} & set(datasets[other]["endpoint"]):
            raise InputError(
                f"{place} is a control without observed labels to permute; name another data set"
            )
        for key in SAME_FOR_PERMUTATION:
            if stanza[key] != datasets[other][key]:
                raise InputError(
                    f"{place} has another {key} ({shown(datasets[other][key])}) than this data "
                    f"set ({shown(stanza[key])}); make them equal"
                )


def second_cohort_of(stanza):
    """Return the stanza of a data set's second cohort, or None if there is none.

    Parameters
    ----------
    stanza : dict
        A data set of a complete config.

    Returns
    -------
    dict
        The stanza with the files and `where` of the cohort.
    """
    given = stanza["validation"]
    if not any(given.values()):
        return None
    files = {key: given[key] or stanza[key] for key in ("expression", "samples")}
    return {**stanza, **files, "where": given["where"]}


def _check_second_cohorts(datasets):
    for name, stanza in datasets.items():
        controlled = {"random", "permutation_of"} & set(stanza["endpoint"])
        if second_cohort_of(stanza) and controlled:
            raise InputError(
                f"config: datasets.{name}.validation: given for an endpoint with "
                f"{controlled.pop()} labels, which a second cohort does not share; remove it"
            )


def _check_effects(datasets, schema):
    """Refuse settings that would have no effect."""
    no_join = {}
    _fill(no_join, schema["properties"]["datasets"]["additionalProperties"]["properties"]["join"])
    for name, stanza in datasets.items():
        how, column = stanza["replicates"]["how"], stanza["replicates"]["column"]
        if how != "error" and not column:
            raise InputError(
                f"config: datasets.{name}.replicates.how: '{how}' given without a column that "
                "identifies replicates; name it under column"
            )
        if not stanza["samples"] and stanza["join"] != no_join:
            raise InputError(
                f"config: datasets.{name}.join: given without a table of samples to join; name it "
                "under samples, or remove join"
            )


def check_repeated_keys(path):
    """Refuse a config file with a repeated key: YAML uses the last one without a warning.

    Parameters
    ----------
    path : path

    Raises
    ------
    InputError
        If a key of a mapping is repeated.
    """
    text = Path(path).read_text(encoding="utf-8")
    try:
        # Snakemake reads what is valid JSON as JSON, in which tabs may indent.
        json.loads(text, object_pairs_hook=partial(_check_pairs, path))
        return
    except json.JSONDecodeError:
        pass
    waiting, seen = [yaml.compose(text, yaml.SafeLoader)], set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, yaml.SequenceNode):
            waiting += node.value
        # An alias refers to a node that was seen.
        if not isinstance(node, yaml.MappingNode) or id(node) in seen:
            continue
        seen.add(id(node))
        lines = {}
        for key, value in node.value:
            waiting.append(value)
            line, known = key.start_mark.line + 1, (key.tag, str(key.value))
            if known in lines:
                raise InputError(
                    f"{path}: line {line}: the key {shown(key.value)} is already in line "
                    f"{lines[known]}; keep one of them, or rename it"
                )
            lines[known] = line


def _check_pairs(path, pairs):
    keys = [key for key, _ in pairs]
    repeated = next((key for key in keys if keys.count(key) > 1), None)
    if repeated is not None:
        raise InputError(
            f"{path}: the key {shown(repeated)} is repeated; keep one of them, or rename it"
        )
    return dict(pairs)


def check_permutations(level, permutations):
    """Raise an `InputError` if so few permutations can never be significant at the level."""
    fewest = math.ceil(1 / level - 1e-9) - 1
    if permutations < fewest:
        raise InputError(
            f"config: null.permutations: {permutations} given; "
            f"a null.level of {level:g} needs at least {fewest}"
        )


def _check_keys(node, path):
    if isinstance(node, dict):
        for key, value in node.items():
            if not isinstance(key, str):
                raise InputError(
                    f"config: {_dotted(path)}: the key {shown(key)} is not text; put it in quotes"
                )
            _check_keys(value, [*path, key])


def _subschemas(node, schema):
    """Yield (key, schema) for the keys of a mapping or the places of a list."""
    if isinstance(node, dict):
        for key in node:
            subschema = schema.get("properties", {}).get(key, schema.get("additionalProperties"))
            if isinstance(subschema, dict):
                yield key, subschema
    elif isinstance(node, list) and "items" in schema:
        for place in range(len(node)):
            yield place, schema["items"]


def _convert_numbers(node, schema):
    for key, subschema in _subschemas(node, schema):
        number = [kind for kind in _kinds(subschema) if kind in ("number", "integer")]
        if number and not isinstance(node[key], dict):
            node[key] = _number(node[key], number[0])
        elif subschema.get("type") == "boolean" and isinstance(node[key], str):
            node[key] = {"true": True, "false": False}.get(node[key].lower(), node[key])
        else:
            _convert_numbers(node[key], subschema)


def _kinds(schema):
    """Return the types that a schema allows, as a list."""
    kinds = schema.get("type", [])
    return [kinds] if isinstance(kinds, str) else kinds


def _kind_words(schema):
    return " or ".join(TYPE_WORDS[kind] for kind in _kinds(schema))


def _number(value, kind):
    """Return the number that a text means, or the value itself if it is not one."""
    if isinstance(value, str):
        with contextlib.suppress(ValueError):
            return int(value)
        with contextlib.suppress(ValueError):
            value = float(value)
    if kind == "integer" and isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _fill(node, schema):
    if isinstance(node, dict):
        for key, subschema in schema.get("properties", {}).items():
            if key not in node and "default" in subschema:
                node[key] = copy.deepcopy(subschema["default"])
    for key, subschema in _subschemas(node, schema):
        _fill(node[key], subschema)


def _dotted(path):
    return ".".join(str(part) for part in path) or "top level"


def _explain(error):
    path = _dotted(error.absolute_path)
    schema, given, rule = error.schema, error.instance, error.validator
    if rule == "additionalProperties":
        allowed = list(schema["properties"])
        unknown = next(key for key in given if key not in allowed)
        close = difflib.get_close_matches(unknown, allowed, n=1)
        hint = f"did you mean '{close[0]}'? " if close else ""
        if path.endswith(".endpoint") and isinstance(given[unknown], list):
            return (
                f"{path}: the key {shown(unknown)} is given beside negative and positive, but an "
                "endpoint has two classes; add its values to one of them, or leave them out"
            )
        return f"{path}: unknown key {shown(unknown)}; {hint}allowed: {', '.join(allowed)}"
    if rule == "required":
        missing = next(key for key in error.validator_value if key not in given)
        return f"{path}: the key '{missing}' is missing; add it"
    if "message" in schema and rule in ("oneOf", "not", "pattern", "contains"):
        return f"{path}: {shown(given)} given; {schema['message']}"
    if rule == "pattern":
        return f"{path}: {shown(given)} given; allowed is what matches {schema['pattern']}"
    if rule == "type":
        if schema["type"] == "string" and not isinstance(given, (dict, list, type(None))):
            return (
                f"{path}: {shown(given)} is not text; "
                "put the value in quotes, as it is written in the file"
            )
        return f"{path}: {shown(given)} given; allowed is {_kind_words(schema)}"
    if rule == "enum":
        return f"{path}: {shown(given)} given; allowed: {', '.join(map(_yaml, schema['enum']))}"
    limits = {
        "minimum": "at least",
        "maximum": "at most",
        "exclusiveMinimum": "more than",
        "exclusiveMaximum": "less than",
    }
    if rule in limits:
        return f"{path}: {shown(given)} given; allowed is {limits[rule]} {error.validator_value}"
    if rule in ("minItems", "minProperties"):
        return f"{path}: {len(given)} given; allowed is at least {error.validator_value}"
    if rule == "uniqueItems":
        return f"{path}: {shown(given)} given; each value is allowed once"
    return f"{path}: {' '.join(error.message.split())}"


def describe(schema):
    """Return the keys of a schema as a Markdown table.

    Parameters
    ----------
    schema : dict

    Returns
    -------
    str
    """
    lines = ["| key | type | default | meaning |", "| --- | --- | --- | --- |"]

    def visit(subschema, path):
        for key, entry in subschema.get("properties", {}).items():
            row(entry, [*path, key])
        if isinstance(subschema.get("additionalProperties"), dict):
            row(subschema["additionalProperties"], [*path, "NAME"])

    def row(entry, path):
        default = entry.get("default")
        cell = "" if default is None or isinstance(default, dict) else f"`{_yaml(default)}`"
        kind = _kind_words(entry)
        lines.append(f"| `{'.'.join(path)}` | {kind} | {cell} | {entry['description']} |")
        visit(entry, path)

    visit(schema, [])
    return "\n".join(lines) + "\n"


def _yaml(value):
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(_yaml(v) for v in value) + "]"
    return f"{value:g}" if isinstance(value, (int, float)) else value or '""'
