import numpy as np
import pytest

from suitability.figures.win import theory as win_figure
from suitability.win.percentage import win_frame
from suitability.win.theory import ILLUSTRATIVE, SEARCHES, joint_density, theoretical_win

NAMES = ILLUSTRATIVE.candidates


def test_densities_are_drawn_as_given():
    x = np.linspace(0, 1, 101)
    values = joint_density(ILLUSTRATIVE, x)
    density = win_frame(x, NAMES, density=values).rename(columns={"N": "performance"})
    axes = win_figure.draw_density(density).axes[0]
    drawn = {line.get_label(): line.get_ydata() for line in axes.get_lines()}
    for place, name in enumerate(NAMES):
        assert drawn[name].tolist() == values[:, place].tolist()


def test_who_leads_is_shown_as_published():
    win = theoretical_win(ILLUSTRATIVE, SEARCHES)
    intervals = win_frame(SEARCHES, NAMES, lower=win - 0.01, upper=win + 0.01)
    intervals = intervals.assign(M=10_000, trials=100)
    axes = win_figure.draw(win_frame(SEARCHES, NAMES, win=win), intervals).axes[0]
    words = [text.get_text() for text in axes.texts if "ahead" in text.get_text()]
    assert words == ["c3 ahead\nfrom N = 2", "c2 ahead\nfrom N = 12", "c1 ahead\nfrom N = 27"]
    for line, share in zip(axes.get_lines(), win.T, strict=False):
        assert line.get_ydata().tolist() == share.tolist()
    bands = [band.get_datalim(axes.transData) for band in axes.collections]
    assert max(band.y1 for band in bands) == pytest.approx(win.max() + 0.01)
