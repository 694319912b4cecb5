"""Draw the joint densities of the illustrative example."""

from suitability import plotting_theory
from suitability.continuous import ILLUSTRATIVE
from suitability.jobs import job
from suitability.plotting import save
from suitability.tables import read_tsv


def plot_joint_density(density, svg, png):
    save(plotting_theory.joint_density(read_tsv(density), ILLUSTRATIVE), svg, png)


if __name__ == "__main__":
    with job(snakemake.log[0]):
        plot_joint_density(snakemake.input.density, snakemake.output.svg, snakemake.output.png)
