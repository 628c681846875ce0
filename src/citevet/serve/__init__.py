"""Servers: long-running processes that make a Session and call the same jobs as the command."""
