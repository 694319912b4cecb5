"""The report's part on the second cohort of an endpoint."""

from suitability.held_out.split_values import ANY
from suitability.report.report import render
from suitability.report.sentences import limits, performance
from suitability.win.planning import TABLE_2_N


def second_cohort_part(template, table, record, n, sets):
    """Return the part of the page on a second cohort.

    Parameters
    ----------
    template : str
        That of this part.
    table : pandas.DataFrame
        Contents of `second_cohort.tsv`.
    record : dict
        Contents of `cohort.json`.
    n : int
        The recommended N.
    sets : str
        What the feature sets are called, for example `pairs`.

    Returns
    -------
    str
        HTML, in which all text from the data is escaped: a sentence with the performance at the
        largest N up to the recommended one, warnings, and a table with each power of ten of N.
    """
    together = table[table["candidate"] == ANY]
    row = together[together["N"] <= n].iloc[-1]
    negative, positive = record["class_sizes"]
    some = ""
    if record["features"] < record["kept"]:
        some = f" Only {record['features']:,} of {record['kept']:,} features are in both."
    sentence = (
        f"The searches were also tried on a second cohort of {negative} + {positive} other samples."
        f"{some} A search of {row['N']:,} {sets} with all candidates reaches "
        f"{performance(row['outside'])} there (95% interval over its samples: "
        f"{limits(row['lower'], row['upper'])})."
    )
    rows = [
        {
            "n": row["N"],
            "inside": performance(row["inside"]),
            "outside": performance(row["outside"]),
            "interval": limits(row["lower"], row["upper"]),
        }
        for row in together.to_dict("records")
        if row["N"] in TABLE_2_N
    ]
    cautions = [f"{text[0].upper()}{text[1:]}." for text in record["warnings"]]
    return render(template, sentence=sentence, cautions=cautions, rows=rows)
