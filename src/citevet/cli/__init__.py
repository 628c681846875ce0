"""The command: parses, calls, prints."""
