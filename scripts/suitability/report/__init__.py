"""The report, and the summaries that it is made of."""
