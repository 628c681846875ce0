"""NUM: numbers and dates that the source has otherwise."""
