"""Citations to sources, one file per kind."""
