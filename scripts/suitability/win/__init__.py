"""Win percentages: exact, sampled, in theory and under the null hypothesis; planning a search."""
