"""What the figures share: colours, titles, captions, axes and files.

Linear candidates are solid, nonlinear ones dashed. A candidate has the same colour and marker in
all figures, from a palette for colour-blind readers (Okabe and Ito, with a darker purple, since
theirs is too pale for a thin line).
"""

import functools
import textwrap

import numpy as np
from matplotlib import ticker
from matplotlib.style import context

from suitability.core.tables import whole_file
from suitability.gaussian.candidates import CANDIDATES
from suitability.scoring.sets import name_sets

TITLE_FONT = {"size": 8.5, "weight": "bold"}
STYLE = {
    "axes.grid": True,
    "axes.labelsize": 8,
    "axes.linewidth": 0.6,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": TITLE_FONT["size"],
    "axes.titleweight": TITLE_FONT["weight"],
    "axes.titlelocation": "left",
    "figure.constrained_layout.use": True,
    "figure.labelsize": 8,
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "grid.color": "#e6e6e6",
    "grid.linewidth": 0.5,
    "legend.fontsize": 7.5,
    "legend.frameon": False,
    "lines.linewidth": 1.4,
    "lines.markersize": 3.5,
    "savefig.dpi": 200,
    "svg.hashsalt": "suitability",
    "xtick.labelsize": 7.5,
    "ytick.labelsize": 7.5,
}
COLOURS = {
    "NC": "#0072B2",
    "DLDA": "#56B4E9",
    "LDA": "#009E73",
    "SDA": "#E69F00",
    "UDA": "#D55E00",
    "QDA": "#B3559A",
}
MARKERS = {"NC": "o", "DLDA": "s", "LDA": "^", "SDA": "o", "UDA": "s", "QDA": "^"}
LINEAR = {name: candidate.linear for name, candidate in CANDIDATES.items()}
# Of other candidates in config order: the palette of Paul Tol's muted scheme and darker shades, so
# that with the markers each of forty candidates differs from the others.
OTHER_COLOURS = (
    *("#332288", "#117733", "#882255", "#DDCC77", "#44AA99", "#AA4499", "#999933"),
    *("#CC6677", "#222222", "#7A5C3E", "#6699CC", "#777777", "#661100"),
)
OTHER_MARKERS = ("D", "v", "P", "X", "<", ">", "p", "h", "*")
# From dark to light, so that they differ in greyscale too; of the illustrative example.
EXAMPLE_LINES = {
    "c1": {"color": "#440154", "linestyle": "-"},
    "c2": {"color": "#1f8a8c", "linestyle": (0, (5, 1.5))},
    "c3": {"color": "#d98200", "linestyle": (0, (1.3, 1.3))},
}
# Pale enough that the palest curve is visible on them in greyscale.
BAND = "#e0e0e0"
UNTESTED = "#f2f2f2"
GREY = "#777777"
DARK = "#222222"
REFERENCE = {"color": GREY, "linewidth": 0.8, "zorder": 0}
SMALL = 7
CAPTION = {"fontsize": SMALL, "color": "#555555"}

N_LABEL = "feature sets that the search draws, N"
WIN_LABEL = "win percentage"
PERFORMANCE_LABEL = "performance of the best candidate"
LINE_STYLES = "Solid: linear, dashed: nonlinear."

# Characters of a line under a narrow figure.
NARROW = 66

# Letters of a caption to an inch.
LETTERS_PER_INCH = 20

# Widths in inches: half a page or a phone, for reduction to a journal's column (3.5), and a
# journal's full width.
HALF_PAGE = 3.7
COLUMN = 4.7
PAGE = 7.1


def save(figure, svg, png):
    """Write a figure as SVG and PNG, with the same bytes in every run.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    svg, png : path
    """
    with context(["default", STYLE]):
        with whole_file(svg) as temporary:
            figure.savefig(temporary, format="svg", metadata={"Date": None, "Creator": None})
        # Both have the layout of the first: finding it again would double the time.
        figure.set_layout_engine("none")
        with whole_file(png) as temporary:
            figure.savefig(temporary, format="png", metadata={"Software": None})


def styled(draw):
    """Make a function draw in the project's style, whatever the user's settings are."""

    @functools.wraps(draw)
    def drawn(*args, **kwargs):
        with context(["default", STYLE]):
            return draw(*args, **kwargs)

    return drawn


def add_candidates(linear):
    """Give candidates that are not built in a colour and a marker.

    Parameters
    ----------
    linear : dict of str to bool
        By name, in config order: whether the candidate is linear.
    """
    for place, (name, is_linear) in enumerate(linear.items()):
        COLOURS[name] = OTHER_COLOURS[place % len(OTHER_COLOURS)]
        MARKERS[name] = OTHER_MARKERS[place % len(OTHER_MARKERS)]
        LINEAR[name] = is_linear


def line_of(name):
    """Return the style of a candidate's line as matplotlib arguments."""
    linear = LINEAR[name]
    return {
        "color": COLOURS[name],
        "linestyle": "-" if linear else (0, (4, 1.6)),
        "marker": MARKERS[name],
        "markerfacecolor": COLOURS[name] if linear else "white",
    }


def caption(figure, text):
    """Write the caption under a figure, wrapped to its width."""
    width = int(LETTERS_PER_INCH * figure.get_figwidth())
    lines = [line for part in text.splitlines() for line in textwrap.wrap(part, width)]
    figure.supxlabel("\n".join(lines), x=0.01, ha="left", **CAPTION)


def titled_caption(figure, title, text):
    """Write under a narrow figure the title of its data set and a caption, wrapped."""
    lines = [*textwrap.wrap(f"{title}.", NARROW), *textwrap.wrap(text, NARROW)]
    figure.supxlabel("\n".join(lines), x=0.01, ha="left", parse_math=False, **CAPTION)


def heading(figure, title, handles, width=90, columns=None):
    """Write above a figure a title and, under it, the legend of all panels.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    title : str
        Wrapped; not parsed as mathematics.
    handles : list of matplotlib artists
        With labels.
    width : int
        Characters of a line of the title.
    columns : int, optional
        Of the legend; one a label by default.

    Returns
    -------
    matplotlib.legend.Legend
    """
    legend = figure.legend(
        handles=handles,
        title=textwrap.fill(title, width),
        title_fontproperties=TITLE_FONT,
        alignment="left",
        borderaxespad=0.6,
        borderpad=0,
        columnspacing=1.2,
        handlelength=2.5,
        handletextpad=0.5,
        loc="outside upper left",
        ncols=columns or len(handles),
    )
    legend.get_title().set_parse_math(False)
    return legend


def heading_of_axes(axes, title):
    """Write above axes a title, as in `heading`, and the legend in one row."""
    axes.set_title(textwrap.fill(title, 54), pad=24, parse_math=False)
    axes.legend(
        ncols=6,
        loc="lower left",
        bbox_to_anchor=(-0.02, 0.99),
        handlelength=2.5,
        handletextpad=0.5,
        columnspacing=0.9,
    )


def narrow_heading(figure, title, handles):
    """Write a heading above a narrow figure, with a label a line."""
    return heading(figure, title, handles, width=46, columns=1)


def n_label(summary):
    """Return the label of an axis of N that names what is drawn."""
    return f"{name_sets(summary['set_size'])} that the search draws, N"


def shortened(text, width=24):
    """Return a text of at most `width` characters, without its middle if it is longer."""
    half = (width - 1) // 2
    return text if len(text) <= width else f"{text[:half]}…{text[-half:]}"


def size_of(summary):
    """Return the numbers of samples, features and feature sets as text."""
    sizes = " + ".join(map(str, summary["class_sizes"]))
    sets = summary["sets"]
    number = f"{sets:,}" if sets < 1e6 else f"{sets / 1e6:.3g} million"
    random = "random " if summary["sampled"] else ""
    return (
        f"{sizes} samples, {summary['kept']:,} features, "
        f"{number} {random}{name_sets(summary['set_size'])}"
    )


def data_sets(count):
    """Return a number of data sets as text."""
    return f"{count} data set{'s' * (count != 1)}"


def power_of_ten(number):
    """Return a number as text: as a power of ten if it is one."""
    exponent = np.log10(number)
    if abs(exponent - round(exponent)) < 1e-9:
        return f"$10^{{{exponent:.0f}}}$"
    return f"{number:,}"


def percent_axis(axis):
    """Show shares as percentages on an axis."""
    axis.set_major_formatter(ticker.PercentFormatter(1, decimals=0, symbol="%"))


def log_n_axis(axes, n):
    """Make the horizontal axis logarithmic, with ticks at powers of ten of N."""
    axes.set_xscale("log")
    # Room beside a single N.
    room = 2 if n.min() == n.max() else 1
    axes.set_xlim(n.min() / room, n.max() * room)
    axes.xaxis.set_major_locator(ticker.LogLocator(numticks=20))
    axes.xaxis.set_minor_locator(ticker.NullLocator())


def decades(n):
    """Return the places of powers of ten in an array of N; lines have markers there."""
    return np.flatnonzero(np.isin(n, 10 ** np.arange(11))).tolist()
