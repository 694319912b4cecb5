"""What everything rests on: jobs and their errors, tables on disk, random numbers, folds."""
