"""Tests of the report, with a page of made-up tables."""
