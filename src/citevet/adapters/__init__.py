"""Hooks for the frameworks that people build answers with; none of them is imported here."""
