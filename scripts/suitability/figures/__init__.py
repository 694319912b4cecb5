"""A module for each figure, with what they share in `style` and `panels`.

`draw` takes tables and returns a matplotlib figure: of a data set, or of a study where there is no
such figure of a data set. `draw_study` draws that of all data sets. `load`, where a module has it,
reads what `draw` takes from files.
"""
