"""Performance on samples that took no part in a search, and its stability over samples."""
