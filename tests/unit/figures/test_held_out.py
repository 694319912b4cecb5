import numpy as np
import pandas as pd
import pytest

from suitability.figures import candidates, held_out, stability
from suitability.figures.style import COLOURS

SUMMARY = {"class_sizes": [20, 20], "set_size": 2}
N = np.array([1, 10, 100, 1000])
NAMES = ["NC", "LDA", "QDA"]


def searched(outside, width=0.05, candidate="any"):
    outside = np.array(outside)
    return pd.DataFrame(
        {
            "N": N,
            "candidate": candidate,
            "inside": outside + 0.1,
            "outside": outside,
            "lower": outside - width,
            "upper": outside + width,
            "comparison": "" if candidate == "any" else "best",
        }
    )


def table_of(outside, own):
    return pd.concat([searched(own, candidate="NC"), searched(outside)], ignore_index=True)


def texts(axes):
    return [text.get_text() for text in axes.texts]


def curves(axes):
    return [list(line.get_ydata()) for line in axes.get_lines()]


def test_the_search_is_drawn_inside_and_outside_with_the_recommended_n():
    table = table_of([0.6, 0.7, 0.795, 0.8], [0.6, 0.69, 0.78, 0.79])
    figure = held_out.draw(table, SUMMARY, "a $title", 0.01, 0.5)
    axes = figure.axes[0]
    inside, outside = curves(axes)[:2]
    # Of the candidate to take; the recommended N is that of all candidates.
    assert outside == [0.6, 0.69, 0.78, 0.79]
    assert inside == pytest.approx([0.7, 0.79, 0.88, 0.89])
    assert "recommended N = 100" in texts(axes)
    assert "optimism" in texts(axes)
    assert axes.get_ylabel() == "balanced accuracy"
    assert axes.get_xlabel() == "pairs that the search draws, N"
    assert axes.get_ylim() == (0.4, 1)
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "reported by the search itself",
        "on new patients (held-out)",
        "95% interval on new patients",
    ]
    assert "with NC alone" in figure.get_supxlabel()


def test_no_n_is_recommended_where_nothing_is_better_than_chance():
    nothing = [0.5, 0.51, 0.49, 0.47]
    figure = held_out.draw(table_of(nothing, [0.6] * 4), SUMMARY, "t", 0.01, 0.5)
    assert not any("recommended" in text for text in texts(figure.axes[0]))
    assert curves(figure.axes[0])[1] == nothing
    assert "with all candidates" in figure.get_supxlabel()
    figure = held_out.draw(table_of([0.6] * 4, [0.6] * 4), SUMMARY, "t", 0.01, 0.3)
    assert figure.axes[0].get_ylabel() == "performance"


def test_no_optimism_is_named_where_there_is_none():
    outside = [0.6, 0.7, 0.8, 0.8]
    table = table_of(outside, outside).assign(inside=0.5)
    figure = held_out.draw(table, SUMMARY, "t", 0.01, 0.5)
    assert "optimism" not in texts(figure.axes[0])


def test_the_axis_of_performance_is_longer_where_it_must_be():
    low = [0.3, 0.32, 0.35, 0.4]
    figure = held_out.draw(table_of(low, low), SUMMARY, "t", 0.01, 0.5)
    assert figure.axes[0].get_ylim() == pytest.approx((0.2, 1))


def behind(comparisons):
    rows = [
        (n, name, *((0, 0, 0.02) if word == "best" else (0.02, 0.015, 0.04)), word)
        for name, words in comparisons.items()
        for n, word in zip(N, words, strict=True)
    ]
    return pd.DataFrame(
        rows, columns=["N", "candidate", "behind", "behind_lower", "behind_upper", "comparison"]
    )


def test_only_what_is_shown_to_be_behind_is_coloured():
    words = {
        "NC": ["best"] * 4,
        "LDA": ["not shown", "not shown", "better", "better"],
        "QDA": ["equivalent"] * 4,
    }
    figure = held_out.draw_behind(behind(words), SUMMARY, "t", 0.01)
    coloured = {}
    for axes, name in zip(figure.axes, NAMES, strict=True):
        assert axes.get_title() == name or axes.get_title(loc="left") == name
        areas = [area for area in axes.collections if len(area.get_paths())]
        colours = {tuple(area.get_facecolor()[0][:3]) for area in areas}
        coloured[name] = any(tuple(round(c * 255) for c in c3) == rgb(name) for c3 in colours)
    assert coloured == {"NC": False, "LDA": True, "QDA": False}
    assert legend(figure)[2] == "95% interval, shown to be behind"
    figure_without = held_out.draw_behind(behind({"NC": ["best"] * 4}), SUMMARY, "t", 0.01)
    assert len(legend(figure_without)) == 2
    (first,) = (line for line in figure.axes[0].get_lines() if line.get_linewidth() == 3)
    assert first.get_ydata().tolist() == [0] * 4
    (second,) = (line for line in figure.axes[1].get_lines() if line.get_linewidth() == 3)
    assert np.isnan(second.get_ydata()).all()


def legend(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def rgb(name):
    return tuple(int(COLOURS[name][place : place + 2], 16) for place in (1, 3, 5))


def test_a_single_n_that_is_shown_to_be_behind_is_visible():
    words = {"NC": ["best"] * 4, "LDA": ["not shown", "better", "not shown", "not shown"]}
    figure = held_out.draw_behind(behind(words), SUMMARY, "t", 0.01)
    area = figure.axes[1].collections[-1]
    (path,) = area.get_paths()
    assert path.vertices[:, 0].min() == 1
    assert path.vertices[:, 0].max() == 100


@pytest.mark.parametrize("count", [1, 2, 3, 6])
def test_win_percentages_are_drawn_with_their_bands(count):
    names = list(COLOURS)[:count]
    table = pd.DataFrame(
        [(n, name, 0.3, 0.2, 0.45) for name in names for n in N],
        columns=["N", "candidate", "win", "lower", "upper"],
    )
    figure = stability.draw(table, SUMMARY, "t")
    visible = [axes for axes in figure.axes if axes.get_visible()]
    assert len(visible) == count
    for axes in visible:
        *others, own = axes.get_lines()
        assert len(others) == count - 1
        assert own.get_ydata().tolist() == [0.3] * 4
        (area,) = axes.collections
        heights = area.get_paths()[0].vertices[:, 1]
        assert (heights.min(), heights.max()) == (0.2, 0.45)


def test_a_single_n_can_be_seen():
    one = searched([0.5, 0.5, 0.5, 0.5])
    one = one[one["N"] == 1]
    figure = held_out.draw(one, SUMMARY, "t", 0.01, 0.5)
    assert any(line.get_marker() == "o" for line in figure.axes[0].lines)
    of_one = one.assign(candidate="NC", behind=0.1, behind_lower=0, behind_upper=0.2)
    figure = held_out.draw_behind(of_one.assign(comparison="best"), SUMMARY, "t", 0.01)
    (line,) = (line for line in figure.axes[0].lines if line.get_linewidth() == 3)
    assert np.ptp(line.get_xdata()) > 0


def test_every_candidate_of_every_data_set_has_a_point_and_an_interval():
    names = ["NC", "QDA"]
    tables = [
        pd.concat([searched(outside, candidate=name) for name in [*names, "any"]])
        for outside in ([0.6, 0.7, 0.8, 0.8], [0.5, 0.5, 0.5, 0.5])
    ]
    summaries = [
        SUMMARY | {"candidates": names, "class_sizes": sizes} for sizes in ([9, 9], [5] * 3)
    ]
    figure = candidates.draw(tables, summaries, ["first", "second"], 0.01, 0.5)
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles == ["first\nN = 100", "second\nN = 1"]
    for axes, expected, chance in zip(figure.axes, (0.8, 0.5), (1 / 2, 1 / 3), strict=False):
        lines = [line.get_xdata() for line in axes.lines]
        assert lines[0][0] == pytest.approx(chance)
        assert lines[1] == pytest.approx([expected - 0.05, expected + 0.05])
        assert np.ravel(lines[2]) == pytest.approx([expected])
        assert len(lines) == 1 + 2 * len(names)
