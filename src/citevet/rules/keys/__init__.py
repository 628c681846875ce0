"""KEY: citations and reference entries that do not match."""
