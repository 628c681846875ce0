"""Whether references are compared rightly with the records of their works: one fault each, and right ones."""
