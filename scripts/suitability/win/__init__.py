"""Win percentages: exact, sampled, in theory, under the null; and how hard to search."""
