"""The four classifiers of the paper."""
