"""Finders of legal citations, by jurisdiction and kind."""
