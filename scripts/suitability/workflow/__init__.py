"""What the rules ask before jobs run: the config, digests of code, paths, resources."""
