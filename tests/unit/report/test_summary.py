from suitability.report.summary import data_sets, letter


def test_data_sets_are_lettered_as_their_panels():
    summary = {"features": 9, "kept": 5, "sets": 10, "class_sizes": [3, 4]}
    table = data_sets(["a", "b"], ["A title", "B title"], [summary, summary])
    assert table.iloc[1].tolist() == ["B", "b", "B title", 9, 5, 10, 3, 4]
    assert [letter(place) for place in (0, 25, 26, 51, 52, 701, 702)] == [
        *["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]
    ]
