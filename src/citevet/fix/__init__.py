"""Findings → edits with their safety level, and their application to the text."""
