"""Tell which classifier suits a data set of many features and few samples.

Pure functions on arrays and tables. Nothing here imports Snakemake or touches a path it was
not given; `compilation` alone keeps files in the user's cache. A module imports only from those
above it, or before it in its line::

    errors, jobs, randomness, candidates, simulation, resources
    addresses, places, config, tables, loading, reading, workbooks
    fetched, download
    format_table, format_geo, format_gct, format_arff, format_challenge, format_binary, readers
    normality, resampling, labels, preprocessing, datasets, set_sampling
    compilation, arithmetic, gaussian, pair_kernel, set_kernel, score_table, feature_sets
    win, null, rmse, discrimination
    permutation_null, calibration, among_the_better
    continuous, planning, search
    summary, workload, plotting, plotting_win_percentage, plotting_performance_density
    plotting_win_sampled, plotting_rmse, plotting_selection_pressure, plotting_discrimination
    plotting_study, plotting_calibration, plotting_among_the_better, plotting_theory
    reporting, plan, sources
"""

__version__ = "0.1.0"
