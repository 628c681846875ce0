"""KEY: markers and the entries that they point to."""
