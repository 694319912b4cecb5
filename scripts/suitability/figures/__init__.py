"""A module for each figure, with what they share in `style` and `panels`.

In each module `draw` takes tables and parameters and returns a matplotlib figure. `draw_study`, if
there is one, draws this figure for all data sets of a study. `load`, if there is one, prepares the
arguments of `draw` from paths; otherwise they are the tables at these paths.
"""
