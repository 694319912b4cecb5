"""Any classifiers with scikit-learn's interface: described, imported, fitted and counted."""
