"""Resolve a citation to its source."""
