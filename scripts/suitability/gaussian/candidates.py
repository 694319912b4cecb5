"""The classifiers that take part."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Candidate:
    """A classifier that takes part.

    Attributes
    ----------
    name : str
        Its short name.
    title : str
        Its name in full.
    linear : bool
        Whether the covariance is pooled, which makes the decision boundary a line.
    """

    name: str
    title: str
    linear: bool


# The order is that of the bits in a full winner mask and of the scores the pair kernel makes.
CANDIDATES = {
    c.name: c
    for c in (
        Candidate("NC", "nearest centroid", True),
        Candidate("DLDA", "diagonal linear discriminant analysis", True),
        Candidate("LDA", "linear discriminant analysis", True),
        Candidate("SDA", "spherical discriminant analysis", False),
        Candidate("UDA", "uncorrelated discriminant analysis", False),
        Candidate("QDA", "quadratic discriminant analysis", False),
    )
}
# Their covariance matrices are diagonal, so that they cannot use the dependency between features.
DIAGONAL = ("NC", "DLDA", "SDA", "UDA")
