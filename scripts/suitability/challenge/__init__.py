"""Whole methods against each other: the score of the NIPS 2003 feature selection challenge."""
