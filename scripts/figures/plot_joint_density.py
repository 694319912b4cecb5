"""Draw the joint densities of the illustrative example."""

from suitability.core.jobs import job
from suitability.core.tables import read_tsv
from suitability.figures import theory
from suitability.figures.style import save
from suitability.win.theory import ILLUSTRATIVE


def plot_joint_density(density, svg, png):
    save(theory.joint_density(read_tsv(density), ILLUSTRATIVE), svg, png)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        plot_joint_density(snakemake.input.density, snakemake.output.svg, snakemake.output.png)
