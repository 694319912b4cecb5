"""Which feature sets are scored, what they score, and the best of them."""
