"""The tagger of reference entries: its data, and how it is trained."""
