"""The six Gaussian Bayes rules, and compiled kernels that score feature sets with them."""
