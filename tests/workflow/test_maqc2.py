"""The eight endpoints of `config/maqc2.yaml`, from made-up files built like the real ones.

No real file could be had, so this shows that the way from the address to the classes can be walked,
and that the classes are those of the annotation; it says nothing of the real numbers.
"""

import gzip

import numpy as np
import pytest
import yaml

from misbehaving import serve
from suitability.core.tables import read_json, read_tsv
from suitability.data.formats.workbooks import workbook_rows

from .conftest import ROOT, snakemake

FEATURES = 30


def series_matrix(samples, values):
    """Return a GEO series matrix as GEO writes it, packed.

    Characteristics of a sample go to the rows in the sample's own order, so that a row holds
    different keys for different samples; who has fewer leaves cells empty.
    """

    def row(name, cells):
        return "\t".join([name, *(f'"{cell}"' for cell in cells)])

    depth = max(len(sample["characteristics"]) for sample in samples)
    lines = ['!Series_title\t"Made up"', f'!Series_geo_accession\t"{samples[0]["series"]}"', ""]
    lines.append(row("!Sample_title", [s["title"] for s in samples]))
    lines.append(row("!Sample_geo_accession", [s["id"] for s in samples]))
    for i in range(depth):
        cells = [(s["characteristics"] + [""] * depth)[i] for s in samples]
        lines.append(row("!Sample_characteristics_ch1", cells))
    lines.append(row("!Sample_description", [s["description"] for s in samples]))
    lines.append(
        row("!Sample_description", ["Please see the table on the series record"] * len(samples))
    )
    lines.append("!series_matrix_table_begin")
    lines.append(row('"ID_REF"', [s["id"] for s in samples]))
    for i, of_feature in enumerate(values):
        lines.append("\t".join([f'"{i}_s_at"', *(f"{value:.4f}" for value in of_feature)]))
    lines += ["!series_matrix_table_end", ""]
    return gzip.compress("\n".join(lines).encode())


def breast(random):
    """278 patients in small: 40 for training, 30 for validation, 8 not used."""
    samples, truth = [], {}
    for i in range(78):
        pcr, er = bool(i % 3 == 0), bool(i % 2)
        status = "MAQC_T -- Training" if i < 40 else "MAQC_V -- Validation"
        if i >= 70:
            status = "MAQC_Q -- Not used"
        characteristics = [
            "tissue: breast cancer",
            f"pcr_vs_rd: {'pCR' if pcr else 'RD'}",
            f"er_status: {'P' if er else 'N'}",
        ]
        if i % 4 == 0:
            characteristics.insert(1, f"age: {30 + i}")
        if i % 5 == 0:
            characteristics.reverse()
        samples.append(
            {
                "series": "GSE20194",
                "id": f"GSM{505000 + i}",
                "title": f"BR_FNA_{i:03d}",
                "characteristics": characteristics,
                "description": f"MAQC_Distribution_Status: {status}",
            }
        )
        if i < 70:
            truth[f"GSM{505000 + i}"] = (pcr, er)
    return series_matrix(samples, random.normal(8, 3, (FEATURES, 78))), truth


def myeloma(random):
    """The arrays of the first 62 patients of the workbook, in another order."""
    header, *patients = [cells for _, cells in workbook_rows(ROOT / "tests/data/clininfo.xls")]
    patients = [dict(zip(header, cells, strict=True)) for cells in patients][:62]
    samples, truth = [], {}
    for i in random.permutation(62):
        patient = patients[i]
        status = patient["MAQC_Distribution_Status"].replace("MAQC_Q", "MAQC_Remove")
        samples.append(
            {
                "series": "GSE24080",
                "id": f"GSM{592000 + i}",
                "title": patient["CELfilename"].removesuffix(".CEL"),
                "characteristics": [f"maqc_distribution_status: {status}"],
                "description": "",
            }
        )
        if status != "MAQC_Remove" and patient["OS_MO JUN2008"]:
            truth[f"GSM{592000 + i}"] = tuple(
                patient[f"{column} JUN2008"] == "1" for column in ("OS_MO", "EFS_MO")
            )
    return series_matrix(samples, random.normal(7, 2, (FEATURES, 62))), truth


def neuroblastoma(random):
    """A processed matrix with its second header row, and the table that describes its columns."""
    names = [f"NB {i:03d}" for i in range(90)]
    lines = [
        "\t".join(["Scan REF", *names]),
        "\t".join(["Reporter REF", *["log ratio"] * len(names)]),
    ]
    lines += [
        "\t".join([f"ebi.ac.uk:MIAMExpress:Reporter:A-MEXP-255.{i}", *(f"{v:.5f}" for v in row)])
        for i, row in enumerate(random.normal(0, 1, (FEATURES, 90)), start=1)
    ]
    header = [
        *["Source Name", "Characteristics [Sex]", "Characteristics [Age]", "Hybridization Name"],
        *["Factor Value [ClinicalInformation]", "Factor Value [EventFreeSurvival]"],
        "Factor Value [OverallSurvival]",
    ]
    sdrf, truth = ["\t".join(header)], {}
    for i, name in enumerate(names):
        event = ("no event", "relapse of disease", "death from disease")[i % 3]
        free = int(random.integers(100, 1500))
        overall = free + int(random.integers(0, 700)) if event != "no event" else free
        male = bool(random.random() < 0.5)
        cells = [f"Patient {i}", "male" if male else "female", str(i), name, event, str(free)]
        sdrf.append("\t".join([*cells, str(overall)]))
        truth[name] = (
            _outcome(event == "death from disease", overall),
            _outcome(event != "no event", free),
            male,
        )
    return "\n".join([*lines, ""]).encode(), "\n".join([*sdrf, ""]).encode(), truth


def _outcome(happened, days):
    """None where it is not known: followed for less than 900 days without an event."""
    if happened and days < 900:
        return True
    return False if days >= 900 else None


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """The directory after `check`, and what each data set's classes should be."""
    random = np.random.default_rng(1)
    directory = tmp_path_factory.mktemp("maqc2")
    breast_matrix, of_breast = breast(random)
    myeloma_matrix, of_myeloma = myeloma(random)
    fgedm, sdrf, of_neuroblastoma = neuroblastoma(random)
    files = {
        "GSE20194_series_matrix.txt.gz": breast_matrix,
        "GSE24080_series_matrix.txt.gz": myeloma_matrix,
        "GSE24080_MM_UAMS565_ClinInfo_27Jun2008_LS_clean.xls.gz": gzip.compress(
            (ROOT / "tests/data/clininfo.xls").read_bytes()
        ),
        "E-TABM-38.sdrf.txt": sdrf,
        "Warnat19092005_E-NBDE-1_FGEDM.txt": fgedm,
    }
    config = yaml.safe_load((ROOT / "config/maqc2.yaml").read_text())
    assert config["downloads"].keys() == files.keys()
    with serve(**{name: [(200, content, {})] for name, content in files.items()}) as server:
        for name, source in config["downloads"].items():
            assert source["url"].startswith("https://")
            source["url"] = f"{server.address}/{name}"
        (directory / "maqc2.yaml").write_text(yaml.safe_dump(config, sort_keys=False))
        run = snakemake(directory, "check", "--configfile", "maqc2.yaml")
        assert run.returncode == 0, run.stderr
        assert sorted(server.asked) == sorted(f"/{name}" for name in files)
    places = (
        ("a-breast-pcr", of_breast, 0),
        ("b-breast-er", of_breast, 1),
        ("c-myeloma-os", of_myeloma, 0),
        ("d-myeloma-efs", of_myeloma, 1),
        ("e-neuroblastoma-os", of_neuroblastoma, 0),
        ("f-neuroblastoma-efs", of_neuroblastoma, 1),
        ("g-neuroblastoma-gender", of_neuroblastoma, 2),
    )
    truth = {
        name: {s: int(labels[i]) for s, labels in of.items() if labels[i] is not None}
        for name, of, i in places
    }
    return directory, truth, set(of_neuroblastoma)


@pytest.mark.parametrize("letter", "abcdefg")
def test_the_classes_are_those_of_the_annotation(study, letter):
    directory, truth, _ = study
    (name,) = (name for name in truth if name.startswith(letter))
    table = read_tsv(directory / f"results/{name}/samples.tsv", text=["sample", "label"])
    assert dict(zip(table["sample"], table["class"], strict=True)) == truth[name]


def test_the_random_endpoint_takes_every_sample(study):
    directory, _, samples = study
    table = read_tsv(
        directory / "results/h-neuroblastoma-random/samples.tsv", text=["sample", "label"]
    )
    assert set(table["sample"]) == samples
    assert table["class"].value_counts().to_dict() == {0: 45, 1: 45}


def test_every_endpoint_has_all_its_features(study):
    directory, truth, _ = study
    table = read_tsv(directory / "results/check.tsv", text=["expectation"])
    assert table["dataset"].tolist() == [*truth, "h-neuroblastoma-random"]
    assert set(table["features"]) == {FEATURES}
    assert table["expectation"].str.startswith("Not as expected: 30 features (expected: ").all()


def test_an_endpoint_is_scored_and_expected_counts_are_reported(study):
    directory, truth, _ = study
    run = snakemake(directory, "results/c-myeloma-os/summary.json", "--configfile", "maqc2.yaml")
    assert run.returncode == 0, run.stderr
    summary = read_json(directory / "results/c-myeloma-os/summary.json")
    positive = sum(truth["c-myeloma-os"].values())
    assert summary["expected"] == {
        "features": {"expected": 54675, "found": FEATURES},
        "kept": {"expected": 16736, "found": summary["kept"]},
        "samples": {"expected": 553, "found": 57},
        "positive": {"expected": 78, "found": positive},
    }
