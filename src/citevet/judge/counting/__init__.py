"""Quantities of a claim and of a passage, read and held against one another."""
