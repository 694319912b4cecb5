"""From the user's files to values, classes, Gaussian features and folds."""
