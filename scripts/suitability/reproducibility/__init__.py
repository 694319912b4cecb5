"""The reproducibility index (Yousefi and Dougherty, Bioinformatics 28, 2012)."""
