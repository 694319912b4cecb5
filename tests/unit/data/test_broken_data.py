"""Broken data: each ends its job in one line with status 1 and leaves no partial output.

Errors in the config itself: test_config.py; whole runs: test_bad_input.py.
"""

import gzip
import importlib.util
import json
from pathlib import Path

import pytest

from configured import arguments
from suitability.core.jobs import job
from suitability.core.tables import read_tsv

HOME = Path(__file__).parents[3]
SPEC = importlib.util.spec_from_file_location("script", HOME / "scripts/data/dataset.py")
SCRIPT = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(SCRIPT)
OUTPUTS = ("expression", "samples", "features", "folds", "record")

IDS = [f"{i:02d}" for i in range(1, 17)]
SAMPLES = "sample\toutcome\tdays\tpatient\tscore\n" + "".join(
    f"{name}\t{'cured' if i % 2 else 'relapse'}\t{100 * i}\tp{i // 2}\t{i}\n"
    for i, name in enumerate(IDS)
)
HEADER = "feature\t" + "\t".join(IDS) + "\n"
VALUES = HEADER + "".join(
    f"gene{g}\t" + "\t".join(f"{(g * 37 + i * i * 11) % 23 / 7:.3f}" for i in range(16)) + "\n"
    for g in range(6)
)
SERIES = (
    "!Sample_geo_accession\t" + "\t".join(f'"{name}"' for name in IDS) + "\n"
    "!Sample_platform_id\t" + "\t".join(f'"GPL{i // 12}"' for i in range(16)) + "\n"
    "!Sample_characteristics_ch1\t"
    + "\t".join(f'"outcome: {"cured" if i % 2 else "relapse"}"' for i in range(16))
    + "\n!series_matrix_table_begin\n"
    + VALUES
    + "!series_matrix_table_end\n"
)
ARFF = (
    "@relation r\n@attribute a numeric\n@attribute b numeric\n@attribute outcome {cured,relapse}\n"
    "@data\n" + "".join(f"{i},{i * i % 7},{'cured' if i % 2 else 'relapse'}\n" for i in range(16))
)
SOFT = (
    "^SERIES = GSE1\n"
    + "".join(f"!Series_sample_id = {name}\n" for name in IDS)
    + "".join(
        f"^SAMPLE = {name}\n!Sample_title = {name}\n#ID_REF = id\n#VALUE = value\n"
        f"!sample_table_begin\nID_REF\tVALUE\ng\t{i}.258\nh\t{i}.5\n!sample_table_end\n"
        for i, name in enumerate(IDS)
    )
)
NOTED = "id,gene,outcome,note\n" + "".join(
    f"{name},1,{'cured' if i % 2 else 'relapse'},a\n" for i, name in enumerate(IDS, start=1)
)
OUTCOME = {"column": "outcome", "negative": ["cured"], "positive": ["relapse"]}
SURVIVAL = {
    "time": "days",
    "event": "outcome",
    "negative": ["cured"],
    "positive": ["relapse"],
    "cutoff": 900,
}
NOT_A_NUMBER = "is not a finite number; correct it, or leave the cell empty if it is missing"
E, S = "in/NAME.tsv", "in/NAME.samples.tsv"

# By name: changes to the stanza, the file of values (ending, content), the table of samples, and
# the expected message with NAME in place of the name. One line per case, for easy comparison.
# ruff: noqa: E501
# fmt: off
BROKEN = {
    "no-table": ({}, (".tsv", ""), SAMPLES, f"{E}: the first line has fewer than two columns; columns are separated by tabs, semicolons, commas"),
    "only-a-header": ({}, (".tsv", HEADER), SAMPLES, f"{E}: has no rows below its header; check that it is the right file"),
    "web-page": ({}, (".tsv", "<!DOCTYPE html>\n<html></html>\n"), SAMPLES, f"{E}: is a web page, not a table; download the file again"),
    "latin-1": ({}, (".tsv", VALUES.encode() + b"g\xe9ne\t1\n"), SAMPLES, f"{E}: is not UTF-8 text; save it as UTF-8"),
    "cut-gzip": ({}, (".tsv.gz", gzip.compress(VALUES.encode())[:-9]), SAMPLES, f"{E}.gz: is an incomplete or damaged gzip file; download or compress it again"),
    "page-as-gzip": ({}, (".tsv.gz", "<html>"), SAMPLES, f"{E}.gz: is an incomplete or damaged gzip file; download or compress it again"),
    "short-row": ({}, (".tsv", VALUES + "gene9\t1\n"), SAMPLES, f"{E}: line 8 ('gene9') has 2 cells where the header has 17; make them equal"),
    "header-of-r": ({}, (".tsv", VALUES.replace("feature\t", "")), SAMPLES, f"{E}: line 2 ('gene0') has 17 cells where the header has 16; make them equal; if the first column has no name in the header, add one"),
    "a-word": ({}, (".tsv", VALUES + "gene9" + "\t1" * 15 + "\tabc\n"), SAMPLES, f"{E}: line 8, feature 'gene9', sample '16': 'abc' {NOT_A_NUMBER}"),
    "decimal-comma": ({}, (".tsv", VALUES + "gene9" + "\t1" * 15 + "\t1,5\n"), SAMPLES, f"{E}: line 8, feature 'gene9', sample '16': '1,5' is not a finite number; write decimals with a point, or leave the cell empty if it is missing"),
    "infinity": ({}, (".tsv", VALUES + "gene9" + "\t1" * 15 + "\tinf\n"), SAMPLES, f"{E}: line 8, feature 'gene9', sample '16': 'inf' {NOT_A_NUMBER}"),
    "stray-quote": ({}, (".tsv", VALUES + '"gene9' + "\t1" * 16 + '\n"' + "\t1" * 16 + "\n"), SAMPLES, f"{E}: row 8 has a tab or line break in its feature id 'gene9\\t1\\t1\\t1\\t1\\t1\\t1\\t1\\t1\\t1\\t1\\t1\\t1\\t1\\t1\\t1\\t1'; look for an unpaired quotation mark"),
    "feature-twice": ({}, (".tsv", VALUES + VALUES.splitlines()[3] + "\n"), SAMPLES, f"{E}: row 8 repeats the feature id 'gene2'; ids must be unique"),
    "feature-without-id": ({}, (".tsv", VALUES + "\t1" * 16 + "\n"), SAMPLES, f"{E}: row 8 has no feature id; give it one"),
    "sample-twice": ({}, (".tsv", VALUES), SAMPLES + "01\tcured\t1\tp\t1\n", f"{S}: row 18 repeats the sample id '01'; ids must be unique"),
    "column-twice": ({}, (".tsv", VALUES.replace("\t02", "\t01", 1)), SAMPLES, f"{E}: column 3 repeats the column id '01'; ids must be unique"),
    "sample-unknown": ({}, (".tsv", VALUES), SAMPLES + "17\tcured\t1\tp\t1\n", f"{S}: 1 of 17 samples are not in {E}: '17'; both files must have the same samples, or set join: {{unmatched: drop}}"),
    "no-sample-known": ({}, (".tsv", VALUES), SAMPLES.replace("\n0", "\nx0").replace("\n1", "\nx1"), f"{E}: neither its columns ('01', '02', '03') nor its rows ('gene0', 'gene1', 'gene2') have ids of {S} ('x01', 'x02', 'x03'); correct the ids, or describe under join how they match"),
    "both-sides": ({}, (".tsv", VALUES.replace("gene1", "01")), SAMPLES, f"{E}: both its rows and its columns have ids of {S}, such as '01' and '01'; set features_in: rows or columns"),
    "called-feature": ({}, (".tsv", VALUES.replace("\t01", "\tfeature").replace("feature\t", "id\t", 1)), SAMPLES.replace("\n01", "\nfeature"), f"{E}: a sample has the id 'feature', which is the name of the column of feature ids in the results; rename the sample in both files"),
    "no-samples": ({"samples": None}, (".tsv", VALUES), SAMPLES, f"config: samples: none given, and {E} (format table) does not describe its samples; name a table of samples, or list the columns that describe samples under annotation"),
    "no-annotation": ({"samples": None, "annotation": ["group"]}, (".tsv", VALUES), SAMPLES, f"{E}: there is no column 'group' to use as annotation; correct the name in the config"),
    "no-column": ({"endpoint": {**OUTCOME, "column": "result"}}, (".tsv", VALUES), SAMPLES, f"{S}: there is no column 'result'; its columns are 'sample', 'outcome', 'days', 'patient', 'score'"),
    "no-value": ({"endpoint": {**OUTCOME, "positive": ["relapsed"]}}, (".tsv", VALUES), SAMPLES, f"{S}: column 'outcome' has no value 'relapsed' among the chosen samples; it has 'cured', 'relapse'"),
    "no-such-patient": ({"where": {"patient": ["p99"]}}, (".tsv", VALUES), SAMPLES, f"{S}: column 'patient' has no value 'p99' among the chosen samples; it has 'p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'"),
    "both-classes": ({"endpoint": {**OUTCOME, "positive": ["relapse", "cured"]}}, (".tsv", VALUES), SAMPLES, "config: endpoint 'outcome' has 'cured' both as negative and as positive; assign it to one class"),
    "class-too-small": ({}, (".tsv", VALUES), SAMPLES.replace("relapse", "cured", 3), f"{S}: class 1 of data set 'NAME' has 5 samples, but 3 folds need at least 6; choose other values or fewer folds"),
    "threshold-too-high": ({"endpoint": {"column": "score", "threshold": 99}}, (".tsv", VALUES), SAMPLES, f"{S}: class 1 of data set 'NAME' has 0 samples, but 3 folds need at least 6; choose other values or fewer folds"),
    "threshold-on-words": ({"endpoint": {"column": "patient", "threshold": 5}}, (".tsv", VALUES), SAMPLES, f"{S}: sample '01', column 'patient': 'p0' {NOT_A_NUMBER}"),
    "time-in-words": ({"endpoint": {**SURVIVAL, "time": "patient"}}, (".tsv", VALUES), SAMPLES, f"{S}: sample '01', column 'patient': 'p0' {NOT_A_NUMBER}"),
    "followed-too-briefly": ({"endpoint": {**SURVIVAL, "cutoff": 1200}}, (".tsv", VALUES), SAMPLES, f"{S}: class 0 of data set 'NAME' has 4 samples, but 3 folds need at least 6; choose other values or fewer folds"),
    "no-expression": ({"endpoint": {**OUTCOME, "regex": True, "positive": ["(re"]}}, (".tsv", VALUES), SAMPLES, "config: endpoint.positive: '(re' is not a regular expression (missing ), unterminated subpattern at position 0); correct it"),
    "replicates": ({"replicates": {"column": "patient"}}, (".tsv", VALUES), SAMPLES, f"{S}: samples '01' and '02' are replicates: their 'patient' is 'p0'; set replicates: {{how: first}} or mean"),
    "replicates-differ": ({"replicates": {"column": "patient", "how": "mean"}}, (".tsv", VALUES), SAMPLES, f"{S}: samples '01' and '02' are replicates but are in different classes; correct one of them, or leave replicates out if they are a pair, such as tumour and normal of one patient"),
    "patients-unknown": ({"replicates": {"column": "patient", "how": "mean"}}, (".tsv", VALUES), SAMPLES.replace("\tp3\t", "\tNA\t"), f"{S}: sample '07' has no value in column 'patient', which identifies replicates; fill it in"),
    "time-is-a-code": ({"endpoint": SURVIVAL}, (".tsv", VALUES), SAMPLES.replace("\t1400\t", "\t-999\t"), f"{S}: sample '15', column 'days': -999 is below zero, but times cannot be negative; correct it, or leave the cell empty if it is missing"),
    "no-sample-in-common": ({"join": {"unmatched": "drop", "samples": "patient"}, "features_in": "rows"}, (".tsv", VALUES), SAMPLES, f"{S}: none of its 16 samples ('p0', 'p0', 'p1') is in {E} ('01', '02', '03'); correct the ids, or describe under join how they match"),
    "samples-without-header": ({"join": {"unmatched": "drop"}, "endpoint": {"random": True}}, (".tsv", VALUES), SAMPLES.split("\n", 1)[1].replace("0", "9", 2).replace("91", "01"), f"{S}: line 1 holds the sample '01' where column names are expected; add a header line above it"),
    "threshold-on-commas": ({"endpoint": {"column": "score", "threshold": 5}}, (".tsv", VALUES), SAMPLES.replace("\t3\n", "\t3,5\n"), f"{S}: sample '04', column 'score': '3,5' is not a finite number; write decimals with a point, or leave the cell empty if it is missing"),
    "bad-pattern": ({"join": {"pattern": "x(.+)"}}, (".tsv", VALUES), SAMPLES, f"config: join.pattern: 'x(.+)' matches no cell of {S}, such as '01'; correct it"),
    "no-logarithm": ({"preprocess": {"log2": True}}, (".tsv", VALUES), SAMPLES, f"{E}: feature 'gene0', sample '01': 0 has no logarithm, as 2 of 96 values; set preprocess.floor above zero, or leave log2 out"),
    "sample-without-values": ({}, (".tsv", "".join(line.rsplit("\t", 1)[0] + ("\t16" if line[0] == "f" else "\tNA") + "\n" for line in VALUES.splitlines())), SAMPLES, f"{E}: sample '16' has no values at all, so that no feature could be kept; leave it out with where, or download the file again"),
    "packed": ({}, (".tsv", gzip.compress(VALUES.encode())), SAMPLES, f"{E}: is compressed with gzip; rename it to end in .gz"),
    "missing": ({"preprocess": {"missing": "error"}}, (".tsv", VALUES + "gene9" + "\t1" * 15 + "\tNA\n"), SAMPLES, f"{E}: feature 'gene9', sample '16': the value is missing, as for 1 of 7 features; fill it in, or set preprocess: {{missing: drop}}"),
    "constant": ({}, (".tsv", HEADER + "gene1" + "\t1.0" * 16 + "\n"), SAMPLES, f"{E}: 0 of 1 features are left for data set 'NAME', two are needed; most frequent reason: constant in a fold; check the values"),
    "stated-twice": ({"features_in": "rows", "samples": None}, (".gct", "#1.2\n"), SAMPLES, "config: features_in: 'rows' is set for in/NAME.gct, whose format gct states that itself; leave it out"),
    "no-gct": ({"samples": None}, (".gct", VALUES), SAMPLES, "in/NAME.gct: line 1 is 'feature' where a GCT file has #1.2 or #1.3; check that it is the right file"),
    "no-arff": ({"samples": None}, (".arff", VALUES), SAMPLES, "in/NAME.arff: is not valid ARFF: Invalid layout of the ARFF file, at line 7; correct that line"),
    "arff-class": ({"samples": None, "endpoint": {**OUTCOME, "negative": ["well"]}}, (".arff", ARFF), SAMPLES, "in/NAME.arff: column 'outcome' has no value 'well' among the chosen samples; it has 'cured', 'relapse'"),
    "no-series": ({"samples": None}, ("_series_matrix.txt", VALUES), SAMPLES, "in/NAME_series_matrix.txt: has no line !series_matrix_table_begin, so it is not a GEO series matrix; download it again, or state its format"),
    "cut-series": ({"samples": None}, ("_series_matrix.txt", SERIES[:-30]), SAMPLES, "in/NAME_series_matrix.txt: has no line !series_matrix_table_end, so it was truncated; download it again"),
    "two-platforms": ({"samples": None}, ("_series_matrix.txt", SERIES), SAMPLES, "in/NAME_series_matrix.txt: the chosen samples were measured on 2 platforms, 'GPL0', 'GPL1'; choose one with where: {platform_id: [...]}"),
    "no-soft": ({"samples": None}, (".soft", VALUES), SAMPLES, "in/NAME.soft: has no line ^SAMPLE, so it is not a SOFT family of a series; download the series' _family.soft.gz"),
    "cut-soft": ({"samples": None}, (".soft", SOFT[:-29]), SAMPLES, "in/NAME.soft: the table that begins in line 157 has no line !sample_table_end, so it was truncated; download it again"),
    "soft-of-a-part": ({"samples": None}, (".soft", SOFT[:SOFT.index("^SAMPLE = 15")]), SAMPLES, "in/NAME.soft: lacks 2 of the 16 samples that !Series_sample_id names, '15', '16', so it was truncated; download it again"),
    "soft-sample-twice": ({"samples": None}, (".soft", SOFT.replace("^SAMPLE = 03", "^SAMPLE = 02")), SAMPLES, "in/NAME.soft: line 36 starts the sample '02' again; keep one of them"),
    "values-below-the-end": ({"samples": None}, ("_series_matrix.txt", SERIES.replace('"GPL1"', '"GPL0"') + "more" + "\t1" * 16 + "\n"), SAMPLES, "in/NAME_series_matrix.txt: line 13 is below !series_matrix_table_end and is not a comment; download the file again"),
    "samples-not-identified": ({"samples": None}, ("_series_matrix.txt", SERIES.split("\n", 1)[1]), SAMPLES, "in/NAME_series_matrix.txt: has no line !Sample_geo_accession, so that the samples of its other lines cannot be identified; download the file again"),
    "joined-rows": ({"samples": None, "annotation": ["outcome", "note"]}, (".csv", NOTED.replace("04,1,relapse,a", '04,1,relapse,"a').replace("06,1,relapse,a", '06,1,relapse,a"')), SAMPLES, "in/NAME.csv: line 7, cell 4: 'a\\n05,1,cured,a\\n06,1,relapse,a' contains parts of several rows; look for an unpaired quotation mark"),
    "joined-samples": ({"join": {"unmatched": "drop"}}, (".tsv", VALUES), SAMPLES.replace("p1\t3", 'p1\t"3').replace("p2\t5", 'p2\t5"'), f"{S}: line 7, cell 5: '3\\n05\\trelapse\\t400\\tp2\\t4\\n06\\tcured\\t500\\tp2\\t5' contains parts of several rows; look for an unpaired quotation mark"),
    "no-second-header": ({"format": "mage_tab"}, (".tsv", VALUES), SAMPLES, f"{E}: line 2 holds values where a MAGE-TAB matrix has kinds of value; set format: table"),
    "sparse": ({"samples": None}, (".data", "1 5 9\n2\n"), SAMPLES, "in/NAME.data: line 2 has 1 values where the first has 3; correct it, or put NAME.param beside it if the file is sparse"),
    "ids-alike": ({}, (".tsv", VALUES.replace("\t03\t", "\tO3\t").replace("\t05", "\t05.CEL")), SAMPLES, f"{E}: 2 of 16 samples are not in {S}: '05.CEL', 'O3' ('05.CEL' may be '05'); both files must have the same samples, or set join: {{unmatched: drop}}"),
    "a-code": ({"endpoint": {"column": "score", "threshold": 7}}, (".tsv", VALUES), SAMPLES.replace("p0\t1\n", "p0\t-999\n"), f"{S}: column 'score' is -999 for 1 samples, such as '02', and 0 to 15 for the others, so that it looks like a code for a missing value; leave these cells empty, or write -999e0 if it is a true value"),
    "thousands": ({}, (".tsv", VALUES + "gene9" + "\t1" * 15 + "\t9,288\n"), SAMPLES, f"{E}: line 8, feature 'gene9', sample '16': '9,288' is not a finite number; write 9288 if the comma separates thousands, or 9.288 if it is the decimal one, or leave the cell empty if it is missing"),
    "millions": ({}, (".tsv", VALUES + "gene9" + "\t1" * 15 + "\t9,288,144.5\n"), SAMPLES, f"{E}: line 8, feature 'gene9', sample '16': '9,288,144.5' is not a finite number; write 9288144.5, or leave the cell empty if it is missing"),
    "utf-16": ({}, (".tsv", VALUES.encode("utf-16-le")), SAMPLES, f"{E}: is UTF-16 text; save it as UTF-8"),
    "long-table": ({}, (".tsv", "gene\tsample\tvalue\n" + "".join(f"gene{g}\t{i}\t{g * i}\n" for g in range(6) for i in IDS)), SAMPLES, f"{E}: has 96 rows with 6 ids in column 'gene', like a long table with one row for each feature and sample; reshape it to one row for each feature and one column for each sample"),
    "class-first": ({"samples": None, "annotation": ["outcome"]}, (".csv", "outcome,a,b\n" + "".join(f"{'cured' if i % 2 else 'relapse'},{i},{i}\n" for i in range(16))), SAMPLES, "in/NAME.csv: column 'outcome' is the first one, where ids of the samples are expected; insert a column of ids before it"),
    "class-is-a-feature": ({"samples": None, "endpoint": {**OUTCOME, "column": "a"}}, (".arff", ARFF), SAMPLES, "in/NAME.arff: 'a' is read as a feature, since it is numeric; list it under annotation in the config"),
    "column-alike": ({"endpoint": {**OUTCOME, "column": "Outcome"}}, (".tsv", VALUES), SAMPLES, f"{S}: there is no column 'Outcome'; its columns are 'sample', 'outcome', 'days', 'patient', 'score'; did you mean 'outcome'?"),
    "value-alike": ({"endpoint": {**OUTCOME, "positive": ["Relapse"]}}, (".tsv", VALUES), SAMPLES, f"{S}: column 'outcome' has no value 'Relapse' among the chosen samples; it has 'cured', 'relapse'; 'relapse', which differs from 'Relapse' in upper and lower case"),
    "no-parquet": ({}, (".parquet", VALUES), SAMPLES, "in/NAME.parquet: cannot be read as Parquet (Could not open Parquet input source 'in/NAME.parquet': Parquet magic bytes not found in footer. Either the file is corrupted or this is not a parquet file); download it again, or state its format"),
}


# fmt: on


def run(name):
    """Run the job of a data set as its rule does; return its exit status."""
    changes, (ending, content), samples, _ = BROKEN[name]
    Path("in").mkdir(exist_ok=True)
    expression = Path(f"in/{name}{ending}")
    expression.write_bytes(content if isinstance(content, bytes) else content.encode())
    Path(f"in/{name}.samples.tsv").write_text(samples)
    given = {
        "expression": str(expression),
        "samples": f"in/{name}.samples.tsv",
        "endpoint": OUTCOME,
        **changes,
    }
    given = {key: value for key, value in given.items() if value is not None}
    outputs = {key: f"results/{key}" for key in OUTPUTS}
    try:
        with job("logs/dataset.log"):
            SCRIPT.dataset(outputs=outputs, probes=0, **arguments(name, given))
    except SystemExit as stopped:
        return stopped.code
    return 0


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_input_ends_in_one_line_and_leaves_no_results(name, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    assert run(name) == 1
    message = BROKEN[name][3].replace("NAME", name)
    assert capfd.readouterr().err == f"error: {message}\n"
    assert not Path("results").exists()
    assert "Traceback" not in Path("logs/dataset.log").read_text()


def test_there_are_at_least_forty_with_different_messages():
    assert len(BROKEN) >= 40
    assert len({message.replace("NAME", name) for name, (*_, message) in BROKEN.items()}) >= 40


UNTIDY = (
    SAMPLES.replace("cured", "cured\xa0", 3)
    .replace("relapse", "\ufeffrelapse ", 2)
    .replace("\n08\tcured", "\n08\tCured")
    .replace("\n0", "\n\u200b0", 4)
    .replace("\tp3\t", "\t p3\u3000\t")
)


def test_what_is_left_out_or_looks_wrong_is_shown(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    values = VALUES.replace("gene1", "1-Mar").replace("\t02\t", "\t02 \t")
    changes = {"where": {"patient ": [f"p{i} " for i in range(1, 8)]}}
    monkeypatch.setitem(BROKEN, "untidy", (changes, (".tsv", values), UNTIDY, ""))
    assert run("untidy") == 0
    assert capfd.readouterr().err.splitlines() == [
        "untidy: 2 samples left out by where: other values of 'patient' ('p0' 2)",
        "untidy: 1 samples left out: other values of 'outcome' ('Cured' 1)",
        "warning: untidy: in/untidy.tsv: 1 features look like dates, '1-Mar', which spreadsheets "
        "make of gene symbols such as MARCH1; use a file that no spreadsheet has changed",
        "warning: untidy: in/untidy.samples.tsv: column 'outcome' of 1 samples is 'Cured', which "
        "differs from 'cured' in upper and lower case; write them alike, or list both in the config",
    ]
    record = json.loads(Path("results/record").read_text())
    assert record["samples"] == [
        "2 samples left out by where: other values of 'patient' ('p0' 2)",
        "1 samples left out: other values of 'outcome' ('Cured' 1)",
    ]
    assert len(record["warnings"]) == 2


@pytest.mark.parametrize("header", ["Description", "gene_symbol"])
def test_a_column_of_text_beside_the_ids_names_the_features(tmp_path, monkeypatch, capfd, header):
    monkeypatch.chdir(tmp_path)
    lines = VALUES.splitlines()
    lines = [lines[0].replace("feature", f"feature\t{header}\tchromosome\tempty")] + [
        line.replace("\t", f"\tSYMBOL{i}\t{'XY'[i % 2]}\t\t", 1) for i, line in enumerate(lines[1:])
    ]
    monkeypatch.setitem(BROKEN, "named", ({}, (".tsv", "\n".join(lines)), SAMPLES, ""))
    assert run("named") == 1
    assert "1 of 17 samples are not in in/named.samples.tsv: 'empty'" in capfd.readouterr().err
    lines = [line.replace("empty\t", "").replace("\t\t", "\t") for line in lines]
    monkeypatch.setitem(BROKEN, "named", ({}, (".tsv", "\n".join(lines)), SAMPLES, ""))
    Path("in/named.tsv").unlink()
    assert run("named") == 0
    assert capfd.readouterr().err == ""
    features = read_tsv("results/features")
    assert features.columns[:2].tolist() == ["feature", "name"]
    assert features["name"].tolist() == [f"SYMBOL{i}" for i in range(6)]
    record = json.loads(Path("results/record").read_text())
    assert record["preprocessing"] == [
        f"2 columns without values left out: '{header}', 'chromosome'"
    ]


def test_valid_input_passes(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    sound = ({}, (".tsv", VALUES), SAMPLES, "")
    monkeypatch.setitem(BROKEN, "sound", sound)
    assert run("sound") == 0
    assert capfd.readouterr().err == ""
    assert sorted(path.name for path in Path("results").iterdir()) == sorted(OUTPUTS)
