"""GRD: whether a sentence claims as much as its evidence carries."""
