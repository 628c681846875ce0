"""Findings to edits with their safety, and their application."""
