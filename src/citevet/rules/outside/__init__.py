"""Faults of works that are not in the project; they are found with `--online`, or from installed data."""
