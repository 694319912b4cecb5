"""The report, the summaries that it is made from, and the dry-run summary."""
