"""What `snakemake check` says before anything is scored."""
