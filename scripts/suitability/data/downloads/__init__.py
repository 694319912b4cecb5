"""Fetching the files of a study, and the records of what was fetched."""
