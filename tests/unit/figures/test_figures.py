import numpy as np
import pandas as pd
import pytest

from suitability.core.text import letter
from suitability.figures import performance_density, style
from suitability.figures.win import percentage, sampling_error, selection_pressure
from suitability.figures.win import sampled as win_sampled
from suitability.scoring.performance import ScoreRule
from suitability.scoring.score_table import ScoreTable, to_frame
from suitability.win.percentage import exact_win, n_grid, win_frame

PAPER = "paper: 0.24 (N/M)$^{0.48}$"
NAMES = ("NC", "DLDA", "LDA", "SDA", "UDA", "QDA")
SUMMARY = {
    "class_sizes": [10, 12],
    "kept": 5,
    "sets": 10,
    "set_size": 2,
    "sampled": False,
    "cross_validation": {"repeats": 2, "folds": 3},
}


def table(cells, candidates=NAMES):
    histogram = np.zeros((481, 2 ** len(candidates)), np.int64)
    for score, winners, count in cells:
        histogram[score, winners] = count
    return ScoreTable.from_histogram(histogram, ScoreRule(tuple(candidates), (12, 10), 1, 480, 0))


TABLES = {
    "ordinary": table([(300, 1, 4), (310, 2, 3), (320, 4 + 8, 2), (400, 63, 1)]),
    "one set": table([(300, 1, 1)]),
    "one score for a candidate": table([(300, 1, 5), (300, 3, 2), (301, 2, 2), (301, 3, 1)]),
    "all tied": table([(240, 63, 10)]),
    "one candidate": table([(300, 1, 4), (310, 1, 6)], ("NC",)),
    "two candidates": table([(300, 1, 4), (310, 3, 6)], ("QDA", "NC")),
    "all right": table([(480, 32, 10)]),
}


def density_of(table, title):
    return performance_density.draw(to_frame(table), SUMMARY, table.candidates, title)


@pytest.mark.parametrize("name", TABLES)
def test_densities_of_any_table_integrate_to_one(name):
    figure = density_of(TABLES[name], name)
    lines = figure.axes[0].get_lines()
    area = sum(np.trapezoid(line.get_ydata(), line.get_xdata()) for line in lines)
    assert len(lines) == len(TABLES[name].candidates)
    assert area == pytest.approx(1, abs=0.02)


def test_the_tail_fills_its_inset():
    many = table([(200 + i, 1 << i % 6, 10**6 >> abs(i - 40) // 8) for i in range(200)])
    (inset,) = density_of(many, "many").axes[0].child_axes
    highest = max(line.get_ydata().max() for line in inset.get_lines())
    assert highest < inset.get_ylim()[1] < 100 * highest


@pytest.mark.parametrize("name", TABLES)
def test_win_percentages_are_drawn_as_given(name):
    n = n_grid(1e4, 5)
    win = win_frame(n, TABLES[name].candidates, win=exact_win(TABLES[name], n))
    names = [*TABLES[name].candidates, "any"]
    bands = pd.DataFrame(
        [("permutation", each, c, 0.1, 0.3) for c in names for each in n if each <= 1000],
        columns=["method", "N", "candidate", "lower", "upper"],
    )
    # A line is thick by its p-value, not by the band.
    p_values = win.assign(p_familywise=np.where(win["win"] > 0.3, 0.05, 0.06)).query("N <= 1000")
    figure = percentage.draw(win, bands, p_values, SUMMARY, name, 0.05)
    axes = figure.axes[0]
    lines = {line.get_label(): line for line in axes.get_lines()}
    for candidate in TABLES[name].candidates:
        drawn = lines[candidate].get_ydata()
        assert drawn.tolist() == win.loc[win["candidate"] == candidate, "win"].tolist()
    thick = [line for line in axes.get_lines() if line.get_linewidth() == 3]
    for candidate, line in zip(TABLES[name].candidates, thick, strict=True):
        share = win.loc[win["candidate"] == candidate, "win"].to_numpy()
        assert (~np.isnan(line.get_ydata())).tolist() == ((share > 0.3) & (n <= 1000)).tolist()
    assert lines["NC"].get_linestyle() == "-"
    if "QDA" in lines:
        assert lines["QDA"].get_linestyle() == "--"


FIT = pd.DataFrame({"a": [0.2], "b": [0.5], "m_over_n_for_1pct": [400.0]})


@pytest.mark.parametrize(
    ("fit", "labels"),
    [(FIT, ["fit: 0.20 (N/M)$^{0.50}$", PAPER]), (FIT * np.nan, [PAPER])],
    ids=["fit", "no fit"],
)
def test_the_error_curve_is_that_of_the_table(fit, labels):
    n = n_grid(1e4, 10)
    points = pd.DataFrame(
        [(m, each, min(0.3, 0.2 * (each / m) ** 0.5)) for m in (1000, 10_000) for each in n],
        columns=["M", "N", "rmse"],
    )
    axes = sampling_error.draw([points, points], fit).axes[0]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == labels
    if len(labels) == 2:
        (curve,) = (line for line in axes.get_lines() if line.get_label() == labels[0])
        assert np.log10(curve.get_ydata()) == pytest.approx(np.log10(0.2) - 0.5 * curve.get_xdata())
        assert "M = 400 N" in axes.texts[0].get_text()


def test_no_error_at_all_can_be_drawn():
    sampling_error.draw([pd.DataFrame({"M": [100, 1000], "N": 1, "rmse": 0.0})], FIT * np.nan)


def test_selection_pressure_is_that_of_the_paper_s_hundred_sets():
    lines = selection_pressure.draw().axes[0].get_lines()
    assert len(lines) == 5
    for line, n in zip(lines, (1, 3, 10, 30, 100), strict=True):
        chance = line.get_ydata()
        ranks = np.arange(1, 101)
        assert line.get_xdata().tolist() == ranks.tolist()
        expected = ((100 - ranks + 1) / 100) ** n - ((100 - ranks) / 100) ** n
        np.testing.assert_allclose(chance, expected, rtol=1e-9, atol=1e-300)
        assert chance.sum() == pytest.approx(1)


def test_files_have_the_same_bytes_in_every_run(tmp_path):
    for attempt in ("a", "b"):
        figure = selection_pressure.draw()
        style.save(figure, tmp_path / f"{attempt}.svg", tmp_path / f"{attempt}.png")
    for suffix in ("svg", "png"):
        assert (tmp_path / f"a.{suffix}").read_bytes() == (tmp_path / f"b.{suffix}").read_bytes()


N = n_grid(1e4, 5)
SIX = [name for name, table in TABLES.items() if table.candidates == NAMES]
BANDS = pd.DataFrame(
    [("permutation", each, c, 0.1, 0.3) for c in [*NAMES, "any"] for each in N],
    columns=["method", "N", "candidate", "lower", "upper"],
)
P_VALUES = pd.DataFrame(
    [(each, c, 0.01 if c == "NC" else 1.0) for c in NAMES for each in N],
    columns=["N", "candidate", "p_familywise"],
)


def win_of(name):
    return win_frame(N, NAMES, win=exact_win(TABLES[name], N))


def lines_of(axes):
    return [np.nan_to_num(line.get_xydata(), nan=-1).tolist() for line in axes.get_lines()]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_panels_are_what_each_data_set_has_alone(count):
    names, summaries = SIX[:count], [SUMMARY] * count
    scores, wins = [to_frame(TABLES[name]) for name in names], [win_of(name) for name in names]
    densities = performance_density.draw_study(scores, summaries, NAMES, names)
    percentages = percentage.draw_study(
        wins, [BANDS] * count, [P_VALUES] * count, summaries, names, 0.05
    )
    for place, name in enumerate(names):
        alone = density_of(TABLES[name], name)
        assert lines_of(densities.axes[place]) == lines_of(alone.axes[0])
        alone = percentage.draw(wins[place], BANDS, P_VALUES, SUMMARY, name, 0.05)
        assert lines_of(percentages.axes[place]) == lines_of(alone.axes[0])
        for figure in (densities, percentages):
            title = figure.axes[place].get_title(loc="left")
            assert title == f"{letter(place)} {name}"
    visible = [axes.get_visible() for axes in percentages.axes]
    assert visible == [True] * count + [False] * (count % 2 if count > 1 else 0)


@pytest.mark.parametrize("sizes", [[100], [10, 100], [10, 100, 1000, 10_000]])
def test_a_row_of_sampled_panels_is_what_the_data_set_has_alone(sizes):
    wins = [win_of(name) for name in SIX[:2]]
    sampled = [
        pd.concat(
            [win.assign(M=size, lower=win["win"] / 2, upper=win["win"], trials=5) for size in sizes]
        )
        for win in wins
    ]
    figure = win_sampled.draw_study(sampled, wins, [SUMMARY] * 2, ["a", "$b"])
    for place in (0, 1):
        alone = win_sampled.draw(sampled[place], wins[place], SUMMARY, "alone")
        for column in range(6):
            panel = figure.axes[6 * place + column]
            assert lines_of(panel) == lines_of(alone.axes[column])
            assert len(panel.collections) == len(alone.axes[column].collections)
            assert len(panel.collections) == min(len(sizes), 2)
