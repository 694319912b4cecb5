import numpy as np
import pandas as pd
import pytest

from suitability.figures.win import calibration, winner_rules
from suitability.win.calibration import calibration as calibration_table
from suitability.win.percentage import win_frame
from suitability.win.winner_rules import rule_names

N = np.array([1, 10, 100])
WIN = np.random.default_rng(1).dirichlet([3, 2, 1], size=(41, len(N)))


@pytest.mark.parametrize("datasets", [1, 5])
def test_every_band_of_every_data_set_is_drawn(datasets):
    part = calibration_table(WIN, N, {"beta_M": 1000, "beta_F": 10}, 1000, 0.05)
    table = pd.concat(part.assign(dataset=f"d{i}") for i in range(datasets))
    by_n, whole = calibration.draw(table, 0.05).axes
    drawn = [line for line in by_n.get_lines() if len(line.get_xdata()) == len(N)]
    assert len(drawn) == 3 * datasets
    assert [text.get_text() for text in by_n.get_legend().get_texts()] == [
        "beta_M",
        "beta_F",
        "permutation",
    ]
    expected = part[(part["method"] == "permutation") & part["N"].notna()]["studies"].tolist()
    assert drawn[-1].get_ydata().tolist() == expected
    dots = [line for line in whole.get_lines() if len(line.get_xdata()) == 1]
    assert len(dots) == 3 * datasets


def test_every_winner_rule_has_its_panel():
    names = ("NC", "LDA", "QDA")
    win = pd.concat(
        win_frame(N, names, win=WIN[i]).assign(rule=rule) for i, rule in enumerate(rule_names())
    )
    rules = pd.DataFrame({"rule": rule_names(), "winners": 2.0})
    rules = rules.assign(outside_beta_M=0.5, outside_beta_F=0.25)
    panels = winner_rules.draw(win, rules, "title").axes
    assert [panel.get_title(loc="left") for panel in panels] == rule_names()
    for i, panel in enumerate(panels):
        lines = {line.get_label(): line for line in panel.get_lines()}
        assert lines["LDA"].get_ydata().tolist() == WIN[i, :, 1].tolist()
