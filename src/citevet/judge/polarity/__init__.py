"""Opposite statements that can be found without a model: each check is a veto, and runs only where it is certain."""
