"""Compare quotations with the text of their sources."""
