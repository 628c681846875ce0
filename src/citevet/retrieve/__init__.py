"""A claim and the words of a source to the passages that may bear on it."""
