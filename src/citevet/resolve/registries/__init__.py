"""Registries of works: one module each."""
