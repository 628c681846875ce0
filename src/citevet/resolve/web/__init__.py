"""Cited web pages: their state today, their copies in the Wayback Machine, and web search."""
