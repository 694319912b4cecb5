"""The report of the challenge: its page, and published numbers."""
