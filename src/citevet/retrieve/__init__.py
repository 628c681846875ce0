"""Find the passages of a source that may support or contradict a claim."""
