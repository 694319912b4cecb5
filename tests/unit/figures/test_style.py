import matplotlib as mpl
from matplotlib.figure import Figure

from suitability.figures import style


def test_figures_do_not_depend_on_settings_of_matplotlib(tmp_path):
    @style.styled
    def draw():
        figure = Figure()
        figure.subplots().plot([1, 2], label="x")
        return figure

    def files(folder):
        style.save(draw(), folder / "x.svg", folder / "x.png")
        return [(folder / f"x.{end}").read_bytes() for end in ("svg", "png")]

    expected = files(tmp_path)
    with mpl.rc_context({"text.usetex": True, "font.size": 30, "lines.linestyle": ":"}):
        assert files(tmp_path) == expected
