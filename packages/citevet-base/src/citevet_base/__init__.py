"""Model files of the larger support judge; citevet finds them through an entry point."""
