"""Verdicts and findings in the vocabularies of other systems."""
